/** The dialog about the table: the game's name, who plays, how the mat lies, saved games. */

import { byId, el, setText } from "./dom.js";

const KINDS = ["h", "b", "r"];

export class Shelf {
  constructor({ words, wire, newGame }) {
    Object.assign(this, { words, wire, newGame });
    this.view = {};
    this.dialog = byId("shelf-dialog");
    byId("shelf").addEventListener("click", () => this.open());
    byId("shelf-close").addEventListener("click", () => this.dialog.close());
    byId("shelf-another").addEventListener("click", () => {
      this.dialog.close();
      newGame.open();
    });
    byId("shelf-name").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#ask("save", { name: byId("shelf-called").value });
    });
    byId("shelf-turn").addEventListener("change", (event) =>
      this.#ask("turn", { turn: Number(event.target.value) }),
    );
    byId("shelf-turn").append(
      ...[0, 1, 2, 3].map((turn) =>
        el("option", { value: turn }, words.say("menu.quarters", turn)),
      ),
    );
    this.#twice(byId("shelf-over"), () => this.#ask("over"));
    this.#twice(byId("shelf-abort"), () => this.#ask("abort"));
  }

  /** Take what the server knows. */
  set(view) {
    this.view = view;
    if (this.dialog.open) this.#draw();
  }

  /** Show the dialog, and ask the board what is on it. */
  open() {
    if (this.dialog.open) return;
    setText(byId("shelf-error"), "");
    byId("shelf-called").value = this.view.about?.name ?? "";
    this.dialog.showModal();
    this.#draw();
    this.#ask("saves");
  }

  async #ask(what, fields) {
    setText(byId("shelf-error"), "");
    const answer = await this.wire.ask(what, fields);
    if (!answer.ok) setText(byId("shelf-error"), this.words.tell(answer.err));
    this.#draw();
    return answer.ok;
  }

  #draw() {
    const { about, game, saves } = this.view;
    byId("shelf-game").hidden = !game;
    byId("shelf-abort").disabled = Boolean(game?.over);
    byId("shelf-turn").value = String(about?.turn ?? 0);
    this.#drawSeats(game, about?.kinds ?? []);
    const rows = (saves ?? []).map((save) => this.#save(save));
    const list = byId("shelf-saves");
    const made = JSON.stringify(saves);
    if (list.dataset.made !== made) {
      list.dataset.made = made;
      list.replaceChildren(...rows);
    }
    byId("shelf-none").hidden = !saves || rows.length > 0;
  }

  #drawSeats(game, kinds) {
    const box = byId("shelf-seats");
    const made = JSON.stringify([game?.seats, kinds]);
    if (box.dataset.made === made) return;
    box.dataset.made = made;
    const at = [...box.querySelectorAll("select")].indexOf(document.activeElement);
    const picks = Array.from({ length: game?.seats ?? 0 }, (_, seat) => {
      const pick = el(
        "select",
        {},
        ...KINDS.map((kind) =>
          el("option", { value: kind, selected: kinds[seat] === kind }, this.#kind(kind)),
        ),
      );
      pick.addEventListener("change", () => {
        const wanted = kinds.map((kind, i) => (i === seat ? pick.value : kind));
        this.#ask("seats", { kinds: wanted.join("") });
      });
      return el("label", { class: "shelf-seat" }, this.words.say("web.seat", seat + 1), pick);
    });
    box.replaceChildren(...picks);
    box.querySelectorAll("select")[at]?.focus();
  }

  #kind(kind) {
    return this.words.say(`web.kind.${kind}`);
  }

  #save({ id, name, game, lines, finished, current }) {
    const state = current ? "in_play" : finished ? "finished" : "left";
    const open = el("button", { type: "button" }, this.words.say("web.shelf.open"));
    const drop = el("button", { type: "button" }, this.words.say("web.shelf.drop"));
    open.addEventListener("click", async () => {
      if (await this.#ask("open", { id })) this.dialog.close();
    });
    this.#twice(drop, () => this.#ask("drop", { id }));
    const title = game ? this.words.tell([`${game}.title`]) : this.words.say("web.shelf.damaged");
    return el(
      "li",
      { class: "save", "data-id": id, "data-state": state },
      el(
        "span",
        { class: "save-what" },
        el("strong", {}, name || title),
        el(
          "span",
          { class: "quiet" },
          this.words.say("web.shelf.line", title, lines, this.words.say(`web.shelf.${state}`)),
        ),
      ),
      current ? "" : open,
      current ? "" : drop,
    );
  }

  /** What cannot be taken back is done when its button is pressed a second time. */
  #twice(button, act) {
    let said = "";
    const calm = () => {
      if (said) button.textContent = said;
      said = "";
      button.classList.remove("sure");
    };
    button.addEventListener("click", () => {
      if (said) {
        calm();
        act();
        return;
      }
      said = button.textContent;
      button.textContent = this.words.say("web.shelf.sure");
      button.classList.add("sure");
    });
    button.addEventListener("blur", calm);
  }
}
