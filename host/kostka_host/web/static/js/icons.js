/** Pictures on tokens and tiles, for games that have some; their words are `<game>.picture.<name>`. */

import { el } from "./dom.js";

/** Return the image of a picture by its name. */
function image(words, game, name) {
  const alt = words.say(`${game}.picture.${name}`);
  return el("img", { class: "icon", src: `/icon/${game}/${name}.svg`, alt, title: alt });
}

/** Return the image of picture `number` of a game (see `game` in the views), null for none. */
export function pictureOf(words, game, number) {
  const name = game?.icons?.names[number];
  return name ? image(words, game.name, name) : null;
}

/** Return the images of all pictures that a message names, in order. */
export function picturesIn(words, game, message) {
  const start = `${game?.name}.picture.`;
  const named = (message ?? []).filter((arg) => Array.isArray(arg) && arg[0]?.startsWith?.(start));
  if (!game?.icons) return [];
  return named.map(([id]) => image(words, game.name, id.slice(start.length)));
}
