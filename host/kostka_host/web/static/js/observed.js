/**
 * An observation as a table that people can read: names on the left, values on the right.
 *
 * Words come by message ids, where the game has them: `<game>.see.<name>` for an entry, with
 * `.seat` after it where its value is a seat, `.seats` where it is a list of one value a seat,
 * and `<game>.see.<name>.<value>` for a value. What has no words is shown as it is.
 */

import { el } from "./dom.js";
import { pictureOf } from "./icons.js";

const KINDS = ["", ".seat", ".seats"];

class Reader {
  constructor(words, game, name) {
    Object.assign(this, { words, game, name });
    this.pictures = game?.icons?.seen.includes(name);
    const ids = KINDS.map((kind) => `${game?.name}.see.${name}${kind}`);
    const at = ids.findIndex((id) => words.has(id));
    this.kind = KINDS[at] ?? "";
    this.title = at < 0 ? name.replaceAll("_", " ") : words.say(ids[at]);
  }

  /** Return one value: a picture, or words. */
  say(value) {
    const { words } = this;
    const picture = this.pictures ? pictureOf(words, this.game, value) : null;
    if (picture) return picture;
    if (this.kind === ".seat") return value < 0 ? "–" : words.say("web.seat", value + 1);
    const id = `${this.game?.name}.see.${this.name}.${value}`;
    if (words.has(id)) return words.say(id);
    if (value === null || value === "") return "–";
    if (value === true) return words.say("web.yes");
    if (value === false) return words.say("web.no");
    return String(value);
  }

  /** Return what stands on the right: one value, several in a row, or a list of such. */
  cell(value, depth = 0) {
    if (plain(value)) return this.say(value);
    if (!Array.isArray(value)) return observed(this.words, this.game, value);
    if (!value.length) return "–";
    if (!depth && this.kind === ".seats") return this.#bySeat(value);
    if (value.every(plain)) {
      const look = this.pictures ? "picture" : "value";
      const values = value.map((one) => el("span", { class: look }, this.say(one)));
      return el("div", { class: "values" }, ...values);
    }
    return el(this.pictures ? "ul" : "ol", {}, ...value.map((one) => el("li", {}, this.cell(one, depth + 1))));
  }

  #bySeat(values) {
    const rows = values.flatMap((one, seat) => [
      el("dt", {}, this.words.say("web.seat", seat + 1)),
      el("dd", {}, this.cell(one, 1)),
    ]);
    return el("dl", { class: "by-seat" }, ...rows);
  }
}

function plain(value) {
  return value === null || typeof value !== "object";
}

/** Return a table of an object's entries, in the words and pictures of a game. */
export function observed(words, game, values) {
  const rows = Object.entries(values).map(([name, value]) => {
    const reader = new Reader(words, game, name);
    const title = el("th", { scope: "row" }, reader.title);
    return el("tr", {}, title, el("td", {}, reader.cell(value)));
  });
  return el("table", {}, el("tbody", {}, ...rows));
}
