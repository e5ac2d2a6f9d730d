/** Tokens on the field and in the box; each keeps its element, so that a move is one change. */

import { byId, el, setAttribute } from "./dom.js";
import { pictureOf } from "./icons.js";
import { colorName } from "./names.js";
import { pawn } from "./pawn.js";

export class Tokens {
  constructor({ words, look, field }) {
    this.words = words;
    this.look = look;
    this.field = field;
    this.layer = byId("tokens");
    this.tray = byId("box-tokens");
    this.empty = byId("box-empty");
    this.known = new Map(); // id: {token, node, place}
    this.waiting = new Map(); // id: cell or null; where it was put, before the server says so
    this.carried = null;
    this.game = null;
  }

  /** Take the game, whose tokens may carry pictures. */
  setGame(game) {
    this.game = game;
  }

  /** Return the token that stands on a cell, as it is drawn. */
  on(cell) {
    for (const { token, place } of this.known.values()) if (place === cell) return token;
    return null;
  }

  /** Return a token by its id. */
  get(id) {
    return this.known.get(id)?.token ?? null;
  }

  /** Return the element of a token. */
  element(id) {
    return this.known.get(id)?.node ?? null;
  }

  /** Take the tokens as the server knows them. */
  set(tokens) {
    const here = new Set();
    for (const token of tokens ?? []) {
      here.add(token.id);
      const seen = this.known.get(token.id);
      if (!seen || seen.look !== this.#lookOf(token)) this.#make(token);
      this.known.get(token.id).token = token;
      if (this.waiting.get(token.id) === token.cell && token.where !== "hand") {
        this.waiting.delete(token.id);
      }
    }
    for (const [id, { node }] of this.known) {
      if (here.has(id)) continue;
      node.remove();
      this.known.delete(id);
      this.waiting.delete(id);
    }
    this.draw();
  }

  #lookOf({ seat, color, shape }) {
    return `${seat} ${color} ${shape}`;
  }

  #make(token) {
    this.known.get(token.id)?.node.remove();
    const color = colorName(this.look, token.color);
    const picture = pictureOf(this.words, this.game, token.shape - 1);
    const drawing = picture ?? pawn(token.seat, color, token.shape ?? 0);
    const look = picture ? `token pictured c-${color}` : "token";
    const node = el("div", { class: look, "data-token": token.id }, drawing);
    this.known.set(token.id, { token, node, place: undefined, look: this.#lookOf(token) });
  }

  /** Draw a token as carried: it floats over a cell, or is hidden where a pointer drags it. */
  carry(id, cell, dragged = false) {
    this.carried = id === null ? null : { id, cell, dragged };
    this.draw();
  }

  /** Draw a token where it was put until the server says where it is. */
  expect(id, cell) {
    this.waiting.set(id, cell);
    this.draw();
  }

  /** Believe the server alone. */
  forget(id) {
    if (this.waiting.delete(id)) this.draw();
  }

  /** Draw every token at its place. */
  draw() {
    let boxed = 0;
    for (const [id, seen] of this.known) {
      const { token, node } = seen;
      const mine = this.carried?.id === id ? this.carried : null;
      const waits = this.waiting.has(id);
      const elsewhere = token.where === "hand" && !mine && !waits;
      let place = token.where === "hand" ? (seen.last ?? null) : token.cell;
      if (waits) place = this.waiting.get(id);
      if (mine?.cell !== undefined && mine?.cell !== null) place = mine.cell;
      seen.last = place; // where a token that somebody holds was seen last
      seen.place = mine || elsewhere ? null : place;
      node.classList.toggle("carried", Boolean(mine && !mine.dragged));
      node.classList.toggle("dragged", Boolean(mine?.dragged));
      node.classList.toggle("in-hand", elsewhere);
      node.dataset.cell = seen.place ?? "";
      if (place === null) {
        boxed += 1;
        this.#box(token, node);
      } else {
        this.#table(node, place);
      }
    }
    this.empty.hidden = boxed > 0;
  }

  #table(node, place) {
    if (node.parentNode !== this.layer) {
      for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
      this.layer.append(node);
    }
    this.field.place(node, place);
  }

  #box(token, node) {
    if (node.parentNode === this.tray) return;
    node.style.left = "";
    node.style.top = "";
    setAttribute(node, "role", "button");
    setAttribute(node, "tabindex", 0);
    setAttribute(node, "aria-label", this.field.tokenName(token));
    this.tray.append(node);
  }
}
