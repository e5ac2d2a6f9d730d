/** What this browser keeps: the language and whether the page is light or dark. */

import { byId, el, keep, kept } from "./dom.js";
import { useLanguage } from "./say.js";

const NAMES = { en: "English", cs: "Čeština", sk: "Slovenčina" };
const THEMES = ["auto", "light", "dark"];

function useTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Fill and follow the choosers of language and theme. */
export function fillSettings(words, languages) {
  const chooser = byId("language");
  chooser.replaceChildren(
    ...languages.map((lang) =>
      el("option", { value: lang, lang, selected: lang === words.lang }, NAMES[lang] ?? lang),
    ),
  );
  chooser.addEventListener("change", () => useLanguage(chooser.value));
  const theme = byId("theme");
  const chosen = THEMES.includes(kept("theme")) ? kept("theme") : "auto";
  theme.replaceChildren(
    ...THEMES.map((one) =>
      el("option", { value: one, selected: one === chosen }, words.say(`web.theme.${one}`)),
    ),
  );
  useTheme(chosen);
  theme.addEventListener("change", () => {
    keep("theme", theme.value);
    useTheme(theme.value);
  });
}
