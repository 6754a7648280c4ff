import { el, visible, webAddress, webLink } from './dom.js';

/**
 * Markdown as chat clients render it: marks, code, links, lists, quotes, headings; line breaks stay. Everything becomes
 * elements and text nodes, so HTML in a text is text.
 * @typedef {(uid: string) => Node} Mention
 * @typedef {{ char: string, length: number, count: number, both: boolean, at: number }} Run
 */

/** Lists and quotes in each other, and marks in each other: beyond it they are text. */
const DEPTH_MAX = 8;

const FENCE = /^ {0,3}(?:(`{3,})[^`]*|(~{3,})[^~]*)$/;
const QUOTE = /^ {0,3}> ?/;
const HEADING = /^ {0,3}#{1,6}[ \t]+/;
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])[ \t]+(?=\S)/;
/** A further line of an item. */
const INDENTED = /^(?: {2}|\t)/;
/** The beginning of a line before its text. */
const BEFORE_TEXT = /^[ \t]*(?:>[ \t]?|#{1,6}[ \t]+|[-*+][ \t]+|\d{1,9}[.)][ \t]+|`{3}.*$)/gm;

/** The parts of a line that mean something, one after the other. */
const INLINE =
  /\\(?<escaped>[!-/:-@[-`{-~])|(?<ticks>`+)|<@uid:(?<uid>[\w-]+)>|<(?<address>(?:https?:\/\/|mailto:)[^\s<>]+)>|!?\[(?<label>(?:[^[\]\\]|\\[\s\S]|\[[^[\]]*\])+)\]\((?<target>(?:[^\s()<>]|\([^\s()<>]*\))+)(?: "[^"\n]*")?\)|(?<url>\bhttps?:\/\/[^\s<>"\p{Cc}]+[^\s<>"'.,;:!?)\]}*_~`\\\p{Cc}])|(?<run>\*+|_+|~+)/gu;
const TICKS = /`+/g;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

const BLANK = /^\s*$/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/**
 * The nodes of a text.
 * @param {string} text
 * @param {Mention} mention
 */
export const markdown = (text, mention) => blocks(text.split(/\r?\n/), mention, 0);

/**
 * One line of a text, without its marks.
 * @param {string} text
 * @param {Mention} mention
 */
export const plain = (text, mention) =>
  inline(text.replace(BEFORE_TEXT, ''), mention)
    .map(({ textContent }) => textContent)
    .join('');

/**
 * @param {readonly string[]} lines
 * @param {Mention} mention
 * @param {number} depth
 * @returns {Node[]}
 */
function blocks(lines, mention, depth) {
  /** @type {Node[]} */
  const nodes = [];
  /** @type {string[]} */
  let text = [];
  const endText = () => {
    const isText = (/** @type {string} */ line) => !BLANK.test(line);
    const own = text.slice(Math.max(0, text.findIndex(isText)), text.findLastIndex(isText) + 1);
    // No mark goes on beyond an empty line.
    for (const part of own.join('\n').split(/(\n\s*\n)/)) nodes.push(...inline(part, mention));
    text = [];
  };
  for (let at = 0; at < lines.length; ) {
    const block =
      depth < DEPTH_MAX ? blockAt(lines, at, !BLANK.test(text.at(-1) ?? ''), mention, depth + 1) : undefined;
    if (block) {
      endText();
      nodes.push(block.node);
    } else text.push(lines[at] ?? '');
    at = block?.end ?? at + 1;
  }
  endText();
  return nodes;
}

/**
 * @param {readonly string[]} lines
 * @param {number} at
 * @param {boolean} isInText whether text stands before it
 * @param {Mention} mention
 * @param {number} depth
 * @returns {{ node: Node, end: number } | undefined}
 */
function blockAt(lines, at, isInText, mention, depth) {
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line);
  if (fence) return fenced(lines, at, fence[1] ?? fence[2] ?? '');
  if (QUOTE.test(line)) {
    let end = at;
    while (QUOTE.test(lines[end] ?? '')) end++;
    const own = lines.slice(at, end).map((each) => each.replace(QUOTE, ''));
    return { node: el('blockquote', {}, ...blocks(own, mention, depth)), end };
  }
  if (HEADING.test(line))
    return {
      node: el('p', { class: 'heading' }, ...inline(line.replace(HEADING, ''), mention)),
      end: at + 1,
    };
  const item = ITEM.exec(line);
  // As a sentence may go on with a number, only a list from 1 on begins within a text.
  if (!item || (isInText && (item[1] ?? '1') !== '1')) return undefined;
  return list(lines, at, item[1], mention, depth);
}

/**
 * @param {readonly string[]} lines
 * @param {number} at
 * @param {string} fence
 */
function fenced(lines, at, fence) {
  const isEnd = (/** @type {string} */ line) => line.trim().startsWith(fence) && !/[^`~\s]/.test(line);
  let end = at + 1;
  while (end < lines.length && !isEnd(lines[end] ?? '')) end++;
  return { node: el('pre', {}, el('code', {}, visible(lines.slice(at + 1, end).join('\n')))), end: end + 1 };
}

/**
 * @param {readonly string[]} lines
 * @param {number} at
 * @param {string | undefined} first its number, if it has numbers
 * @param {Mention} mention
 * @param {number} depth
 */
function list(lines, at, first, mention, depth) {
  /** @type {string[][]} */
  const items = [];
  let [end, width] = [at, 0];
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    const item = ITEM.exec(line);
    const isDeeper = items.length > 0 && blanksOf(line) >= width;
    if (item && !isDeeper && (item[1] === undefined) === (first === undefined)) {
      width = item[0].length;
      items.push([line.slice(width)]);
    } else if (INDENTED.test(line)) items.at(-1)?.push(line.slice(Math.min(blanksOf(line), width)));
    else if (!BLANK.test(line) || !goesOn(lines[end + 1] ?? '', first)) break;
    else items.at(-1)?.push('');
  }
  const nodes = items.map((item) => el('li', {}, ...blocks(item, mention, depth)));
  const node = first === undefined ? el('ul', {}, ...nodes) : el('ol', { start: first }, ...nodes);
  return { node, end };
}

const blanksOf = (/** @type {string} */ line) => /^[ \t]*/.exec(line)?.[0].length ?? 0;

/**
 * True if a list goes on in a line.
 * @param {string} line
 * @param {string | undefined} first
 */
function goesOn(line, first) {
  const item = ITEM.exec(line);
  return item ? (item[1] === undefined) === (first === undefined) : INDENTED.test(line) && !BLANK.test(line);
}

/**
 * The nodes of a text without blocks.
 * @param {string} text
 * @param {Mention} mention
 * @param {boolean} [isLink] a link holds no other one
 * @returns {Node[]}
 */
function inline(text, mention, isLink = false) {
  const marks = new Marks();
  /** @type {Set<number>} lengths of backticks that do not come again */
  const alone = new Set();
  let at = 0;
  for (;;) {
    INLINE.lastIndex = at;
    const found = INLINE.exec(text);
    if (!found) break;
    marks.text(text.slice(at, found.index));
    const [whole] = found;
    at = found.index + whole.length;
    const { escaped, ticks, uid, address, label, target, url, run } = found.groups ?? {};
    if (escaped !== undefined) marks.text(escaped);
    else if (ticks !== undefined) {
      const end = alone.has(ticks.length) ? -1 : codeEnd(text, at, ticks.length);
      if (end < 0) {
        alone.add(ticks.length);
        marks.text(ticks);
        continue;
      }
      marks.node(el('code', {}, visible(codeOf(text.slice(at, end)))));
      at = end + ticks.length;
    } else if (uid !== undefined) marks.node(mention(uid));
    else if (run !== undefined) marks.run(run, text[found.index - 1] ?? ' ', text[at] ?? ' ');
    else {
      const href = (address ?? target ?? url ?? '').replace(ESCAPE, '$1');
      if (isLink || webAddress(href) === undefined) marks.text(whole);
      else if (label === undefined) marks.node(webLink(href, href.replace(/^mailto:/, '')));
      else marks.node(webLink(href, ...inline(label, mention, true)));
    }
  }
  marks.text(text.slice(at));
  return marks.end();
}

/**
 * Finds where code ends that begins after so many backticks; -1 if it does not end.
 * @param {string} text
 * @param {number} from
 * @param {number} length
 */
function codeEnd(text, from, length) {
  TICKS.lastIndex = from;
  for (let found = TICKS.exec(text); found; found = TICKS.exec(text))
    if (found[0].length === length) return found.index;
  return -1;
}

/** A space on both sides is there for backticks at the ends. */
const codeOf = (/** @type {string} */ code) =>
  code.startsWith(' ') && code.endsWith(' ') && !BLANK.test(code) ? code.slice(1, -1) : code;

const TAGS = /** @type {const} */ ({ 1: 'em', 2: 'strong' });

/** Nodes one after the other, in which what stands between two marks is put into an element. */
class Marks {
  /** @type {(Node | Run)[]} */
  #parts = [];
  /** @type {Run[]} those that may still begin something */
  #open = [];

  /** @param {Node} node */
  node(node) {
    this.#parts.push(node);
  }

  /** @param {string} text */
  text(text) {
    if (text === '') return;
    const last = this.#parts.at(-1);
    if (last instanceof Text) last.appendData(visible(text));
    else this.#parts.push(document.createTextNode(visible(text)));
  }

  /**
   * A run of one of `*`, `_` and `~`: it ends what it can, and what is left of it begins something if it can.
   * @param {string} run
   * @param {string} before
   * @param {string} after
   */
  run(run, before, after) {
    const char = run.charAt(0);
    const { length } = run;
    const [isAfterBlank, isBeforeBlank] = [BLANK.test(before), BLANK.test(after)];
    const [isAfterMark, isBeforeMark] = [PUNCTUATION.test(before), PUNCTUATION.test(after)];
    const left = !isBeforeBlank && (!isBeforeMark || isAfterBlank || isAfterMark);
    const right = !isAfterBlank && (!isAfterMark || isBeforeBlank || isBeforeMark);
    const opens = left && (char !== '_' || !right || isAfterMark);
    const closes = right && (char !== '_' || !left || isBeforeMark);
    if (char === '~' ? length !== 2 : length > 3) return this.text(run);
    const one = { char, length, count: length, both: opens && closes, at: 0 };
    if (closes) while (one.count > 0 && this.#close(one));
    if (one.count === 0) return undefined;
    if (!opens) return this.text(char.repeat(one.count));
    one.at = this.#parts.push(one) - 1;
    this.#open.push(one);
    if (this.#open.length > DEPTH_MAX) this.#open.shift();
    return undefined;
  }

  /**
   * Puts what stands since the last run of its like into an element; false if there is none.
   * @param {Run} end
   */
  #close(end) {
    const found = this.#open.findLastIndex(
      ({ char, length, both }) =>
        char === end.char && !((both || end.both) && (length + end.length) % 3 === 0 && length % 3 > 0),
    );
    const begin = this.#open[found];
    if (!begin) return false;
    const size = begin.count > 1 && end.count > 1 ? 2 : 1;
    const children = this.#parts.splice(begin.at + 1).map(nodeOf);
    begin.count -= size;
    end.count -= size;
    this.#open.length = begin.count === 0 ? found : found + 1;
    if (begin.count === 0) this.#parts.pop();
    this.#parts.push(el(end.char === '~' ? 's' : TAGS[size], {}, ...children));
    return true;
  }

  end() {
    return this.#parts.map(nodeOf);
  }
}

/** @param {Node | Run} part */
const nodeOf = (part) =>
  part instanceof Node ? part : document.createTextNode(part.char.repeat(part.count));
