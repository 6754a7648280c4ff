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
 * The part of a bar that is filled.
 * @param {number} percent
 */
export const barOf = (percent) =>
  drawn('svg', { 'aria-hidden': 'true' }, drawn('rect', { width: `${percent}%`, height: '100%' }));

/**
 * A bar of which a part is filled.
 * @param {number} percent
 */
export const meter = (percent) => el('div', { class: 'meter' }, barOf(percent));

/**
 * A table with a name and a head. The first cell of a row names it; a cell has the class of its column, unless it is one already.
 * @param {string} caption
 * @param {readonly (readonly [name: string, className?: string])[]} columns
 * @param {readonly (readonly Child[])[]} cells
 */
export function table(caption, columns, cells) {
  const heads = columns.map(([name, className]) => el('th', { scope: 'col', class: className }, name));
  const rows = cells.map(([name, ...others]) => {
    const row = others.map((cell, at) =>
      cell instanceof HTMLTableCellElement ? cell : el('td', { class: columns[at + 1]?.[1] }, cell),
    );
    return el('tr', {}, el('th', { scope: 'row' }, name), ...row);
  });
  return el(
    'table',
    {},
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, ...heads)),
    el('tbody', {}, ...rows),
  );
}

/**
 * Shows the end of a process: in a word, and what ended it.
 * @param {string} text
 * @param {{ exitCode: number, error?: { code: string, message: string, hint: string } }} end
 * @param {...Child} more
 */
export function showEnd(text, { exitCode, error }, ...more) {
  const place = byId('end');
  place.hidden = false;
  place.className = `card ${exitCode === 0 ? 'good' : 'bad'}`;
  fill(
    place,
    el('p', {}, text),
    error && el('p', {}, el('code', {}, error.code), ' ', isolated(error.message)),
    error && el('p', {}, 'Next: ', isolated(error.hint)),
    ...more,
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
