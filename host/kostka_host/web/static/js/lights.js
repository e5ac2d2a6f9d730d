/** The lights: a glow that follows the board's patterns, and a steady sign for each pattern. */

import { svg } from "./dom.js";

// What each pattern looks like without color or motion, around 0,0 in mm.
const RING = "M11.4 0A11.4 11.4 0 1 1-11.4 0A11.4 11.4 0 1 1 11.4 0Z";
const THIN = "M10.9 0A10.9 10.9 0 1 1-10.9 0A10.9 10.9 0 1 1 10.9 0Z";
const CORNERS = "M-11-4.5V-11H-4.5M4.5-11H11V-4.5M11 4.5V11H4.5M-4.5 11H-11V4.5";
const SIGNS = {
  steady: "M-10-10H10V10H-10Z",
  breathe: `${RING}M-3.8-11.2L0-14.4L3.8-11.2`,
  blink: RING,
  fast: "M-10.4-10.4L10.4 10.4M10.4-10.4L-10.4 10.4",
  quick: `${CORNERS}M0-7V4M-3.6 .6L0 4.6L3.6 .6`,
  double: `${RING}M8.6 0A8.6 8.6 0 1 1-8.6 0A8.6 8.6 0 1 1 8.6 0Z`,
  swell: THIN,
  flash: "M2.4 0A2.4 2.4 0 1 1-2.4 0A2.4 2.4 0 1 1 2.4 0Z",
  beacon: "M-7-9L8 0L-7 9Z",
  glow: "M-10.8-10.8h0M10.8-10.8h0M10.8 10.8h0M-10.8 10.8h0", // clear of what is printed there
  limp: "M-10.4-10.4L10.4 10.4M10.4-10.4L-10.4 10.4M-12-13H12",
  fade: `${RING}M-8-8L8 8`,
  knock: "M-10.4-10.4L10.4 10.4M10.4-10.4L-10.4 10.4M-12-13H12M-12 13H12",
};
const GAMMA = 1 / 2.2; // from linear light to what a screen takes

function screenColor(rgb) {
  return `rgb(${rgb.map((part) => Math.round(255 * (part / 255) ** GAMMA)).join(" ")})`;
}

function gradient(name, color) {
  return svg(
    "radialGradient",
    { id: `glow-${name}` },
    svg("stop", { offset: 0, "stop-color": color }),
    svg("stop", { offset: 0.52, "stop-color": color, "stop-opacity": 0.9 }),
    svg("stop", { offset: 1, "stop-color": color, "stop-opacity": 0 }),
  );
}

/** All lights of the page: makes them, and lets those that are lit follow their patterns. */
export class Lights {
  /** Take /look.json: colors and patterns by their codes. */
  constructor(look) {
    this.look = look;
    this.lit = new Set();
    this.step = -1;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.still.addEventListener("change", () => this.#all());
    this.middle = look.patterns.map(({ levels }) => {
      const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length / 255;
      return Math.max(mean, 0.45);
    });
    document.body.append(
      svg(
        "svg",
        { class: "defs", "aria-hidden": "true" },
        svg("defs", {}, ...look.colors.map(({ name, rgb }) => gradient(name, screenColor(rgb)))),
      ),
    );
  }

  /** Return a dark light: {node, show(code)}; the node is an SVG group around 0,0. */
  make() {
    const glow = svg("circle", { r: 15.5, class: "glow" });
    const under = svg("path", { class: "sign-under" });
    const sign = svg("path", { class: "sign" });
    const node = svg("g", { class: "light" }, glow, under, sign);
    const light = { node, glow, code: -1, pattern: 0 };
    light.show = (code) => {
      if (code === light.code) return;
      light.code = code;
      const pattern = this.look.patterns[code & 15] ?? this.look.patterns[0];
      const color = this.look.colors[code >> 4]?.name ?? "white";
      light.pattern = code & 15;
      node.setAttribute("class", code ? `light lit p-${pattern.name}` : "light");
      node.dataset.code = code;
      if (!code) {
        this.lit.delete(light);
        return;
      }
      glow.setAttribute("fill", `url(#glow-${color})`);
      under.setAttribute("d", SIGNS[pattern.name] ?? "");
      sign.setAttribute("d", SIGNS[pattern.name] ?? "");
      this.lit.add(light);
      this.#level(light);
    };
    light.show(0);
    return light;
  }

  /** Follow the patterns from now on: one loop for all lights. */
  run() {
    const { period_ms: period, patterns } = this.look;
    const steps = patterns[0].levels.length;
    const frame = (now) => {
      const step = Math.floor(((now % period) * steps) / period);
      if (step !== this.step) {
        this.step = step;
        if (!this.still.matches) this.#all();
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  #all() {
    for (const light of this.lit) this.#level(light);
  }

  #level(light) {
    const levels = this.look.patterns[light.pattern]?.levels;
    if (!levels) return;
    const level = this.still.matches
      ? this.middle[light.pattern]
      : levels[Math.max(this.step, 0)] / 255;
    light.glow.style.opacity = level;
  }
}
