/** Forms of text that a browser may run. */
export type Markup = 'html' | 'svg' | 'xml' | 'script';

const BLANK = /[\t\n\v\f\r ]+/y;
const DOCTYPE = /<!doctype[\t\n\v\f\r ]+([\w:-]+)/iy;
/** Tags at which browsers take a text for HTML. */
const HTML_TAG =
  /<(?:html|head|body|script|iframe|frameset|style|title|table|div|h[1-6]|p|a|br|b|font|meta|link|base|form|img|input|noscript|object|embed|template|main|section)[\t\n\v\f\r />]/iy;
const SVG_TAG = /<(?:\w{1,40}:)?svg[\t\n\v\f\r />]/iy;

/** What may stand before the first tag, and how it ends. */
const BEFORE = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

/**
 * Finds by its beginning whether a file is a text that a browser may run, whatever it is called; libraries know only files
 * with magic bytes. The text may be in any Unicode encoding.
 */
export function markupOf(head: Uint8Array): Markup | undefined {
  // In UTF-16 and UTF-32 the characters of tags are bytes with zeros between them.
  const text = Buffer.from(head)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '');
  if (text.startsWith('#!')) return 'script';
  let isXml = false;
  for (let at = startOf(text, 0); at < text.length; at = startOf(text, at)) {
    const root = matched(DOCTYPE, text, at)?.[1]?.toLowerCase();
    if (root === 'html' || matched(HTML_TAG, text, at)) return 'html';
    if (root === 'svg' || matched(SVG_TAG, text, at)) return 'svg';
    const [begin, end] = BEFORE.find(([begin]) => text.startsWith(begin, at)) ?? [];
    if (begin === undefined) break;
    isXml ||= root !== undefined || /^<\?(?:xml|php)/.test(text.slice(at, at + 5));
    const found = text.indexOf(end, at + begin.length);
    // What does not end here is taken for the worst.
    if (found < 0) return isXml ? 'xml' : 'html';
    at = found + end.length;
  }
  return isXml ? 'xml' : undefined;
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const startOf = (text: string, at: number): number => at + (matched(BLANK, text, at)?.[0].length ?? 0);
