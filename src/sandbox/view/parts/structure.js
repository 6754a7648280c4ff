import { el, isolated } from './dom.js';

/** The deepest level. Deeper data is cut, so that no metadata makes a page too long to scroll. */
const DEPTH_MAX = 8;
const NODES_MAX = 400;

/**
 * JSON as nested lists of names and values.
 * @param {unknown} value
 */
export function structure(value) {
  let left = NODES_MAX;
  /**
   * @param {unknown} one
   * @param {number} depth
   * @returns {HTMLElement}
   */
  const show = (one, depth) => {
    left -= 1;
    if (one === null || typeof one !== 'object' || isLongNumber(one)) return scalar(one);
    const entries = Object.entries(one);
    if (entries.length === 0)
      return el('span', { class: 'muted' }, Array.isArray(one) ? 'empty list' : 'empty');
    if (depth >= DEPTH_MAX || left <= 0) return el('span', { class: 'muted' }, `… ${entries.length} more`);
    const list = el('dl', { class: 'structure' });
    for (const [index, [name, inner]] of entries.entries()) {
      if (left <= 0) {
        list.append(el('dt', { class: 'muted' }, `… ${entries.length - index} more`), el('dd'));
        break;
      }
      const mark = Array.isArray(one) ? el('dt', { class: 'point' }, '•') : el('dt', {}, isolated(name));
      list.append(mark, el('dd', {}, show(inner, depth + 1)));
    }
    return list;
  };
  return show(value, 0);
}

/**
 * True if a value is a number that was read with all its digits.
 * @param {unknown} value
 */
const isLongNumber = (value) => /** @type {any} */ (JSON).isRawJSON?.(value) === true;

/** @param {unknown} value */
function scalar(value) {
  if (typeof value === 'string') return isolated(value === '' ? '(empty)' : value, 'value');
  return el('code', { class: 'value' }, isLongNumber(value) ? JSON.stringify(value) : String(value));
}

/**
 * A section that is closed until somebody opens it.
 * @param {string} title
 * @param {() => Node} make
 * @param {boolean} [open]
 */
export function onDemand(title, make, open = false) {
  const box = el('details', { class: 'on-demand', open }, el('summary', {}, title));
  const show = () => {
    if (box.open && box.childElementCount === 1) box.append(make());
  };
  box.addEventListener('toggle', show);
  show();
  return box;
}

/** @typedef {readonly (readonly [string, Node | string | number | undefined | null])[]} Facts */

/**
 * Names and values side by side. A value that is undefined is left out with its name.
 * @param {Facts} facts
 */
export function factList(facts) {
  const list = el('dl', { class: 'facts' });
  for (const [name, value] of facts) {
    if (value === undefined || value === null || value === '') continue;
    list.append(el('dt', {}, name), el('dd', {}, value instanceof Node ? value : isolated(String(value))));
  }
  return list;
}
