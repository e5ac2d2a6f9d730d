/** Shortcuts of the keyboard; they rest while a dialog is open or something is typed. */

import { byId } from "./dom.js";

const ASKING = ["breathe", "blink", "quick", "fast"]; // lights that ask somebody to do something

function typing(target) {
  return target.matches?.("input, select, textarea") || document.querySelector("dialog[open]");
}

/** Listen for shortcuts. */
export function listen({ field, hands, side, newGame }) {
  const actions = {
    r: () => side.roll(),
    u: () => side.undo(),
    c: () => side.nextChoice(),
    p: () => side.tidy(),
    n: () => newGame.open(),
    t: () => field.focus(),
    m: () => field.focusNext(ASKING) || field.focus(),
    b: () => hands.box(),
    "?": () => byId("help-dialog").showModal(),
    h: () => byId("help-dialog").showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (typing(event.target)) return;
    if (event.key === "Escape") {
      if (hands.back()) event.preventDefault();
      return;
    }
    const key = event.key.toLowerCase();
    if (/^[1-6]$/.test(key)) side.own(Number(key));
    else if (Object.hasOwn(actions, key)) actions[key]();
    else return;
    event.preventDefault();
  });
}
