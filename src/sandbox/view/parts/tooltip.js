import { byId, fill } from './dom.js';

/** The only tooltip of the page. It closes when the pointer or the focus leaves its owner, and with Escape. */
export class Tooltip {
  #box = byId('tooltip');
  /** @type {HTMLElement | undefined} */
  #owner;

  constructor() {
    document.addEventListener('scroll', () => this.hide(), { capture: true, passive: true });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.hide();
    });
  }

  /**
   * @param {HTMLElement} owner
   * @param {string} text
   */
  show(owner, text) {
    this.hide();
    this.#owner = owner;
    owner.setAttribute('aria-describedby', 'tooltip');
    for (const event of ['mouseleave', 'blur'])
      owner.addEventListener(event, () => this.hide(owner), { once: true });
    fill(this.#box, text);
    // It is measured at the left edge, where it has all the room.
    this.#box.style.left = '0';
    this.#box.hidden = false;
    const at = owner.getBoundingClientRect();
    const { width, height } = this.#box.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left, innerWidth - width - 8));
    this.#box.style.left = `${left}px`;
    this.#box.style.top = `${at.top > height + 12 ? at.top - height - 6 : at.bottom + 6}px`;
  }

  /** @param {HTMLElement} [owner] hides only what belongs to it */
  hide(owner) {
    if (owner !== undefined && owner !== this.#owner) return;
    this.#owner?.removeAttribute('aria-describedby');
    this.#owner = undefined;
    this.#box.hidden = true;
  }

  /** @param {HTMLElement} owner */
  belongsTo(owner) {
    return this.#owner === owner;
  }
}
