import { el, fill } from './dom.js';

/** @import { Read } from './types.js' */

/**
 * A page of a list: its rows, and the number of rows on all pages.
 * @template T
 * @typedef {{ items: readonly T[], total: number }} ListPage
 */

/**
 * @template T
 * @typedef {object} ListOptions
 * @property {string} label what the list holds, for screen readers
 * @property {number} rowHeight in pixels; every row has it
 * @property {(page: number, perPage: number, signal: AbortSignal) => Promise<ListPage<T>>} load pages count from 1
 * @property {(item: T) => readonly Node[]} render the content of a row
 * @property {(item: T) => void} open what Enter or a click does
 * @property {(item: T) => boolean} [isOpen] whether the page shows this row now
 * @property {string} empty the text of an empty list
 */

const PER_PAGE = 50;
/** The most pages in memory. The farthest from the visible rows are dropped and loaded again when needed. */
const PAGES_KEPT = 20;
/** Rows beyond the visible ones, above and below. */
const SPARE_ROWS = 8;
/** Browsers cannot scroll farther. */
const PIXELS_MAX = 12_000_000;

let lists = 0;

/**
 * Loads a list whose pages the API numbers.
 * @param {Read} read
 * @param {string} path
 * @param {Record<string, string>} query
 * @param {string} [as] the uid of whom the list is
 * @returns {ListOptions<any>['load']}
 */
export const numberedPages = (read, path, query, as) => async (page, perPage, signal) => {
  const { data, meta } = await read(path, { page, perPage, ...query }, { as, signal });
  return { items: data, total: meta?.pagination?.total ?? data.length };
};

/**
 * A list of any length. Only the visible rows exist; pages are loaded as they come into sight.
 * @template T
 */
export class PagedList {
  #options;
  #name;
  /** @type {Map<number, readonly T[]>} */
  #pages = new Map();
  /** @type {Set<number>} */
  #loading = new Set();
  /** @type {Map<number, HTMLElement>} */
  #rows = new Map();
  #total = -1;
  #active = 0;
  #stop = new AbortController();
  #space = el('div', { class: 'rows', role: 'presentation' });
  #note = el('p', { class: 'list-note', role: 'status' });

  /** @param {ListOptions<T>} options */
  constructor(options) {
    lists += 1;
    this.#name = `list-${lists}`;
    this.#options = options;
    this.scroller = el(
      'div',
      {
        class: 'list',
        role: 'listbox',
        tabindex: 0,
        'aria-label': options.label,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
        onscroll: () => this.#draw(),
        onfocus: () => this.#mark(),
      },
      this.#space,
    );
    this.element = el('div', { class: 'list-frame' }, this.#note, this.scroller);
    new ResizeObserver(() => this.#draw()).observe(this.scroller);
    this.#load(1);
  }

  /** Reads the visible rows again. The old rows stay until they are replaced. */
  refresh() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#loading.clear();
    const { first } = this.#visible();
    this.#pages.clear();
    this.#load(Math.floor(Math.max(0, first) / PER_PAGE) + 1);
  }

  /** Updates the highlight of the open row. */
  redraw() {
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    this.#draw();
  }

  #visible() {
    const { rowHeight } = this.#options;
    const first = Math.floor(this.scroller.scrollTop / rowHeight) - SPARE_ROWS;
    const count = Math.ceil(this.scroller.clientHeight / rowHeight) + 2 * SPARE_ROWS;
    return { first: Math.max(0, first), end: Math.min(this.#rowCount(), first + count) };
  }

  #rowCount() {
    return Math.max(0, Math.min(this.#total, Math.floor(PIXELS_MAX / this.#options.rowHeight)));
  }

  /** @param {number} page */
  async #load(page) {
    if (this.#loading.has(page)) return;
    this.#loading.add(page);
    const { signal } = this.#stop;
    try {
      const { items, total } = await this.#options.load(page, PER_PAGE, signal);
      if (signal.aborted) return;
      this.#pages.set(page, items);
      this.#total = total;
      this.#forget(page);
      this.#say();
      this.redraw();
    } catch (error) {
      if (signal.aborted) return;
      fill(this.#note, error instanceof Error ? error.message : String(error));
    } finally {
      if (!signal.aborted) this.#loading.delete(page);
    }
  }

  /** @param {number} near */
  #forget(near) {
    const farthest = [...this.#pages.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
    for (const page of farthest.slice(0, Math.max(0, farthest.length - PAGES_KEPT))) this.#pages.delete(page);
  }

  #say() {
    const shown = this.#rowCount();
    const more =
      shown < this.#total ? `The first ${shown} of ${this.#total}. A search shows the others.` : '';
    fill(this.#note, this.#total === 0 ? this.#options.empty : more);
  }

  #draw() {
    const { rowHeight } = this.#options;
    const { first, end } = this.#visible();
    this.#space.style.height = `${this.#rowCount() * rowHeight}px`;
    for (const [index, row] of this.#rows)
      if (index < first || index >= end) {
        row.remove();
        this.#rows.delete(index);
      }
    for (let index = first; index < end; index++) {
      const page = Math.floor(index / PER_PAGE) + 1;
      const items = this.#pages.get(page);
      if (!items) this.#load(page);
      if (this.#rows.has(index)) continue;
      const row = this.#row(index, items?.[index % PER_PAGE]);
      row.style.transform = `translateY(${index * rowHeight}px)`;
      row.style.height = `${rowHeight}px`;
      this.#rows.set(index, row);
      this.#space.append(row);
    }
    this.#mark();
  }

  /**
   * @param {number} index
   * @param {T | undefined} item
   */
  #row(index, item) {
    const open = item !== undefined && this.#options.isOpen?.(item) === true;
    return el(
      'div',
      {
        class: item === undefined ? 'row row-waiting' : 'row',
        id: `${this.#name}-${index}`,
        role: 'option',
        'aria-selected': String(open),
        'aria-posinset': index + 1,
        'aria-setsize': this.#total,
        onclick: () => {
          this.#active = index;
          this.#open();
        },
      },
      ...(item === undefined ? [] : this.#options.render(item)),
    );
  }

  #mark() {
    this.#active = Math.max(0, Math.min(this.#active, this.#rowCount() - 1));
    for (const [index, row] of this.#rows) row.classList.toggle('row-active', index === this.#active);
    if (this.#rows.has(this.#active))
      this.scroller.setAttribute('aria-activedescendant', `${this.#name}-${this.#active}`);
    else this.scroller.removeAttribute('aria-activedescendant');
  }

  #open() {
    const page = Math.floor(this.#active / PER_PAGE) + 1;
    const item = this.#pages.get(page)?.[this.#active % PER_PAGE];
    this.#mark();
    if (item !== undefined) this.#options.open(item);
  }

  /** @param {number} to */
  #go(to) {
    const { rowHeight } = this.#options;
    this.#active = Math.max(0, Math.min(to, this.#rowCount() - 1));
    const top = this.#active * rowHeight;
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop) this.scroller.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight)
      this.scroller.scrollTop = top + rowHeight - clientHeight;
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = Math.max(1, Math.floor(this.scroller.clientHeight / this.#options.rowHeight) - 1);
    /** @type {Record<string, () => void>} */
    const moves = {
      ArrowDown: () => this.#go(this.#active + 1),
      ArrowUp: () => this.#go(this.#active - 1),
      j: () => this.#go(this.#active + 1),
      k: () => this.#go(this.#active - 1),
      PageDown: () => this.#go(this.#active + step),
      PageUp: () => this.#go(this.#active - step),
      Home: () => this.#go(0),
      End: () => this.#go(this.#rowCount() - 1),
      Enter: () => this.#open(),
      ' ': () => this.#open(),
    };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  }
}
