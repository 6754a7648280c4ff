import { byId, el, fill, iconButton } from './dom.js';

/**
 * The column at the right: a thread, the details of a message, or members. It lies beside the content, or above
 * it in a narrow window.
 */
export class Panel {
  #box = byId('panel');
  /** @type {HTMLElement | undefined} */
  #cameFrom;

  /**
   * @param {string} title
   * @param {...Node} content
   */
  show(title, ...content) {
    if (this.#box.hidden && document.activeElement instanceof HTMLElement)
      this.#cameFrom = document.activeElement;
    const close = iconButton('close', 'Close the panel', () => this.close(), 'Close (Esc)');
    const heading = el('h2', { class: 'panel-title', tabindex: -1 }, title);
    fill(
      this.#box,
      el('header', { class: 'panel-head' }, heading, close),
      el('div', { class: 'panel-body' }, ...content),
    );
    this.#box.setAttribute('aria-label', title);
    this.#box.hidden = false;
    heading.focus();
  }

  /** Closes the panel and returns the focus to where it was opened. False if it was already closed. */
  close() {
    if (this.#box.hidden) return false;
    this.#box.hidden = true;
    fill(this.#box);
    if (this.#cameFrom?.isConnected) this.#cameFrom.focus();
    this.#cameFrom = undefined;
    return true;
  }
}
