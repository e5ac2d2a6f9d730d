/** Seat panels round the table: who sits there, the panel's light, its four keys. */

import { byId, el, setAttribute, setText, svg } from "./dom.js";
import { colorName, sayColor } from "./names.js";
import { pawn } from "./pawn.js";

const SIDES = ["west", "north", "east", "south"];
const KEYS = ["left", "right", "ok", "undo"];
const ASKED = { h: "web.seat.asked", b: "web.seat.thinks", r: "web.seat.far" };
const NOT_ASKED = { b: "web.kind.b", r: "web.kind.r" };
const SIGNS = ["◀", "▶", "✓", "↶"];

export class Seats {
  constructor({ words, look, lights, wire, tell }) {
    Object.assign(this, { words, look, lights, wire, tell });
    this.panels = [];
    this.made = "";
  }

  /** Make the panels of a game where they differ from those that are there. */
  setGame({ game, board }) {
    const { colors, sides, panels } = game ?? {};
    const made = JSON.stringify([colors, sides, panels, board?.keys, board?.stations]);
    if (made === this.made) return;
    this.made = made;
    for (const { node, light } of this.panels) {
      light.show(0);
      node.remove();
    }
    this.panels = [];
    for (let seat = 0; seat < (game?.seats ?? 0); seat += 1) this.#make(seat, game, board);
  }

  #make(seat, game, board) {
    const light = this.lights.make();
    const color = sayColor(this.words, this.look, game.colors[seat]);
    const name = this.words.say("web.seat", seat + 1);
    const state = el("span", { class: "seat-state" });
    const panel = game.panels.indexOf(seat); // panels stay where they are when a mat is turned
    const has = board.stations.some((station) => station.seat === panel);
    const lamp = svg("svg", { viewBox: "-15 -15 30 30", class: "lamp", "aria-hidden": "true" });
    lamp.append(svg("circle", { r: 12.5, class: "lamp-dark" }), light.node);
    const node = el(
      "section",
      { class: `seat-panel c-${colorName(this.look, game.colors[seat])}`, "data-seat": seat },
      el(
        "div",
        { class: "seat-who" },
        pawn(seat, colorName(this.look, game.colors[seat])),
        el("h2", {}, name, el("span", { class: "seat-color" }, color)),
        has ? lamp : "",
      ),
      state,
      has ? this.#keys(panel, name, board.keys) : "",
    );
    node.setAttribute("aria-label", `${name}, ${color}`);
    byId(`side-${SIDES[game.sides[seat]] ?? "south"}`).append(node);
    this.panels.push({ node, light, state, panel });
  }

  #keys(seat, name, able) {
    const keys = el("div", { class: "keys", role: "group", "aria-label": name });
    KEYS.forEach((key, number) => {
      const label = this.words.say(`web.key.${key}`);
      const node = el("button", { type: "button", class: "key", disabled: !able }, SIGNS[number]);
      setAttribute(node, "aria-label", label);
      node.title = label;
      this.#holdable(node, seat, number);
      keys.append(node);
    });
    return keys;
  }

  /** A key is down as long as it is held, by pointer or by keyboard. */
  #holdable(node, seat, key) {
    let down = false;
    const turn = async (now) => {
      if (now === down) return;
      down = now;
      node.classList.toggle("down", now);
      const answer = await this.wire.ask("key", { seat, key, down: now });
      if (!answer.ok) this.tell(answer);
    };
    node.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      node.setPointerCapture(event.pointerId);
      turn(true);
    });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) {
      node.addEventListener(name, () => turn(false));
    }
    node.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && !event.repeat) turn(true);
    });
    node.addEventListener("keyup", (event) => {
      if (event.key === "Enter" || event.key === " ") turn(false);
    });
  }

  /** Show the lights of the panels, and who is asked or has won. */
  draw({ lights, request, game, about }) {
    this.panels.forEach(({ node, light, state, panel }, seat) => {
      light.show(lights?.seats?.[panel] ?? 0);
      const kind = about?.kinds?.[seat] ?? "h";
      node.dataset.kind = kind;
      const won = (game?.winners ?? []).includes(seat);
      const asked = !game?.over && (request?.answering?.includes(seat) || request?.seat === seat);
      node.classList.toggle("asked", Boolean(asked));
      node.classList.toggle("won", won);
      const text = won ? "web.seat.won" : asked ? ASKED[kind] : NOT_ASKED[kind];
      setText(state, text ? this.words.say(text) : "");
    });
  }
}
