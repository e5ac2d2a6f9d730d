/** The page of one seat: its request, what it may see, its choices. */

import { byId, el, setAttribute, setText } from "./dom.js";
import { die, faceName } from "./dice.js";
import { picturesIn } from "./icons.js";
import { colorName, sayColor } from "./names.js";
import { observed } from "./observed.js";
import { once } from "./once.js";
import { pawn } from "./pawn.js";
import { fillWords, loadWords } from "./say.js";
import { fillSettings } from "./settings.js";
import { Store } from "./store.js";
import { Wire } from "./wire.js";

const TOAST_MS = 7000;

class SeatPage {
  constructor({ words, look }) {
    Object.assign(this, { words, look });
    this.store = new Store();
    this.wire = new Wire(
      `/ws/seat/${location.pathname.split("/").at(-1)}`,
      (message, first) => {
        this.store.take(message, first);
        document.body.dataset.ready = "yes";
      },
      (up) => (byId("lost").hidden = up),
      () => this.end(),
    );
    // the line of the moment of a click: a seat's choices outlast lines of others
    this.play = once(
      (what, fields) => this.act(what, fields),
      () => this.store.view.mirror?.lines,
    );
    this.answered = null; // the action that this page sent and the board holds back
    byId("throw").addEventListener("click", () => this.play("roll"));
    this.store.on(["board"], ({ board }) => this.drawBoard(board));
    this.store.on(["game", "request"], (view) => this.drawRequest(view));
    this.store.on(["request", "dice"], (view) => this.drawDice(view));
    this.store.on(["choices", "game"], (view) => this.drawChoices(view));
    this.store.on(["choices", "request"], (view) => this.drawHeld(view));
    this.store.on(["observation", "game"], ({ observation, game }) => {
      const table = observed(this.words, game, observation ?? {});
      byId("observation").replaceChildren(table);
    });
  }

  async act(what, fields) {
    const answer = await this.wire.ask(what, fields);
    if (answer.ok) return answer;
    const text = this.words.tell(answer.err);
    const toast = el("p", { class: "toast" }, answer.rule ? `${answer.rule}: ${text}` : text);
    byId("toasts").append(toast);
    setTimeout(() => toast.remove(), TOAST_MS);
    return answer;
  }

  /** Say that the link is of a game that is over; nothing can be chosen here any more. */
  end() {
    this.store.take({ choices: [], request: null, dice: [], observation: {} }, false);
    byId("lost").hidden = true;
    byId("link").hidden = true;
    document.body.classList.add("ended");
    setText(byId("request"), this.words.say("web.seat.old"));
    document.title = `${this.words.say("web.seat.old")} – Kostka`;
  }

  drawBoard(board) {
    const link = byId("link");
    link.dataset.state = board?.up ? "good" : "bad";
    setText(link, this.words.say(board?.up ? "web.link.up" : "web.link.down"));
  }

  drawRequest({ game, request }) {
    const { words } = this;
    setText(byId("game-title"), words.tell(game?.title));
    byId("game-title").title = words.list(game?.made);
    const text = words.tell(game?.over) || words.tell(request?.text);
    setText(byId("request"), text);
    document.title = `${text} – Kostka`;
    const seat = game?.seat ?? -1;
    if (seat < 0) return;
    const color = game.colors[seat];
    byId("turn").replaceChildren(pawn(seat, colorName(this.look, color)));
    const name = words.say("web.seat", seat + 1);
    setText(byId("seat-name"), `${name}, ${sayColor(words, this.look, color)}`);
  }

  drawDice({ game, request, dice }) {
    const wanted = request?.what === "throw" && [-1, game?.seat].includes(request.seat);
    const kinds = request?.dice ?? [];
    const thrown = dice?.length ? dice : kinds.map((kind) => ({ kind, face: 0 }));
    byId("dice-card").hidden = !wanted && !thrown.length;
    byId("throw").hidden = !wanted || !request.sources.includes("board");
    byId("dice").replaceChildren(...thrown.map(({ kind, face }) => die(kind, face)));
    const faces = thrown.filter(({ face }) => face);
    const told = faces.map(({ kind, face }) => faceName(this.words, kind, face)).join(", ");
    const label = told
      ? this.words.say("web.dice.thrown", told)
      : this.words.say("web.dice.none");
    setAttribute(byId("dice"), "aria-label", label);
  }

  drawChoices({ choices, game }) {
    this.answered = null;
    byId("choices-card").hidden = !choices?.length;
    byId("choices").replaceChildren(
      ...(choices ?? []).map(({ a, n, text, to }) =>
        el(
          "button",
          { type: "button", class: "choice", "data-action": a, on: { click: () => this.answer(a) } },
          ...picturesIn(this.words, game, text),
          el("span", {}, this.words.tell(text)),
          to?.length ? "" : el("kbd", {}, n), // the words name the cells of a move
        ),
      ),
    );
  }

  async answer(a) {
    const answer = await this.play("play", { a });
    if (!answer?.ok) return;
    this.answered = a;
    this.drawHeld(this.store.view);
  }

  /** Draw that an answer is given and waits for those of others; another one may replace it. */
  drawHeld({ request }) {
    const held = Boolean(request?.held);
    byId("held").hidden = !held;
    for (const button of byId("choices").children) {
      const mine = held && Number(button.dataset.action) === this.answered;
      setAttribute(button, "aria-pressed", held ? String(mine) : null);
    }
  }
}

async function start() {
  const { words, languages, look } = await loadWords();
  fillWords(document, words);
  fillSettings(words, languages);
  new SeatPage({ words, look }).wire.open();
}

start();
