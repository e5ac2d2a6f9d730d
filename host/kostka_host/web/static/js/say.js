/** Words: message ids and arguments become a language, as kostka.text does it on the board. */

import { keep, kept } from "./dom.js";

const FALLBACK = "en";
const RULES = {
  // the gettext rules of the languages that have more than one and other
  cs: (n) => (n === 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2),
  sk: (n) => (n === 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2),
};

/** Return which plural form a language uses for a number. */
export function pluralForm(lang, n) {
  return lang in RULES ? RULES[lang](n) : n === 1 ? 0 : 1;
}

function isMessage(value) {
  return Array.isArray(value) && typeof value[0] === "string";
}

function show(value) {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (Array.isArray(value)) {
    const parts = value.map((one) => (typeof one === "string" ? `'${one}'` : show(one)));
    return `[${parts.join(", ")}]`;
  }
  return String(value);
}

function choose(lang, text, args) {
  if (!text.includes("|")) return text;
  const forms = text.split("|");
  if (Number(forms[0]) >= args.length) return null;
  const count = args[Number(forms[0])];
  return forms[1 + pluralForm(lang, Number.isInteger(count) ? count : 0)] ?? forms.at(-1);
}

function format(text, args) {
  if (text === null) return null;
  let complete = true;
  const filled = text.replace(/\{\{|\}\}|\{(\d+)\}/g, (found, number) => {
    if (number === undefined) return found[0];
    if (Number(number) >= args.length) complete = false;
    return show(args[Number(number)]);
  });
  return complete ? filled : null;
}

/** The words of one language; what it lacks is taken from English, else the id is shown. */
export class Words {
  /** Take the catalogs as the server sends them; the first one is the language itself. */
  constructor(...catalogs) {
    this.catalogs = catalogs;
    this.lang = catalogs[0].lang;
  }

  /** Return the words of a message id; an argument that is a message of its own is said too. */
  say(id, ...args) {
    const said = args.map((arg) => (isMessage(arg) ? this.say(...arg) : arg));
    for (const { lang, words } of this.catalogs) {
      if (!Object.hasOwn(words, id)) continue;
      const text = format(choose(lang, words[id], said), said);
      if (text !== null) return text;
      break;
    }
    return said.length ? `${id}(${said.map(show).join(", ")})` : id;
  }

  /** Say whether any of the catalogs knows a message id. */
  has(id) {
    return this.catalogs.some(({ words }) => Object.hasOwn(words, id));
  }

  /** Return a list [id, args…] as words, null as nothing. */
  tell(message) {
    return message ? this.say(...message) : "";
  }

  /** Return several messages of the server in words, one after the other. */
  list(messages) {
    return (messages ?? []).map((message) => this.tell(message)).join(" ");
  }
}

async function json(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

function wished(languages) {
  const asked = new URLSearchParams(location.search).get("lang");
  const wishes = [asked, kept("lang"), ...navigator.languages];
  for (const wish of wishes) {
    const short = (wish ?? "").split("-")[0].toLowerCase();
    if (languages.includes(short)) return short;
  }
  return FALLBACK;
}

/**
 * Return {words, languages, look}: the catalog that the address, this browser or its user wishes,
 * all languages, and what lights look like.
 */
export async function loadWords() {
  const { words, languages, look } = await json("/begin.json"); // English stands behind all others
  const lang = wished(languages);
  const own = lang === FALLBACK ? [] : [await json(`/words/${lang}.json`)];
  return { words: new Words(...own, words), languages, look };
}

/** Keep a language and show the page in it. */
export function useLanguage(lang) {
  keep("lang", lang);
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  location.replace(address);
}

/** Fill in the words of static markup: data-say for texts, data-say-label for names. */
export function fillWords(root, words) {
  document.documentElement.lang = words.lang;
  for (const node of root.querySelectorAll("[data-say]")) {
    node.textContent = words.say(node.dataset.say);
  }
  for (const node of root.querySelectorAll("[data-say-label]")) {
    const label = words.say(node.dataset.sayLabel);
    node.setAttribute("aria-label", label);
    if (node.matches("button, select")) node.title = label;
  }
}
