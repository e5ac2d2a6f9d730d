/** The side panel: whose turn, dice, choices, what is wrong, last moves, notes. */

import { byId, el, setAttribute, setText } from "./dom.js";
import { die, faceName } from "./dice.js";
import { observed } from "./observed.js";
import { colorName } from "./names.js";
import { once } from "./once.js";
import { pawn } from "./pawn.js";

const WRONG = { setup: "web.wrong.setup", wrong: "web.wrong.title", several: "web.wrong.several" };

export class Side {
  /** `act(what, fields)` sends a wish and shows its refusal; `tell(error)` shows one. */
  constructor({ words, look, field, act, tell }) {
    Object.assign(this, { words, look, field, act, tell });
    this.play = once(act, () => this.line); // what is about the line that is seen
    this.why = ""; // id of what keeps dice from being thrown that are asked for
    this.faces = [];
    this.line = 0;
    this.rolls = "";
    byId("throw").addEventListener("click", () => this.roll());
    byId("tidy").addEventListener("click", () => this.tidy());
    byId("undo").addEventListener("click", () => this.undo());
  }

  // Wishes ------------------------------------------------------------------------------------

  /** Let the board throw. */
  roll() {
    if (!byId("throw").disabled) this.play("roll");
    else if (this.why) this.tell({ err: [this.why] });
  }

  /** Take the last line back. */
  undo() {
    if (!byId("undo").disabled) this.play("undo");
  }

  /** Let hands put every token where the game wants it. */
  tidy() {
    if (!byId("tidy").hidden) this.act("set_up");
  }

  /** Tell one face of the own dice; the throw is sent with the last one. */
  own(face) {
    const { request } = this.view;
    if (request?.what !== "throw" || face > request.faces) return;
    if (this.why) {
      this.tell({ err: [this.why] });
      return;
    }
    this.faces.push(face);
    if (this.faces.length < request.dice.length) {
      this.#drawOwn(request);
      return;
    }
    this.play("faces", { faces: this.faces });
    this.faces = [];
    this.#drawOwn(request);
  }

  /** Move the keyboard to the next choice. */
  nextChoice() {
    const buttons = [...byId("choices").querySelectorAll("button")];
    if (!buttons.length) return;
    const at = buttons.indexOf(document.activeElement);
    buttons[(at + 1) % buttons.length].focus();
  }

  // Drawing -----------------------------------------------------------------------------------

  /** Draw the request, who is asked, and the title of the window. */
  drawRequest(view) {
    this.view = view;
    const { game, request } = view;
    const { words } = this;
    const over = words.tell(game?.over);
    const text = words.tell(request?.text) || words.say("web.no_game");
    setText(byId("request"), over && !text.includes(over) ? `${text} ${over}` : text);
    setText(byId("game-title"), words.tell(game?.title));
    const made = words.list(game?.made);
    byId("game-title").title = made;
    setText(byId("game-made"), made && `${words.tell(game.title)}: ${made}`);
    document.title = `${text} – Kostka`;
    const seat = request?.seat ?? -1;
    const sign = byId("turn");
    const color = game?.colors?.[seat];
    sign.replaceChildren(...(color ? [pawn(seat, colorName(this.look, color))] : []));
    byId("turn-card").dataset.seat = seat;
    const undo = byId("undo");
    undo.disabled = !game?.can_undo;
  }

  /** Draw the dice, the throw button and the faces of own dice. */
  drawDice({ request, dice, wrong, board, mirror }) {
    const wanted = request?.what === "throw" && !mirror?.public;
    // a board throws only while everything stands right
    const right = wrong?.outcome === "same";
    this.why = !wanted || (board?.up && right) ? "" : board?.up ? "play.table_first" : "web.link.away";
    byId("dice-card").dataset.asked = wanted ? "yes" : "";
    const shown = byId("dice");
    const kinds = request?.dice ?? [];
    const thrown = dice?.length ? dice : kinds.map((kind) => ({ kind, face: 0 }));
    const rolls = JSON.stringify(thrown);
    if (rolls !== this.rolls) {
      this.rolls = rolls;
      shown.replaceChildren(...thrown.map(({ kind, face }) => die(kind, face)));
    }
    shown.classList.toggle("stale", wanted);
    const faces = thrown.map(({ kind, face }) => (face ? faceName(this.words, kind, face) : ""));
    const label = faces.some(Boolean)
      ? this.words.say("web.dice.thrown", faces.join(", "))
      : this.words.say("web.dice.none");
    setAttribute(shown, "aria-label", label);
    shown.title = label;
    setText(byId("dice-text"), this.why ? this.words.say(this.why) : label);
    byId("throw").disabled = !wanted || this.why !== "";
    byId("throw").hidden = wanted && !request.sources.includes("board"); // people's dice only
    byId("dice-card").hidden = !wanted && !thrown.length;
    if (JSON.stringify(kinds) !== this.kinds) this.faces = [];
    this.kinds = JSON.stringify(kinds);
    byId("own").hidden = !wanted;
    this.#drawOwn(request);
    for (const face of byId("own-faces").children) face.disabled = this.why !== "";
  }

  #drawOwn(request) {
    const box = byId("own-faces");
    const wanted = request?.what === "throw";
    const kind = request?.dice?.[this.faces.length] ?? 0;
    const made = wanted ? `${kind} ${request.faces}` : "";
    if (box.dataset.made !== made) {
      box.dataset.made = made;
      const count = wanted ? request.faces : 0;
      // words are those of the first die; others of a throw are told by their numbers
      const sides = this.faces.length ? [] : (request?.sides ?? []);
      const faces = Array.from({ length: count }, (_, i) => this.#face(kind, i + 1, sides[i]));
      box.replaceChildren(...faces);
    }
    const several = wanted && request.dice.length > 1;
    const text = several ? [this.faces.length + 1, request.dice.length] : [];
    setText(byId("own-text"), several ? this.words.say("web.dice.which", ...text) : "");
  }

  #face(kind, face, side) {
    const name = side ? this.words.tell(side) : faceName(this.words, kind, face);
    const label = this.words.say("web.dice.own_face", name);
    const node = el("button", { type: "button", class: "face", title: label }, die(kind, face));
    if (side) node.append(el("span", { class: "side" }, name));
    node.setAttribute("aria-label", label);
    node.addEventListener("click", () => this.own(face));
    return node;
  }

  /** Draw what everybody may see of a game in which there is more than tokens. */
  drawObserved({ observation, game }) {
    byId("observed-card").hidden = !observation;
    const shown = observation ? [observed(this.words, game, observation)] : [];
    byId("observed").replaceChildren(...shown);
  }

  /** Draw the legal actions as buttons; the cells of the one that is pointed at are marked. */
  drawChoices(view) {
    const { choices } = view;
    this.view = view;
    const list = byId("choices");
    const made = JSON.stringify(choices);
    byId("choices-card").hidden = !choices?.length;
    if (list.dataset.made === made) return;
    const focused = list.contains(document.activeElement);
    list.dataset.made = made;
    list.replaceChildren(...(choices ?? []).map((choice) => this.#choice(choice)));
    this.#hint([]);
    // the keyboard must not fall off the page when its button goes
    if (focused) (list.querySelector("button") ?? byId("throw")).focus();
  }

  #choice({ a, n, text, from, to }) {
    const cells = [...(from ?? []), ...(to ?? [])];
    const node = el(
      "button",
      { type: "button", class: "choice", "data-from": from, "data-to": to, "data-action": a },
      el("span", {}, this.words.tell(text)),
      el("kbd", {}, this.#places(from, to) || n),
    );
    node.addEventListener("click", () => this.play("play", { a }));
    for (const name of ["pointerenter", "focus"]) {
      node.addEventListener(name, () => this.#hint(cells));
    }
    for (const name of ["pointerleave", "blur"]) node.addEventListener(name, () => this.#hint([]));
    return node;
  }

  /** Return from where to where a move goes, as the rulers beside the field name it. */
  #places(from, to) {
    if (!from?.length || !to?.length) return "";
    const standing = (this.view?.tokens ?? []).map(({ cell }) => cell);
    const source = from.find((cell) => standing.includes(cell)) ?? from[0];
    return `${this.field.name(source)} → ${this.field.name(to[0])}`;
  }

  #hint(cells) {
    this.field.cells.forEach(({ node }, i) => node.classList.toggle("hint", cells.includes(i)));
  }

  /** Draw what is wrong on the table. */
  drawWrong({ wrong, board, game }) {
    const title = WRONG[wrong?.outcome] ?? "";
    const told = (wrong?.words ?? []).map((one) => this.words.tell(one));
    const card = byId("wrong");
    card.hidden = !title && !told.length;
    card.dataset.outcome = wrong?.outcome ?? "none";
    const id = wrong?.guide ? "web.guide" : title || "web.wrong.way";
    setText(byId("wrong-title"), this.words.say(id));
    const list = byId("wrong-list");
    if (list.dataset.told !== JSON.stringify(told)) {
      list.dataset.told = JSON.stringify(told);
      list.replaceChildren(...told.map((text) => el("li", {}, text)));
    }
    const tidy = ["setup", "wrong"].includes(wrong?.outcome) && board?.hands && game;
    byId("tidy").hidden = !tidy;
  }

  /** Draw the last moves, newest first. */
  drawLog({ log, game }) {
    const rows = [...(log ?? [])].reverse().map(({ n, seat, text }) =>
      el(
        "li",
        {},
        el("span", { class: "log-n" }, String(n)),
        seat >= 0 ? pawn(seat, colorName(this.look, game?.colors?.[seat])) : "",
        el("span", {}, this.words.tell(text)),
      ),
    );
    byId("log").replaceChildren(...rows);
    byId("log-empty").hidden = rows.length > 0;
  }

  /** Draw what the board told, newest first. */
  drawNotes({ notes }) {
    const rows = [...(notes ?? [])].reverse().map((note) => el("li", {}, this.words.tell(note)));
    byId("notes").replaceChildren(...rows);
    byId("notes-card").hidden = !rows.length;
  }

  /** Draw whether board and mirror are there and agree. */
  drawState({ board, mirror, game }) {
    const { words } = this;
    this.line = mirror?.lines ?? 0;
    document.body.dataset.lines = this.line;
    const link = byId("link");
    link.dataset.state = board?.up ? "good" : "bad";
    setText(link, words.say(board?.up ? "web.link.up" : "web.link.down"));
    link.title = link.textContent;
    const state = byId("mirror");
    const agrees = Boolean(mirror?.agrees) && !mirror.problem;
    const id = !agrees ? "differs" : mirror.public ? "public" : "agrees";
    state.dataset.state = id === "differs" ? "bad" : "good";
    state.hidden = !board?.up && id === "differs" && !mirror?.problem;
    setText(state, words.say(`web.mirror.${id}`));
    state.title = words.tell(mirror?.problem) || state.textContent;
    const away = byId("away");
    away.hidden = !board || board.up;
    setText(away, board?.up ? "" : words.tell(board?.away) || words.say("web.link.away"));
    setText(byId("notice"), words.tell(mirror?.notice));
    byId("notice").hidden = !mirror?.notice;
    byId("new").disabled = Boolean(mirror?.public);
    const about = board?.up && game && !mirror?.public ? this.#about(board) : [];
    setText(byId("about-board"), about.map((one) => words.say(one)).join(" "));
    byId("about-board").hidden = !about.length;
    setText(byId("board-name"), board ? words.say("web.board", board.name || board.id) : "");
  }
  /** Return ids of what people should know of a board: hands only by itself, cells it lacks. */
  #about({ hands, cells, rows, cols }) {
    const about = hands ? [] : ["web.only_looking"];
    if (cells.length < rows * cols) {
      about.push(`web.${cells.length ? "partial" : "bare"}${hands ? "" : "_real"}`);
    }
    return about;
  }
}
