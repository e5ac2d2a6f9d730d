/** Tokens and signs of seats, as drawings: a color has the shape that it has on the mat too. */

import { svg } from "./dom.js";

// Around 0,0 with a radius of about 9; `y` is the middle of the number.
const SHAPES = {
  white: { d: "M9 0A9 9 0 1 1-9 0A9 9 0 1 1 9 0Z", y: 0 },
  red: { d: "M0-10.4L10.4 0L0 10.4L-10.4 0Z", y: 0 },
  blue: { d: "M-8.2-8.2H8.2V8.2H-8.2Z", y: 0 },
  yellow: {
    d: "M0-10.6L3.6-4.9L10.1-3.3L5.8 1.9L6.2 8.6L0 6.1L-6.2 8.6L-5.8 1.9L-10.1-3.3L-3.6-4.9Z",
    y: 0,
  },
  green: { d: "M0-10L10.2 7.6H-10.2Z", y: 1.6 },
  black: { d: "M-4.8-9.4H4.8V-4.8H9.4V4.8H4.8V9.4H-4.8V4.8H-9.4V-4.8H-4.8Z", y: 0 },
  brown: { d: "M-8.6-9.4H8.6L4.6 0L8.6 9.4H-8.6L-4.6 0Z", y: 0 },
};

/** Return the path of a color's sign around 0,0, with a radius of about 9. */
export function signOf(colorName) {
  return (SHAPES[colorName] ?? SHAPES.white).d;
}

/**
 * Return the drawing of a token of a seat; `kind` above 0 is written behind the number. Nobody's
 * token of such a kind is a target, any other one is strange.
 */
export function pawn(seat, colorName, kind = 0) {
  const { d, y } = SHAPES[colorName] ?? SHAPES.white;
  const label = seat < 0 ? (kind ? "◎" : "?") : `${seat + 1}${kind ? String.fromCharCode(96 + kind) : ""}`;
  return svg(
    "svg",
    { viewBox: "-12 -12 24 24", class: `pawn c-${colorName}`, "aria-hidden": "true" },
    svg("path", { d, class: "pawn-edge" }),
    svg("path", { d, class: "pawn-body" }),
    svg("circle", { r: 4.6, cy: y, class: "pawn-face" }),
    svg("text", { y: y + 2.6, class: kind ? "pawn-text small" : "pawn-text" }, label),
  );
}
