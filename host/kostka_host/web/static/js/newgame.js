/** The dialog that begins a new game: game, seats and options as the server offers them. */

import { byId, el, setText } from "./dom.js";

export class NewGame {
  constructor({ words, act }) {
    Object.assign(this, { words, act });
    this.dialog = byId("new-dialog");
    this.form = byId("new-form");
    this.games = [];
    byId("new").addEventListener("click", () => this.open());
    byId("new-cancel").addEventListener("click", () => this.dialog.close());
    byId("new-game").addEventListener("change", () => this.#drawGame());
    this.form.addEventListener("submit", (event) => this.#begin(event));
  }

  /** Take the games that the server knows and the one on the table. */
  set({ games, game }) {
    this.games = games ?? [];
    this.game = game;
  }

  /** Show the dialog, with the game on the table filled in. */
  open() {
    if (this.dialog.open || !this.games.length) return;
    const chosen = this.game?.name ?? this.games[0].name;
    byId("new-game").replaceChildren(
      ...this.games.map(({ name, title }) =>
        el("option", { value: name, selected: name === chosen }, this.words.tell(title)),
      ),
    );
    byId("new-ends").hidden = !this.game || Boolean(this.game.over);
    setText(byId("new-error"), "");
    this.#drawGame();
    this.dialog.showModal();
  }

  #chosen() {
    return this.games.find(({ name }) => name === byId("new-game").value) ?? this.games[0];
  }

  #drawGame() {
    const chosen = this.#chosen();
    setText(byId("new-made"), this.words.list(chosen.made));
    const same = this.game?.name === chosen.name;
    const now = new Map(same ? this.game.options : []);
    const [low, high] = chosen.seats;
    const seats = same ? this.game.seats : high;
    byId("new-seats").replaceChildren(
      ...range(low, high).map((count) =>
        el(
          "label",
          { class: "pick" },
          el("input", { type: "radio", name: "seats", value: count, checked: count === seats }),
          el("span", {}, String(count)),
        ),
      ),
    );
    byId("new-options").replaceChildren(
      ...chosen.options.map((option) => this.#option(option, now.get(option.name))),
    );
  }

  #option(option, now) {
    const { name, kind, choices, per_seat: perSeat, help } = option;
    const value = String(now ?? option.default);
    const id = `option-${name}`;
    const known = { id, name, "data-kind": kind };
    let input;
    if (perSeat) {
      input = el("input", { ...known, type: "text", value });
    } else if (kind === "flag") {
      const on = value === "true" || value === "True" || value === "on" || value === "1";
      input = el("input", { ...known, type: "checkbox", checked: on });
    } else if (kind === "int" && choices[1] - choices[0] > 20) {
      const [min, max] = choices;
      input = el("input", { ...known, type: "number", min, max, value });
    } else {
      const values = kind === "int" ? range(...choices) : choices;
      input = el(
        "select",
        known,
        ...values.map((one) =>
          el("option", { value: one, selected: String(one) === value }, this.#value(String(one))),
        ),
      );
    }
    return el(
      "div",
      { class: "option" },
      el("label", { for: id }, this.words.tell(help) || name),
      input,
    );
  }

  #value(value) {
    const id = `web.value.${value}`;
    return this.words.has(id) ? this.words.say(id) : value;
  }

  async #begin(event) {
    event.preventDefault();
    const chosen = this.#chosen();
    const data = new FormData(this.form);
    const options = {};
    for (const { name, kind } of chosen.options) {
      const input = byId(`option-${name}`);
      options[name] = kind === "flag" && input.type === "checkbox" ? input.checked : input.value;
      if (input.dataset.kind === "int" && input.value !== "") options[name] = Number(input.value);
    }
    const wish = { game: chosen.name, seats: Number(data.get("seats")), options };
    const button = byId("new-begin");
    button.disabled = true;
    const answer = await this.act("new", wish);
    button.disabled = false;
    if (answer.ok) this.dialog.close();
    else setText(byId("new-error"), this.words.tell(answer.err));
  }
}

function range(low, high) {
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}
