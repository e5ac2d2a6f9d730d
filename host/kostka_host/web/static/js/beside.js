/** What stands beside the field: dice in cups, the small screen, the tag stand. */

import { byId, el, setAttribute, setText, svg } from "./dom.js";
import { die as flatDie, faceName } from "./dice.js";

const WAYS = ["throw", "hold", "tilt", "lay", "take"];
// A die and what is done with it, in a box of 24 by 24.
const SIGNS = {
  throw: "M10 4h8v8h-8z M3 8c1-2 2-3 4-3 M3 13c1-2 2-4 5-5 M5 18c1-3 3-5 6-5 M3 21h18",
  hold: "M8 8h8v8H8z M5 4C2 9 2 15 5 20 M19 4c3 5 3 11 0 16",
  tilt: "M9 5l8 4-4 8-8-4z M3 20h18",
  lay: "M7 9h10v10H7z M3 20h18",
  take: "M7 12h10v9H7z M12 10V2 M8 5l4-4 4 4",
};
const KINDS = [4, 6, 8, 10, 12, 26];
const COLOR_DIE = 26;
const COLORS = ["", "white", "yellow", "green", "blue", "red", "brown"];
const COLS = 128;
const ROWS = 64;
const GLOW = [159, 224, 255];

export class Beside {
  constructor({ words, act }) {
    Object.assign(this, { words, act });
    this.kinds = new Map(); // the kind that is chosen for each cup
    this.nodes = new Map();
    this.drawn = "";
  }

  /** Draw all that the board has; what it has not stays hidden. */
  draw({ beside, request }) {
    const cups = beside?.cups ?? [];
    byId("cups-card").hidden = !cups.length;
    const asked = request?.what === "throw" ? (request.dice?.[0] ?? 0) : 0;
    for (const cup of cups) this.#drawCup(cup, beside.hands, asked);
    this.#drawScreen(beside?.screen);
    this.#drawStand(beside?.stand);
  }

  // Cups --------------------------------------------------------------------------------------

  #cup(number, hands) {
    let cup = this.nodes.get(number);
    if (cup && cup.hands === hands) return cup;
    const figure = svg("svg", { viewBox: "-21 -21 42 42", class: "cup", role: "img" });
    const says = el("p", { class: "cup-says", "aria-live": "polite" });
    const kinds = el("select", { class: "cup-kind", on: { change: () => this.kinds.set(number, Number(kinds.value)) } });
    for (const kind of KINDS) {
      const name = kind === COLOR_DIE ? this.words.say("web.cup.color") : `d${kind}`;
      kinds.append(el("option", { value: kind }, name));
    }
    setAttribute(kinds, "aria-label", this.words.say("web.cup.kind", number + 1));
    const tools = el("div", { class: "cup-tools" }, kinds, ...WAYS.map((way) => this.#tool(number, way)));
    const node = el(
      "div",
      { class: "cup-box", role: "group", "aria-label": this.words.say("web.cup", number + 1) },
      figure,
      el("div", { class: "cup-side" }, el("h3", {}, this.words.say("web.cup", number + 1)), says),
      hands ? tools : "",
    );
    if (cup) cup.node.replaceWith(node);
    else byId("cups").append(node);
    cup = { node, figure, says, kinds, hands, look: "" };
    this.nodes.set(number, cup);
    return cup;
  }

  #tool(number, way) {
    const label = this.words.say(`web.cup.${way}`);
    const node = el("button", { type: "button", class: "cup-tool", "data-way": way, title: label });
    node.setAttribute("aria-label", label);
    node.append(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SIGNS[way] })));
    node.addEventListener("click", () => this.#do(number, way));
    return node;
  }

  #do(number, way) {
    const cup = this.nodes.get(number);
    const fresh = way === "throw" || !cup.full;
    const fields = { cup: number, way };
    if (fresh && way !== "take") fields.kind = Number(cup.kinds.value);
    this.act("die", fields);
  }

  #drawCup(data, hands, asked) {
    const cup = this.#cup(data.n, hands);
    cup.full = Boolean(data.die);
    const kind = this.kinds.get(data.n) ?? (data.waits || asked || 6);
    if (cup.kinds.value !== String(kind)) cup.kinds.value = String(kind);
    cup.node.dataset.says = data.says;
    cup.node.classList.toggle("waits", data.waits > 0);
    for (const tool of cup.node.querySelectorAll(".cup-tool")) {
      tool.disabled = tool.dataset.way === "take" && !cup.full;
    }
    setText(cup.says, this.#says(data));
    const look = JSON.stringify(data.die ?? null);
    if (look === cup.look) return;
    cup.look = look;
    cup.figure.replaceChildren(
      svg("circle", { r: 20, class: "cup-rim" }),
      svg("circle", { r: 16.5, class: "cup-floor" }),
      ...(data.die ? this.#die(data.die) : []),
    );
    setAttribute(cup.figure, "aria-label", this.#seen(data.die));
  }

  #says({ says, value, waits, doubts, die }) {
    const { words } = this;
    if (says === "face") return words.say("web.cup.face", faceName(words, waits || die?.kind, value));
    if (says === "cocked") {
      const names = doubts.map((one) => faceName(words, waits, one));
      return words.say("web.cup.cocked", names[0] ?? "?", names[1] ?? "?");
    }
    if (says === "empty" && waits) return words.say("web.cup.waits", this.#kindName(waits));
    return words.say(`web.cup.${says}`);
  }

  #kindName(kind) {
    return kind === COLOR_DIE ? this.words.say("web.cup.color") : `d${kind}`;
  }

  #seen(die) {
    if (!die) return this.words.say("web.cup.empty");
    if (die.moves) return this.words.say("web.cup.moving");
    return this.words.say("web.cup.shows", this.#kindName(die.kind), faceName(this.words, die.kind, die.value));
  }

  /** The faces that can be seen from above, as the die really lies. */
  #die(die) {
    if (!die.look) return [svg("g", { transform: "scale(0.8)" }, flatDie(die.kind, die.value))];
    const [x, y] = die.at;
    const group = svg("g", { class: `real-die${die.way === "hold" ? " held" : ""}`, transform: `translate(${x} ${y})` });
    for (const face of die.look) group.append(...this.#face(die.kind, face));
    return [group];
  }

  #face(kind, { p, s, v, at, turn, pips }) {
    const nodes = [];
    const color = kind === COLOR_DIE && v ? ` color-face c-${COLORS[v]}` : "";
    const points = p.map((one) => one.join(",")).join(" ");
    nodes.push(svg("polygon", { points, class: `die-face${color}` }));
    // faces that look aside are darker: light comes from above
    nodes.push(svg("polygon", { points, class: "die-shade", "fill-opacity": (0.42 * (1 - s / 100)).toFixed(2) }));
    const flat = Math.max(s / 100, 0.25);
    for (const [x, y] of pips) nodes.push(svg("circle", { cx: x, cy: y, r: (1.25 * Math.sqrt(flat)).toFixed(2), class: "real-pip" }));
    if (v && !pips.length && kind !== COLOR_DIE && s > 35) {
      const move = `translate(${at[0]} ${at[1]}) rotate(${turn})`;
      nodes.push(svg("text", { transform: move, class: "real-number", y: 1.9 }, String(v)));
    }
    return nodes;
  }

  // Screen ------------------------------------------------------------------------------------

  #drawScreen(screen) {
    byId("screen-card").hidden = !screen;
    if (!screen) return;
    byId("screen-note").hidden = !screen.mirrored;
    const rows = screen.rows ?? [];
    const drawn = rows.join("");
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const canvas = byId("screen");
    const context = canvas.getContext("2d");
    const image = context.createImageData(COLS, ROWS);
    rows.forEach((row, y) => {
      for (let x = 0; x < COLS; x += 1) {
        const lit = (Number.parseInt(row[x >> 2], 16) >> (3 - (x & 3))) & 1;
        const place = 4 * (y * COLS + x);
        for (let i = 0; i < 3; i += 1) image.data[place + i] = lit ? GLOW[i] : 0;
        image.data[place + 3] = 255;
      }
    });
    context.putImageData(image, 0, 0);
    setAttribute(canvas, "aria-label", this.words.say(rows.length ? "web.screen.on" : "web.screen.off"));
  }

  // Tag stand ---------------------------------------------------------------------------------

  #drawStand(stand) {
    byId("stand-card").hidden = !stand;
    if (!stand) return;
    const { words } = this;
    const text = stand.says === "known" ? words.say("web.stand.known", ...stand.thing) : words.say(`web.stand.${stand.says}`);
    setText(byId("stand-says"), text);
    const box = byId("stand-tags");
    const made = JSON.stringify(stand.tags);
    if (box.dataset.made === made) return;
    box.dataset.made = made;
    const focused = document.activeElement?.dataset?.uid;
    box.replaceChildren(...stand.tags.map((tag) => this.#tag(tag)));
    if (focused) box.querySelector(`[data-uid="${focused}"]`)?.focus();
  }

  #tag({ uid, text, there }) {
    const name = text || this.words.say("web.stand.blank");
    const node = el("button", { type: "button", class: "tag", "aria-pressed": String(there), "data-uid": uid }, name);
    node.title = this.words.say(there ? "web.stand.take" : "web.stand.put", name);
    node.addEventListener("click", () => this.act("tag", { uid, there: !there }));
    return node;
  }
}
