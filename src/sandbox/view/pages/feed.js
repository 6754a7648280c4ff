import { el } from '../parts/dom.js';
import { subjectOf } from '../parts/message-text.js';
import { messageSlot } from './message.js';

/** @import { History } from './history.js' */
/** @import { Actions } from './message.js' */
/** @import { Message } from '../parts/types.js' */

/** More messages are read this many pixels before the end is in sight. */
const AHEAD = 1200;
/** Time that the target of a jump is highlighted, milliseconds. */
const FOUND_MS = 2500;
/** Within this many pixels the view counts as at the end. */
const NEAR_END = 80;

/**
 * The messages of a window on a conversation. The message being read stays in place while the window moves. Only
 * the messages of the window exist in the page.
 */
export class Feed {
  #history;
  #listener;
  /** @type {Map<string, { slot: HTMLElement, message: Message, before: string | undefined }>} */
  #slots = new Map();
  #extending = false;
  #current = '';
  #found = '';
  #inner = el('div', { class: 'feed-inner' });

  /**
   * @param {History} history
   * @param {{ own: string | undefined, actions: Actions, onMove: (sentAt: number) => void, onFail: (error: unknown) => void }} options
   */
  constructor(history, { own, actions, onMove, onFail }) {
    this.#history = history;
    this.#listener = { onMove, onFail };
    this.look = { own, actions };
    this.element = el(
      'div',
      {
        class: 'feed',
        role: 'feed',
        'aria-label': 'Messages',
        onscroll: () => this.#scrolled(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
        onfocusin: (/** @type {FocusEvent} */ event) => this.#focused(event),
      },
      this.#inner,
    );
  }

  /** @param {string} uid whose messages stand at the right */
  setOwn(uid) {
    if (this.look.own === uid) return;
    this.look = { ...this.look, own: uid };
    const wasAtEnd = this.#isAtEnd();
    this.#slots.clear();
    this.#redrawInPlace();
    if (wasAtEnd) this.element.scrollTop = this.element.scrollHeight;
  }

  async first() {
    await this.#history.first();
    this.#draw();
    this.element.scrollTop = 0;
    this.#pick(this.#history.items[0]?.id);
  }

  async last() {
    await this.#history.last();
    this.#draw();
    this.element.scrollTop = this.element.scrollHeight;
    this.#pick(this.#history.items.at(-1)?.id);
  }

  /** @param {number} sentAt */
  async at(sentAt) {
    const id = await this.#history.at(sentAt);
    this.#draw();
    this.#reveal(id ?? this.#history.items.at(-1)?.id);
  }

  /** @param {string} id */
  async around(id) {
    if (!this.#history.items.some((message) => message.id === id)) await this.#history.around(id);
    this.#draw();
    this.#reveal(id);
  }

  /** Reads new messages if the end is shown. Stays at the end if it was there. */
  async follow() {
    if (!this.#history.atEnd) return;
    const wasAtEnd = this.#isAtEnd();
    if (this.#history.items.length === 0) return this.last();
    const known = new Set(this.#history.items.map(({ id }) => id));
    if (!(await this.#history.newer())) return;
    const { items } = this.#history;
    const touched = items.filter(({ id }) => !known.has(id)).map(subjectOf);
    const seen = touched.filter((id) => id !== undefined && known.has(id));
    await this.#history.reread(/** @type {string[]} */ (seen));
    this.#redrawInPlace();
    if (wasAtEnd) this.element.scrollTop = this.element.scrollHeight;
  }

  /** Reads the messages in sight again, with all changes since. */
  async reload() {
    const id = this.#firstInSight()?.dataset['id'];
    if (id === undefined) return this.last();
    const wasAtEnd = this.#isAtEnd();
    await this.#history.around(id);
    this.#redrawInPlace();
    if (wasAtEnd) this.element.scrollTop = this.element.scrollHeight;
  }

  focus() {
    this.#article(this.#current)?.focus({ preventScroll: true });
  }

  #isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.element;
    return scrollTop + clientHeight >= scrollHeight - NEAR_END;
  }

  /** Makes the page hold exactly the messages of the window. Messages that stay are not touched. */
  #draw() {
    const { items } = this.#history;
    const ids = new Set(items.map(({ id }) => id));
    for (const [id, { slot }] of this.#slots)
      if (!ids.has(id)) {
        slot.remove();
        this.#slots.delete(id);
      }
    /** @type {HTMLElement[]} */
    const slots = [];
    for (const [index, message] of items.entries()) {
      const before = items[index - 1];
      const known = this.#slots.get(message.id);
      // The message before decides whether a name or a day stands above a message.
      const isCurrent = known?.message === message && known.before === before?.id;
      const slot = isCurrent ? known.slot : messageSlot(message, before, this.look);
      if (!isCurrent) known?.slot.remove();
      this.#slots.set(message.id, { slot, message, before: before?.id });
      slots.push(slot);
    }
    if (
      slots.some((slot, index) => this.#inner.children[index] !== slot) ||
      slots.length !== this.#inner.childElementCount
    )
      this.#inner.replaceChildren(...slots);
    this.#markFound();
    this.#setCurrent(this.#slots.has(this.#current) ? this.#current : (items.at(-1)?.id ?? ''));
    requestAnimationFrame(() => this.#scrolled());
  }

  #redrawInPlace() {
    const top = this.element.getBoundingClientRect().top;
    const ids = new Set(this.#history.items.map(({ id }) => id));
    const anchor = this.#firstInSight((slot) => ids.has(slot.dataset['id'] ?? ''));
    const offset = anchor ? anchor.getBoundingClientRect().top - top : 0;
    const focused = this.element.contains(document.activeElement);
    const id = anchor?.dataset['id'];
    this.#draw();
    // The anchor may be a new element, with or without a day above it.
    const redrawn = id === undefined ? undefined : this.#slots.get(id)?.slot;
    if (redrawn) this.element.scrollTop += redrawn.getBoundingClientRect().top - top - offset;
    if (focused && !this.element.contains(document.activeElement)) this.focus();
  }

  /** @param {(slot: HTMLElement) => boolean} [matches] */
  #firstInSight(matches = () => true) {
    const { top } = this.element.getBoundingClientRect();
    const slots = /** @type {HTMLElement[]} */ ([...this.#inner.children]);
    let low = 0;
    let high = slots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((slots[middle]?.getBoundingClientRect().bottom ?? 0) > top) high = middle;
      else low = middle + 1;
    }
    return slots.slice(low).find(matches) ?? slots.findLast(matches);
  }

  #scrolled() {
    const sentAt = Number(this.#firstInSight()?.dataset['sentAt']);
    if (Number.isFinite(sentAt)) this.#listener.onMove(sentAt);
    this.#extend();
  }

  async #extend() {
    if (this.#extending || !this.element.isConnected) return;
    this.#extending = true;
    const { items } = this.#history;
    try {
      const { scrollTop, clientHeight, scrollHeight } = this.element;
      let grown = false;
      if (scrollTop < AHEAD && !this.#history.atStart) grown = await this.#history.older();
      else if (scrollTop + clientHeight > scrollHeight - AHEAD && !this.#history.atEnd)
        grown = await this.#history.newer();
      else return;
      // A jump in the meantime has already drawn its own messages.
      if (grown && items !== this.#history.items) this.#redrawInPlace();
    } catch (error) {
      this.#listener.onFail(error);
    } finally {
      this.#extending = false;
    }
  }

  /** @param {string | undefined} id */
  #reveal(id) {
    if (id === undefined) return;
    this.#slots.get(id)?.slot.scrollIntoView({ block: 'start' });
    this.#found = id;
    this.#markFound();
    setTimeout(() => {
      if (this.#found === id) this.#found = '';
      this.#markFound();
    }, FOUND_MS);
    this.#pick(id);
  }

  #markFound() {
    for (const [id, { slot }] of this.#slots) slot.classList.toggle('found', id === this.#found);
  }

  /** @param {string | undefined} id the message that keys start from; it gets the focus if the feed has the focus */
  #pick(id) {
    if (id === undefined) return;
    this.#setCurrent(id);
    const { activeElement } = document;
    if (this.element.contains(activeElement)) this.focus();
  }

  /** @param {string} id */
  #article(id) {
    return /** @type {HTMLElement | null | undefined} */ (
      this.#slots.get(id)?.slot.querySelector(':scope > article')
    );
  }

  /** @param {string} id the only message that Tab reaches, with all of its buttons */
  #setCurrent(id) {
    for (const one of new Set([this.#current, id])) {
      const article = this.#article(one);
      const tabindex = one === id ? '0' : '-1';
      article?.setAttribute('tabindex', tabindex);
      for (const inner of article?.querySelectorAll('a, button') ?? [])
        inner.setAttribute('tabindex', tabindex);
    }
    this.#current = id;
  }

  /** @param {FocusEvent} event */
  #focused({ target }) {
    const id =
      target instanceof Element
        ? /** @type {HTMLElement | null} */ (target.closest('.slot'))?.dataset['id']
        : undefined;
    if (id !== undefined && id !== this.#current) this.#setCurrent(id);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (step !== undefined) {
      const at = this.#history.items.findIndex(({ id }) => id === this.#current);
      const next = this.#history.items[at + step];
      event.preventDefault();
      event.stopPropagation();
      if (!next) return;
      this.#setCurrent(next.id);
      const article = this.#article(next.id);
      article?.focus({ preventScroll: true });
      article?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && event.target === this.#article(this.#current)) {
      const message = this.#history.items.find(({ id }) => id === this.#current);
      if (message) this.look.actions.details(message);
    }
  }
}
