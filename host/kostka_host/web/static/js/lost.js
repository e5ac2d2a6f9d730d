/** The page of an address that is none: says so in the language of this browser. */

import { fillWords, loadWords } from "./say.js";

const { words } = await loadWords();
fillWords(document, words);
