/** The menu on the table: what it shows, and keys to use it from here. */

import { byId, el, setAttribute, setText } from "./dom.js";

const KEYS = ["left", "right", "ok", "undo"];
const SIGNS = ["◀", "▶", "✓", "↶"];
const HOLD_MS = 60;

export class Menu {
  constructor({ words, act }) {
    Object.assign(this, { words, act });
    this.keys = KEYS.map((key, number) => {
      const label = words.say(`web.key.${key}`);
      const node = el("button", { type: "button", class: "key", title: label }, SIGNS[number]);
      setAttribute(node, "aria-label", label);
      node.addEventListener("click", () => act("press", { seat: 0, key: number, hold: HOLD_MS }));
      return node;
    });
  }

  /** Show the menu, or nothing while it is closed. */
  draw({ menu, board }) {
    byId("menu").hidden = !menu;
    byId("menu-keys").replaceChildren(...(board?.keys ? this.keys : []));
    if (!menu) return;
    setText(byId("menu-title"), this.words.tell(menu.title));
    byId("menu-items").replaceChildren(
      ...menu.items.map((words, i) =>
        el("li", { "aria-current": i === menu.at ? "true" : null }, this.words.tell(words)),
      ),
    );
  }
}
