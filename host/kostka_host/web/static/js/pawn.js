/** Tokens and signs of seats, as drawings: each seat has a shape and a number of its own. */

import { svg } from "./dom.js";

// Around 0,0 with a radius of about 9: circle, square, triangle, diamond, hexagon, cross.
const SHAPES = [
  "M9 0A9 9 0 1 1-9 0A9 9 0 1 1 9 0Z",
  "M-6-8H6Q8-8 8-6V6Q8 8 6 8H-6Q-8 8-8 6V-6Q-8-8-6-8Z",
  "M0-9.6Q1.2-9.6 1.9-8.4L9.6 5Q10.6 7.6 8 7.6H-8Q-10.6 7.6-9.6 5L-1.9-8.4Q-1.2-9.6 0-9.6Z",
  "M0-10Q1-10 1.7-9.2L9.2-1.7Q10.6 0 9.2 1.7L1.7 9.2Q0 10.6-1.7 9.2L-9.2 1.7Q-10.6 0-9.2-1.7L-1.7-9.2Q-1-10 0-10Z",
  "M-5-8.7H5L10 0L5 8.7H-5L-10 0Z",
  "M-3.4-9H3.4V-3.4H9V3.4H3.4V9H-3.4V3.4H-9V-3.4H-3.4Z",
];

/** Return the drawing of a token of a seat; `kind` above 0 is written behind the number. */
export function pawn(seat, colorName, kind = 0) {
  const shape = SHAPES[Math.max(seat, 0) % SHAPES.length];
  const label = seat < 0 ? "?" : `${seat + 1}${kind ? String.fromCharCode(96 + kind) : ""}`;
  return svg(
    "svg",
    { viewBox: "-12 -12 24 24", class: `pawn c-${colorName}`, "aria-hidden": "true" },
    svg("path", { d: shape, class: "pawn-edge" }),
    svg("path", { d: shape, class: "pawn-body" }),
    svg("circle", { r: 4.9, cy: seat === 2 ? 1.4 : 0, class: "pawn-face" }),
    svg("text", { y: seat === 2 ? 4 : 2.6, class: kind ? "pawn-text small" : "pawn-text" }, label),
  );
}
