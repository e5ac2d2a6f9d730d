/** The field seen from above: mat, lights and cells at their places in mm. */

import { byId, el, setAttribute, svg } from "./dom.js";
import { cellName, sayColor } from "./names.js";

const HALF = 12.5; // mm from a cell's middle to its side
const NO_LED = "M-1.5-9.5l3 3m0-3l-3 3"; // mm from a cell's middle; where its LED would be
const ALARMS = ["fast", "limp", "fade", "knock"]; // patterns that say it by themselves
const CALLS = ["quick", "fade"];

/** The field; calls `onTap(cell)` where a cell is clicked, `onMove` when the keyboard goes on. */
export class Field {
  constructor({ words, look, lights }) {
    this.words = words;
    this.look = look;
    this.lights = lights;
    this.onTap = () => {};
    this.onMove = () => {};
    this.node = byId("field");
    this.grid = byId("cells");
    this.layer = byId("lights");
    this.mat = byId("mat");
    this.cells = []; // {node, light, x, y, here} by cell
    this.current = 0;
    this.layout = "";
    this.grid.addEventListener("keydown", (event) => this.#arrow(event));
    this.grid.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-cell]");
      if (cell) this.onTap(Number(cell.dataset.cell));
    });
    this.grid.addEventListener("focusin", (event) => {
      const cell = event.target.closest("[data-cell]");
      if (cell) this.#rove(Number(cell.dataset.cell));
    });
  }

  /** Lay out the cells of a board; nothing happens where they lie as before. */
  setBoard(board) {
    const layout = JSON.stringify([board.rows, board.cols, board.cells, board.size]);
    if (layout === this.layout) return;
    this.layout = layout;
    this.rows = board.rows;
    this.cols = board.cols;
    [this.width, this.height] = board.size;
    for (const { light } of this.cells) light.show(0);
    this.cells = [];
    for (let i = 0; i < board.rows * board.cols; i += 1) {
      const x = board.pitch * ((i % board.cols) + 0.5);
      const y = board.pitch * (Math.floor(i / board.cols) + 0.5);
      this.cells.push({ x, y, here: false });
    }
    for (const { i, x, y } of board.cells) Object.assign(this.cells[i], { x, y, here: true });
    this.layer.classList.toggle("bare", !board.cells.length);
    this.layer.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.current = Math.min(this.current, this.cells.length - 1);
    this.#build();
  }

  #build() {
    const rows = [];
    const lights = [];
    this.cells.forEach((cell, i) => {
      if (i % this.cols === 0) rows.push(el("div", { role: "row" }));
      cell.node = el("div", {
        role: "gridcell",
        class: cell.here ? "cell" : "cell absent",
        "data-cell": i,
        tabindex: i === this.current ? 0 : -1,
      });
      this.place(cell.node, i);
      rows.at(-1).append(cell.node);
      cell.light = this.lights.make();
      cell.light.node.setAttribute("transform", `translate(${cell.x} ${cell.y})`);
      if (!cell.here) {
        const at = `translate(${cell.x} ${cell.y})`;
        const side = 2 * HALF;
        const veil = { x: -HALF, y: -HALF, width: side, height: side, class: "no-cell" };
        cell.cross = svg("path", { d: NO_LED, class: "no-led" });
        lights.push(svg("g", { transform: at }, svg("rect", veil), cell.cross));
      }
      lights.push(cell.light.node);
    });
    this.grid.replaceChildren(...rows);
    this.layer.replaceChildren(...lights);
    const columns = this.cells.slice(0, this.cols).map((_, i) => this.name(i).charAt(0));
    byId("ruler-cols").replaceChildren(...columns.map((name) => el("span", {}, name)));
    const numbers = Array.from({ length: this.rows }, (_, i) => String(i + 1));
    byId("ruler-rows").replaceChildren(...numbers.map((name) => el("span", {}, name)));
    setAttribute(this.grid, "aria-rowcount", this.rows);
    setAttribute(this.grid, "aria-colcount", this.cols);
  }

  /** Show the mat of a game; cells of its spots that have no LED are crossed out. */
  setGame(game) {
    const spots = new Set(Object.values(game?.spots ?? {}).flat());
    this.cells.forEach(({ cross }, i) => cross?.classList.toggle("unused", !spots.has(i)));
    const address = game ? `/mat/${game.name}.svg?lang=${this.words.lang}` : "";
    if (this.mat.getAttribute("src") === address) return;
    this.mat.hidden = true;
    if (!address) return;
    this.mat.onload = () => (this.mat.hidden = false);
    this.mat.src = address;
  }

  /** Lay the mat as it lies on the table, turned clockwise by quarters. */
  setTurn(quarters) {
    setAttribute(this.mat, "data-turn", quarters);
  }

  /** Show the codes of the cells' lights. */
  setLights(codes) {
    this.cells.forEach((cell, i) => cell.light.show(codes?.[i] ?? 0));
  }

  /** Mark the cells that are wrong, and name every cell with what stands on it. */
  describe({ tokens = [], wrong, lights }) {
    const standing = new Map();
    for (const token of tokens ?? []) if (token.where === "table") standing.set(token.cell, token);
    // a token that is on its way is missing somewhere, and nothing is wrong with that
    const bad = ["wrong", "setup"].includes(wrong?.outcome);
    const missing = new Set(bad ? wrong.missing.map(({ cell }) => cell) : []);
    const extra = new Set(bad ? wrong.extra : []);
    this.cells.forEach((cell, i) => {
      const parts = [this.name(i)];
      const token = standing.get(i);
      if (token) parts.push(this.tokenName(token));
      if (missing.has(i)) parts.push(this.words.say("web.light.quick"));
      else if (extra.has(i)) parts.push(this.words.say("web.light.fast"));
      else parts.push(this.#lightName(lights?.cells?.[i] ?? 0));
      if (!cell.here) parts.push(this.words.say("web.cell.absent"));
      setAttribute(cell.node, "aria-label", parts.filter(Boolean).join(", "));
      const shown = this.look.patterns[cell.light.code & 15]?.name;
      cell.node.classList.toggle("missing", missing.has(i) && !CALLS.includes(shown));
      cell.node.classList.toggle("extra", extra.has(i) && !ALARMS.includes(shown));
      cell.node.classList.toggle("odd", (wrong?.odd ?? []).includes(i));
      cell.node.classList.toggle("unsensed", (wrong?.off ?? []).includes(i));
    });
  }

  #lightName(code) {
    const pattern = code ? this.look.patterns[code & 15]?.name : "";
    const id = `web.light.${pattern}`;
    return pattern && this.words.has(id) ? this.words.say(id) : "";
  }

  /** Return a token in words. */
  tokenName(token) {
    const color = sayColor(this.words, this.look, token.color);
    return token.seat < 0
      ? this.words.say("web.token.nobody")
      : this.words.say("web.token", color, token.seat + 1);
  }

  /** Return the name of a cell. */
  name(cell) {
    return cellName(cell, this.cols);
  }

  /** Put an element over a cell. */
  place(node, cell) {
    const { x, y } = this.cells[cell];
    node.style.left = `${(100 * x) / this.width}%`;
    node.style.top = `${(100 * y) / this.height}%`;
  }

  /** Return the cell under a point of the window, null outside the field. */
  cellAt(clientX, clientY) {
    const box = this.grid.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * this.width;
    const y = ((clientY - box.top) / box.height) * this.height;
    let best = null;
    let least = HALF * HALF * 2;
    this.cells.forEach((cell, i) => {
      const far = (cell.x - x) ** 2 + (cell.y - y) ** 2;
      if (far < least) [best, least] = [i, far];
    });
    return best;
  }

  /** Move the keyboard to a cell. */
  focus(cell = this.current) {
    this.#rove(cell);
    this.cells[cell].node.focus();
  }

  /** Move the keyboard to the next cell that asks for something; false where there is none. */
  focusNext(patterns) {
    for (let step = 1; step <= this.cells.length; step += 1) {
      const i = (this.current + step) % this.cells.length;
      const { code } = this.cells[i].light;
      if (code && patterns.includes(this.look.patterns[code & 15]?.name)) {
        this.focus(i);
        return true;
      }
    }
    return false;
  }

  #rove(cell) {
    if (cell === this.current) return;
    this.cells[this.current].node.tabIndex = -1;
    this.current = cell;
    this.cells[cell].node.tabIndex = 0;
    this.onMove(cell);
  }

  #arrow(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const row = Math.floor(this.current / this.cols);
    const col = this.current % this.cols;
    const go = {
      ArrowUp: [Math.max(row - 1, 0), col],
      ArrowDown: [Math.min(row + 1, this.rows - 1), col],
      ArrowLeft: [row, Math.max(col - 1, 0)],
      ArrowRight: [row, Math.min(col + 1, this.cols - 1)],
      Home: [row, 0],
      End: [row, this.cols - 1],
      PageUp: [0, col],
      PageDown: [this.rows - 1, col],
    }[event.key];
    if (go) {
      event.preventDefault();
      this.focus(go[0] * this.cols + go[1]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) this.onTap(this.current);
    }
  }
}
