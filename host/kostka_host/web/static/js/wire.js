/** The connection to the server: views come in, wishes go out; it comes back by itself. */

const FIRST_MS = 200;
const LONGEST_MS = 2000;
const OTHER_GAME = 4404; // the code with which the socket of a seat of an old game ends

export class Wire {
  /**
   * Take the path of the socket, and what to call: `take(view, first)` with each message,
   * `state(up)` when the connection comes or goes, `ended()` when it is over for good: the page
   * itself is not to be had any more.
   */
  constructor(path, take, state, ended = null) {
    this.path = path;
    this.ended = ended;
    this.take = take;
    this.state = state;
    this.up = false;
    this.number = 0;
    this.waiting = new Map();
    this.delay = FIRST_MS;
    this.timer = 0;
  }

  /** Connect, and again whenever the connection is lost. */
  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`ws://${location.host}${this.path}`);
    this.socket = socket;
    this.fresh = true;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = ({ code }) => this.#lost(socket, code);
  }

  #hear(message) {
    if (message.t === "re") {
      const settle = this.waiting.get(message.i);
      this.waiting.delete(message.i);
      settle?.(message);
      return;
    }
    if (message.t !== "view") return;
    const first = this.fresh;
    this.fresh = false;
    this.delay = FIRST_MS;
    this.take(message, first);
    if (first) this.#tell(true);
  }

  async #lost(socket, code) {
    if (socket !== this.socket) return;
    const never = this.fresh;
    this.#tell(false);
    for (const settle of this.waiting.values()) settle({ ok: 0, err: ["web.lost"] });
    this.waiting.clear();
    if (this.ended && (code === OTHER_GAME || (never && (await this.#gone())))) {
      this.ended();
      return;
    }
    this.timer = setTimeout(() => this.open(), this.delay);
    this.delay = Math.min(2 * this.delay, LONGEST_MS);
  }

  /** Say whether the server is there and knows this page no more. */
  async #gone() {
    try {
      const answer = await fetch(location.pathname, { method: "HEAD" });
      return answer.status === 404;
    } catch {
      return false;
    }
  }

  #tell(up) {
    this.up = up;
    this.state(up);
  }

  /** Send a wish; return its answer {ok, err, rule}, also when the connection is lost. */
  ask(what, fields = {}) {
    if (!this.up || this.socket.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ ok: 0, err: ["web.lost"] });
    }
    this.number += 1;
    const i = this.number;
    this.socket.send(JSON.stringify({ i, do: what, ...fields }));
    return new Promise((settle) => this.waiting.set(i, settle));
  }
}
