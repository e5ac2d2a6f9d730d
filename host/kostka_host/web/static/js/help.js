/** Help: the keys of the keyboard, and what the lights mean. */

import { byId, el, svg } from "./dom.js";

const KEYS = [
  ["web.help.arrows", "← ↑ → ↓"],
  ["web.help.enter", "Enter"],
  ["web.help.escape", "Esc"],
  ["web.help.table", "T"],
  ["web.help.next", "M"],
  ["web.help.box", "B"],
  ["web.help.throw", "R"],
  ["web.help.own", "1 … 6"],
  ["web.help.choice", "C"],
  ["web.help.undo", "U"],
  ["web.help.tidy", "P"],
  ["web.help.new", "N"],
  ["web.help.help", "?"],
];

/** Fill the help dialog; `lights` draws the signs. */
export function fillHelp({ words, look, lights }) {
  byId("help-keys").replaceChildren(
    ...KEYS.flatMap(([text, key]) => [
      el("dt", {}, el("kbd", {}, key)),
      el("dd", {}, words.say(text)),
    ]),
  );
  byId("help-lights").replaceChildren(
    ...look.legend.map(([text, color, pattern]) => {
      const light = lights.make();
      light.show(((color || 1) << 4) | pattern);
      const sign = svg("svg", { viewBox: "-15 -15 30 30", class: "lamp", "aria-hidden": "true" });
      sign.append(svg("rect", { x: -15, y: -15, width: 30, height: 30, class: "lamp-paper" }));
      sign.append(light.node);
      return el("li", {}, sign, el("span", {}, words.say(text)));
    }),
  );
  const dialog = byId("help-dialog");
  byId("help").addEventListener("click", () => dialog.showModal());
  byId("help-close").addEventListener("click", () => dialog.close());
}
