/** The table's page: puts its parts together. */

import { Beside } from "./beside.js";
import { byId, el, setText } from "./dom.js";
import { Field } from "./field.js";
import { Hands } from "./hands.js";
import { fillHelp } from "./help.js";
import { listen } from "./keys.js";
import { Lights } from "./lights.js";
import { Menu } from "./menu.js";
import { NewGame } from "./newgame.js";
import { fillWords, loadWords } from "./say.js";
import { Seats } from "./seats.js";
import { fillSettings } from "./settings.js";
import { Shelf } from "./shelf.js";
import { Side } from "./side.js";
import { Store } from "./store.js";
import { Tokens } from "./tokens.js";
import { Wire } from "./wire.js";

const TOAST_MS = 7000;

/** Show a refusal for a while. */
function teller(words) {
  return ({ err, rule }) => {
    const text = words.tell(err);
    const shown = [...byId("toasts").children].some((one) => one.textContent.endsWith(text));
    if (shown) return;
    const toast = el("p", { class: "toast" }, rule ? `${rule}: ${text}` : text);
    byId("toasts").append(toast);
    setTimeout(() => toast.remove(), TOAST_MS);
  };
}

/** Connect at once; what comes before the page can draw it waits for `ready(take)`. */
function connect() {
  const early = [];
  let take = (...message) => early.push(message);
  const wire = new Wire(
    "/ws",
    (message, first) => take(message, first),
    (up) => {
      byId("lost").hidden = up;
      document.body.classList.toggle("lost", !up);
    },
  );
  wire.open();
  const ready = (draw) => {
    take = draw;
    for (const message of early) draw(...message);
  };
  return { wire, ready };
}

async function start() {
  const { wire, ready } = connect();
  const { words, languages, look } = await loadWords();
  fillWords(document, words);
  fillSettings(words, languages);
  const store = new Store();
  const lights = new Lights(look);
  const tell = teller(words);
  const say = (text) => setText(byId("spoken"), text);
  const act = async (what, fields) => {
    const answer = await wire.ask(what, fields);
    if (!answer.ok) tell(answer);
    return answer;
  };
  const parts = { words, look, lights, wire, tell, say, act };
  const field = new Field(parts);
  const tokens = new Tokens({ ...parts, field });
  const hands = new Hands({ ...parts, field, tokens });
  const seats = new Seats(parts);
  const side = new Side({ ...parts, field });
  const beside = new Beside(parts);
  const newGame = new NewGame(parts);
  const shelf = new Shelf({ ...parts, wire, newGame });
  const menu = new Menu(parts);

  store.on(["board"], ({ board }) => {
    if (board) field.setBoard(board);
    hands.setAble(Boolean(board?.hands && board.up), board?.up ? "web.move_real" : "web.link.away");
  });
  store.on(["game", "board"], ({ game }) => field.setGame(game));
  store.on(["game"], ({ game }) => tokens.setGame(game));
  store.on(["game", "board"], (view) => seats.setGame(view));
  store.on(["board", "lights"], ({ lights: now }) => field.setLights(now?.cells));
  store.on(["board", "game", "lights", "request", "about"], (view) => seats.draw(view));
  store.on(["tokens", "board"], ({ tokens: now }) => tokens.set(now));
  store.on(["board", "mirror", "game"], (view) => side.drawState(view));
  store.on(["game", "request"], (view) => side.drawRequest(view));
  store.on(["request", "dice", "wrong", "board", "mirror"], (view) => side.drawDice(view));
  store.on(["beside", "request"], (view) => beside.draw(view));
  store.on(["choices", "board"], (view) => side.drawChoices(view));
  store.on(["observation", "game"], (view) => side.drawObserved(view));
  store.on(["wrong", "board", "game"], (view) => side.drawWrong(view));
  store.on(["log", "game"], (view) => side.drawLog(view));
  store.on(["notes"], (view) => side.drawNotes(view));
  store.on(["tokens", "wrong", "lights", "board"], (view) => field.describe(view));
  store.on(["games", "game"], (view) => newGame.set(view));
  store.on(["saves", "about", "game", "board"], (view) => shelf.set(view));
  store.on(["menu", "board"], (view) => menu.draw(view));
  store.on(["about"], ({ about }) => field.setTurn(about?.turn ?? 0));

  fillHelp(parts);
  listen({ field, hands, side, newGame });
  lights.run();
  ready((message, first) => {
    if (first) hands.letGo();
    store.take(message, first);
    if (!document.body.dataset.ready) performance.mark("kostka-ready");
    document.body.dataset.ready = "yes";
  });
}

start();
