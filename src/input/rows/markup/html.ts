import { libraryOf } from '../library.ts';
import { escapeAddress, escapeMarkdown, fenceOf, inlineCode } from './escape-markdown.ts';
import { HtmlWriter } from './html-writer.ts';

const htmlparser2 = libraryOf<typeof import('htmlparser2')>('htmlparser2');

/** HTML as plain text: a line for each block, `- ` before list items, the text of links. */
export const htmlToText = (html: string): string =>
  isHtml(html) ? written(html, false) : withoutEntities(html);

/** HTML as Markdown; scripts, styles and links to anything but http, https and mailto go. */
export const htmlToMarkdown = (html: string): string =>
  isHtml(html) ? written(html, true) : escapeMarkdown(withoutEntities(html));

/** Text without a tag is not HTML whose line breaks mean nothing: these stay. */
const isHtml = (text: string): boolean => /<[a-z/!]/i.test(text);

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  let decoded = '';
  const parser = new (htmlparser2().Parser)({ ontext: (data) => (decoded += data) });
  parser.end(text);
  return decoded;
}

/** Elements in each other; the parser looks through all of them for the one that a tag closes. */
const DEPTH_MAX = 250;

function written(html: string, markdown: boolean): string {
  const reader = new HtmlReader(markdown, html.length);
  for (let at = 0; at < html.length; ) at += read(html.slice(at), reader);
  return reader.toString();
}

/** Reads HTML up to an element that is too deep, or to its end, closes what is open there, and says how far it came. */
function read(html: string, reader: HtmlReader): number {
  // The parser gives an entity apart from the text around it, and how a character is escaped depends on its neighbours.
  let text = '';
  let length = html.length;
  const open: string[] = [];
  const flush = (): void => {
    if (text !== '') reader.text(text);
    text = '';
  };
  const parser = new (htmlparser2().Parser)({
    onopentag: (name, attributes) => {
      flush();
      reader.opened(name, attributes);
      if (open.push(name) < DEPTH_MAX) return;
      parser.pause();
      length = parser.endIndex + 1;
    },
    onclosetag: (name) => {
      flush();
      reader.closed(name);
      open.pop();
    },
    ontext: (data) => (text += data),
  });
  parser.write(html);
  if (length === html.length) parser.end();
  flush();
  for (const name of open.toReversed()) reader.closed(name);
  return length;
}

/** The marks that are written around the text of an inline element. */
const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  del: '~~',
  strike: '~~',
};
/** Line breaks before and after a block; other elements have none. */
const BREAKS: Readonly<Record<string, number>> = {
  p: 2,
  h1: 2,
  h2: 2,
  h3: 2,
  h4: 2,
  h5: 2,
  h6: 2,
  blockquote: 2,
  table: 2,
  hr: 2,
  div: 1,
  section: 1,
  article: 1,
  header: 1,
  footer: 1,
  address: 1,
  figure: 1,
  figcaption: 1,
  dl: 1,
  dt: 1,
  dd: 1,
  tr: 1,
  li: 1,
};
const SKIPPED = new Set(['script', 'style', 'head', 'title', 'template', 'noscript']);

/** Takes the events of the parser; elements that HTML does not know are their text. */
class HtmlReader {
  readonly #markdown: boolean;
  readonly #writer: HtmlWriter;
  /** The lists around: the number of the last item, 0 for lists with bullets. */
  readonly #lists: { readonly isOrdered: boolean; count: number }[] = [];
  #skipped = 0;
  /** Inside code: its text so far, and how deep elements are nested in it. */
  #code: { text: string; depth: number; readonly isBlock: boolean } | undefined;

  constructor(markdown: boolean, length: number) {
    this.#markdown = markdown;
    this.#writer = new HtmlWriter(markdown, length);
  }

  opened(name: string, attributes: Readonly<Record<string, string>>): void {
    if (SKIPPED.has(name)) this.#skipped++;
    if (this.#skipped > 0) return;
    if (this.#code) {
      if (name === 'br') this.#code.text += '\n';
      else this.#code.depth++;
      return;
    }
    if (name === 'pre' || name === 'code') {
      this.#code = { text: '', depth: 1, isBlock: name === 'pre' };
      return;
    }
    const writer = this.#writer;
    if (name === 'br') writer.lineBreak();
    else if (name === 'img') this.#image(attributes);
    else if (name === 'ul' || name === 'ol') this.#list(name);
    else writer.break(breaksOf(name));
    if (name === 'li') this.#item();
    if (name === 'blockquote') writer.indent('> ', '> ');
    if (name === 'td' || name === 'th') writer.text(' ');
    if (this.#markdown) this.#mark(name, attributes);
  }

  closed(name: string): void {
    if (SKIPPED.has(name)) this.#skipped = Math.max(0, this.#skipped - 1);
    if (this.#skipped > 0 || SKIPPED.has(name)) return;
    if (this.#code) {
      if (name !== 'br') this.#code.depth--;
      if (this.#code.depth === 0) this.#endCode();
      return;
    }
    const writer = this.#writer;
    if (this.#markdown && isMarked(name)) writer.close();
    if (name === 'li' || name === 'blockquote') writer.outdent();
    if (name === 'ul' || name === 'ol') {
      this.#lists.pop();
      writer.break(this.#lists.length > 0 ? 1 : 2);
    } else writer.break(breaksOf(name));
  }

  text(data: string): void {
    if (this.#skipped > 0) return;
    if (this.#code) this.#code.text += data;
    else this.#writer.text(data);
  }

  toString(): string {
    if (this.#code) this.#endCode();
    return this.#writer.toString();
  }

  #mark(name: string, { href }: Readonly<Record<string, string>>): void {
    const mark = Object.hasOwn(MARKS, name) ? MARKS[name] : undefined;
    if (mark) this.#writer.open(mark, mark);
    else if (/^h[1-6]$/.test(name)) this.#writer.open(`${'#'.repeat(Number(name[1]))} `, '');
    else if (name === 'a') {
      const url = linked(href, /^(?:https?|mailto):/i);
      this.#writer.open(url === undefined ? '' : '[', url === undefined ? '' : `](${url})`);
    }
  }

  #image({ src, alt = '' }: Readonly<Record<string, string>>): void {
    const url = this.#markdown ? linked(src, /^https?:/i) : undefined;
    if (url === undefined || !this.#writer.takeRoom(url.length)) this.#writer.text(alt);
    else this.#writer.raw(`![${alt.replaceAll(/[[\]\\]|\s+/g, ' ')}](${url})`);
  }

  #list(name: string): void {
    this.#writer.break(this.#lists.length > 0 ? 1 : 2);
    this.#lists.push({ isOrdered: name === 'ol', count: 0 });
  }

  #item(): void {
    const list = this.#lists.at(-1);
    if (list) list.count++;
    const marker = list?.isOrdered ? `${list.count}. ` : '- ';
    this.#writer.indent(marker, ' '.repeat(marker.length));
  }

  #endCode(): void {
    const { text = '', isBlock } = this.#code ?? {};
    this.#code = undefined;
    const writer = this.#writer;
    if (isBlock) {
      const lines = text.replaceAll('\r', '').replace(/^\n/, '').trimEnd().split('\n');
      const fence = fenceOf(text);
      if (text.trim() !== '') writer.lines(this.#markdown ? [fence, ...lines, fence] : lines);
      return;
    }
    const code = text.replaceAll(/\s+/g, ' ').trim();
    if (code === '') return;
    writer.raw(this.#markdown ? inlineCode(code) : code);
  }
}

const isMarked = (name: string): boolean =>
  Object.hasOwn(MARKS, name) || name === 'a' || /^h[1-6]$/.test(name);
const breaksOf = (name: string): number => (Object.hasOwn(BREAKS, name) ? (BREAKS[name] ?? 0) : 0);

/** A link that Markdown can hold; undefined if it is none of these protocols. */
function linked(href: string | undefined, protocols: RegExp): string | undefined {
  const url = href?.trim() ?? '';
  return protocols.test(url) ? escapeAddress(url) : undefined;
}
