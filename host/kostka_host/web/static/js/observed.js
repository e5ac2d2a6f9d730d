/** An observation as a table that people can read: names on the left, values on the right. */

import { el } from "./dom.js";

function plain(value) {
  return value === null || typeof value !== "object";
}

function shown(words, value) {
  if (value === null || value === "") return "–";
  if (value === true) return words.say("web.yes");
  if (value === false) return words.say("web.no");
  return String(value);
}

function cell(words, value) {
  if (plain(value)) return shown(words, value);
  if (!Array.isArray(value)) return observed(words, value);
  if (!value.length) return "–";
  if (value.every(plain)) {
    const values = value.map((one) => el("span", { class: "value" }, shown(words, one)));
    return el("div", { class: "values" }, ...values);
  }
  return el("ol", {}, ...value.map((one) => el("li", {}, cell(words, one))));
}

/** Return a table of an object's entries. */
export function observed(words, values) {
  const rows = Object.entries(values).map(([name, value]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name.replaceAll("_", " ")),
      el("td", {}, cell(words, value)),
    ),
  );
  return el("table", {}, el("tbody", {}, ...rows));
}
