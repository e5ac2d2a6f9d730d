/** Hands: a token is lifted where a drag or a tap begins and put where it ends. */

const FAR_PX = 5; // a pointer that moves less has tapped

export class Hands {
  /** `tell(error)` shows a refusal, `say(text)` speaks to screen readers. */
  constructor({ words, wire, field, tokens, tell, say }) {
    this.words = words;
    this.wire = wire;
    this.field = field;
    this.tokens = tokens;
    this.tell = tell;
    this.say = say;
    this.able = false;
    this.why = ""; // id of what to tell where it is not
    this.held = null; // {id, from}: the token in this hand
    this.drag = null; // {id, pointer, x, y, ghost, onCell}
    this.dropped = false; // a drag has just ended; its click means nothing
    field.onTap = (cell) => !this.dropped && this.tap(cell);
    field.onMove = () => this.#follow();
    document.addEventListener("pointerdown", (event) => this.#down(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#up(event));
    document.addEventListener("pointercancel", (event) => this.#cancel(event));
    tokens.tray.addEventListener("keydown", (event) => this.#boxKey(event));
  }

  /** Say whether this board's tokens can be moved from here; if not, `why` tells what to do. */
  setAble(able, why) {
    this.able = able;
    this.why = why;
    document.body.classList.toggle("hands", able);
    if (!able) this.letGo();
  }

  /** Forget what is held without telling the board: the server has put it away. */
  letGo() {
    this.drag?.ghost?.remove();
    this.drag = null;
    if (!this.held) return;
    this.held = null;
    this.tokens.carry(null);
  }

  // What a hand does ----------------------------------------------------------------------

  /** Take a token off its cell or out of the box. */
  lift(id, dragged = false) {
    const token = this.tokens.get(id);
    if (!token) return;
    const from = token.where === "box" ? null : token.cell;
    this.held = { id, from };
    this.#ask("lift", { token: id }, () => this.held?.id === id && this.letGo());
    this.tokens.carry(id, dragged ? from : this.field.current, dragged);
    this.say(this.words.say("web.hand.lifted", this.field.tokenName(token)));
  }

  /** Put the held token on a cell; a token there is carried home if a move takes it. */
  put(cell) {
    const { id } = this.held;
    this.held = null;
    this.tokens.carry(null);
    this.tokens.expect(id, cell);
    const said = this.words.say("web.hand.put", this.field.name(cell));
    this.#ask("put", { token: id, cell }, () => this.tokens.forget(id), id, said);
  }

  /** Put the held token into the box. */
  box() {
    if (!this.held) return;
    const { id } = this.held;
    this.held = null;
    this.tokens.carry(null);
    this.tokens.expect(id, null);
    this.#ask("box", { token: id }, () => this.tokens.forget(id), id);
    this.say(this.words.say("web.hand.boxed"));
  }

  /** Put the held token back where it was lifted. */
  back() {
    this.drag?.ghost?.remove();
    this.drag = null;
    if (!this.held) return false;
    const { from } = this.held;
    if (from === null || this.tokens.on(from)) this.box();
    else this.put(from);
    return true;
  }

  /** Ask for something; `said` is told once it is done. */
  async #ask(what, fields, undo, id = null, said = "") {
    const answer = await this.wire.ask(what, fields);
    if (!answer.ok) {
      undo();
      this.tell(answer);
      return;
    }
    if (said) this.say(said);
    if (id !== null) {
      // the view that shows it is on its way; it is believed from then on
      setTimeout(() => this.tokens.forget(id), 400);
    }
  }

  // Taps and keys ---------------------------------------------------------------------------

  /** Do what a tap on a cell means: lift what stands there, or put what is held. */
  tap(cell) {
    if (!this.able) {
      if (this.tokens.on(cell)) this.tell({ err: [this.why] });
      return;
    }
    if (this.held) {
      this.put(cell);
      return;
    }
    const token = this.tokens.on(cell);
    this.field.focus(cell);
    if (token) this.lift(token.id);
  }

  #follow() {
    if (this.held && !this.drag) this.tokens.carry(this.held.id, this.field.current);
  }

  #boxKey(event) {
    const token = event.target.closest("[data-token]");
    if (!token || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    this.#tapToken(token.dataset.token);
  }

  #tapToken(id) {
    if (!this.able) return;
    const token = this.tokens.get(id);
    if (this.held?.id === id) {
      if (this.tokens.on(this.field.current)) this.back();
      else this.put(this.field.current);
    } else if (token?.where === "table") {
      this.tap(token.cell);
    } else if (!this.held) {
      this.lift(id);
      this.field.focus();
    }
  }

  // Pointers --------------------------------------------------------------------------------

  #down(event) {
    this.dropped = false;
    if (event.button !== 0 || this.drag) return;
    const node = event.target.closest?.("[data-token]");
    const onCell = !node && event.pointerType === "mouse";
    const id = node?.dataset.token ?? (onCell ? this.#under(event) : null);
    if (!id) return;
    if (!this.able) {
      this.tell({ err: [this.why] });
      return;
    }
    if (node) event.preventDefault(); // no selection, no scrolling
    const cell = this.tokens.get(id)?.cell;
    if (this.held && this.held.id !== id && cell === null) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.drag = { id, pointer, x, y, ghost: null, onCell };
  }

  /** Return the token of the cell under a pointer, also while it is drawn on its way there. */
  #under(event) {
    const cell = event.target.closest?.("#cells [data-cell]")?.dataset.cell;
    return cell === undefined ? null : (this.tokens.on(Number(cell))?.id ?? null);
  }

  #move(event) {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR_PX) return;
      if (this.held && this.held.id !== drag.id) return;
      this.#start(drag);
      if (!this.drag) return;
    }
    drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  }

  #start(drag) {
    const node = this.tokens.element(drag.id);
    if (!node) {
      this.drag = null;
      return;
    }
    const ghost = node.cloneNode(true);
    ghost.removeAttribute("data-token");
    ghost.className = "token ghost";
    ghost.style.left = "0";
    ghost.style.top = "0";
    ghost.style.width = `${node.offsetWidth}px`;
    document.body.append(ghost);
    drag.ghost = ghost;
    if (this.held) this.tokens.carry(this.held.id, this.held.from, true);
    else this.lift(drag.id, true);
  }

  #up(event) {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId) return;
    this.drag = null;
    if (!drag.ghost) {
      if (!drag.onCell) this.#tapToken(drag.id); // a cell gets its click anyway
      return;
    }
    this.dropped = drag.onCell;
    drag.ghost.remove();
    if (!this.held) return; // refused meanwhile
    const cell = this.field.cellAt(event.clientX, event.clientY);
    if (cell === null) this.box();
    else this.put(cell);
  }

  #cancel(event) {
    if (this.drag?.pointer === event.pointerId) this.back();
  }
}
