/**
 * Elements without HTML text. Strings only become text nodes, so data can never be markup.
 * @typedef {Node | string | number | null | undefined | false} Child
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element with attributes; those that are undefined are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | undefined>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) node.setAttribute(name, value);
  fill(node, ...children);
  return node;
}

/**
 * Creates an element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
export function drawn(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * Replaces the children of an element.
 * @param {Element} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
  const kept = children.filter((child) => child !== null && child !== undefined && child !== false);
  node.replaceChildren(...kept.map((child) => (child instanceof Node ? child : String(child))));
}

/**
 * An element that the page always has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}

/**
 * A text from the data in its own box: it cannot change the direction of its surroundings, and control characters are
 * shown as pictures.
 * @param {string} text
 * @param {string} [className]
 */
export function isolated(text, className) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const visible = text.replace(/[\u0000-\u001f\u007f]/g, (char) =>
    char === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + char.charCodeAt(0)),
  );
  return el('bdi', { class: className, dir: 'auto' }, visible);
}

/**
 * A bar of which a part is filled.
 * @param {number} percent
 */
export function meter(percent) {
  const svg = drawn(
    'svg',
    { 'aria-hidden': 'true' },
    drawn('rect', { width: `${percent}%`, height: '100%' }),
  );
  return el('div', { class: 'meter' }, svg);
}

/**
 * A table with a name and a head.
 * @param {string} caption
 * @param {readonly (readonly [name: string, className?: string])[]} columns
 * @param {HTMLTableRowElement[]} rows
 */
export function table(caption, columns, rows) {
  const heads = columns.map(([name, className]) => el('th', { scope: 'col', class: className }, name));
  return el(
    'table',
    {},
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, ...heads)),
    el('tbody', {}, ...rows),
  );
}

/**
 * A number with its name, for a list of them.
 * @param {string} name
 * @param {string} value
 * @param {string} [more]
 */
export function figure(name, value, more = '') {
  return el('div', {}, el('dt', {}, name), el('dd', {}, value, more && ' ', more && el('span', {}, more)));
}
