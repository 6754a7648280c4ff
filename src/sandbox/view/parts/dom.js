/**
 * Elements without HTML text. Strings only become text nodes, so data can never be markup.
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {string | number | boolean | undefined | ((event: any) => void)} Prop
 */

/**
 * Creates an element. A function property such as `onclick` is a listener, any other property an attribute; false
 * and undefined are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Prop>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  append(node, children);
  return node;
}

/**
 * @param {Node} node
 * @param {readonly Child[]} children
 */
function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    node.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Replaces the children of an element.
 * @param {Element} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
  const fresh = document.createDocumentFragment();
  append(fresh, children);
  node.replaceChildren(fresh);
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
 * A text from the data in its own box. It takes its own direction and cannot change the direction of its
 * surroundings.
 * @param {string} text
 * @param {string} [className]
 */
export function isolated(text, className) {
  return el('bdi', { class: className, dir: 'auto' }, visible(text));
}

/**
 * Shows control characters as Unicode pictures, so that they are visible and have no effect.
 * @param {string} text
 */
export function visible(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (char) =>
    char === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + char.charCodeAt(0)),
  );
}

/**
 * A link that leaves the page if its address is one of the web or of mail. Otherwise only its content.
 * @param {unknown} url
 * @param {...(string | Node)} content
 */
export function webLink(url, ...content) {
  const href = webAddress(url);
  const shown = el('bdi', {}, ...content.map((each) => (typeof each === 'string' ? visible(each) : each)));
  if (!href) return shown;
  return el('a', { href, target: '_blank', rel: 'noopener noreferrer', title: href }, shown);
}

/**
 * The address if it is one of the web or of mail. Undefined for `javascript:`, `data:` and everything else.
 * @param {unknown} url
 */
export function webAddress(url) {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return /^(?:https?|mailto):$/.test(protocol) ? href : undefined;
}

const PATHS = /** @type {const} */ ({
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  first: 'M6 5h12M12 20V9M7 14l5-5 5 5',
  last: 'M6 19h12M12 4v11M7 10l5 5 5-5',
  people:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-6 7-6s7 2 7 6M16 3.5a4 4 0 0 1 0 7M18 15c2.5.6 4 2.6 4 6',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8v.01',
  thread: 'M4 5h16v11H10l-4 4v-4H4z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  swap: 'M7 8h13l-3-3M17 16H4l3 3',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  auto: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
});

/**
 * A small drawing. Screen readers ignore it; the text beside it says the same.
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.appendChild(path);
  return svg;
}

/**
 * A button with only a picture.
 * @param {Parameters<typeof icon>[0]} picture
 * @param {string} label
 * @param {() => void} act
 * @param {string} [title]
 */
export const iconButton = (picture, label, act, title = label) =>
  el(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title, onclick: act },
    icon(picture),
  );
