/** Dice as drawings: pips for numbers, a field with its sign for colors, as on the mat. */

import { svg } from "./dom.js";
import { signOf } from "./pawn.js";

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const COLOR_DIE = 26;
// Of the color die's faces.
const COLORS = ["", "white", "yellow", "green", "blue", "red", "brown"];

/** Return the words for a face of a die. */
export function faceName(words, kind, face) {
  return kind === COLOR_DIE ? words.say(`web.color.${COLORS[face]}`) : String(face);
}

/** Return the drawing of a face; face 0 is a die that was not thrown. */
export function die(kind, face) {
  const node = svg(
    "svg",
    { viewBox: "-16 -16 32 32", class: "die", "aria-hidden": "true", "data-face": face },
    svg("rect", { x: -14, y: -14, width: 28, height: 28, rx: 6, class: "die-body" }),
  );
  if (kind === COLOR_DIE && face) {
    const field = { x: -11, y: -11, width: 22, height: 22, rx: 4 };
    const name = COLORS[face];
    const sign = { d: signOf(name), class: `die-sign on-${name}`, transform: "scale(0.62)" };
    node.append(svg("rect", { ...field, class: `die-color c-${name}` }), svg("path", sign));
  } else if (face in PIPS) {
    for (const [x, y] of PIPS[face]) {
      node.append(svg("circle", { cx: 7.5 * x, cy: 7.5 * y, r: 2.7, class: "pip" }));
    }
  } else {
    node.append(svg("text", { y: 6, class: "die-text" }, face ? String(face) : "?"));
  }
  return node;
}
