/** Names of cells and colors, the same as the terminal and the printed mat use. */

/** Return the name of a cell: column from a in the west, row from 1 in the north. */
export function cellName(cell, cols) {
  return `${String.fromCharCode(97 + (cell % cols))}${Math.floor(cell / cols) + 1}`;
}

/** Return the name of a color code, as the look and the style sheets know it. */
export function colorName(look, code) {
  return look.colors[code]?.name ?? "white";
}

/** Return a color in words. */
export function sayColor(words, look, code) {
  const name = colorName(look, code);
  return words.has(`web.color.${name}`) ? words.say(`web.color.${name}`) : name;
}
