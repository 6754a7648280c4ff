import { byId, el, fill, icon } from './dom.js';

/** The column at the right: a thread, the details of a message, members. Beside the content, or above it where it is narrow. */
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
    const close = el(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        'aria-label': 'Close the panel',
        title: 'Close (Esc)',
        onclick: () => this.close(),
      },
      icon('close'),
    );
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

  /** Closes it and goes back to where it was opened from; false when it was closed already. */
  close() {
    if (this.#box.hidden) return false;
    this.#box.hidden = true;
    fill(this.#box);
    if (this.#cameFrom?.isConnected) this.#cameFrom.focus();
    this.#cameFrom = undefined;
    return true;
  }
}
