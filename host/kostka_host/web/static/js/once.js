/** Wishes that are meant for one line of the game: each is sent with that line, and once. */

const SEEN_MS = 400; // in which the view that follows from a wish is here

/**
 * Return `send(what, fields)` for wishes that go through `act` with the line that the page shows
 * now, which `line()` tells. A second click for the same line is dropped; a refusal frees the wish.
 */
export function once(act, line) {
  const out = new Set();
  return async (what, fields = {}) => {
    const wish = { ...fields, n: line() };
    const mark = JSON.stringify([what, wish]);
    if (out.has(mark)) return null;
    out.add(mark);
    const answer = await act(what, wish);
    if (answer?.ok) setTimeout(() => out.delete(mark), SEEN_MS);
    else out.delete(mark);
    return answer;
  };
}
