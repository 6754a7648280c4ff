import { escapeInline, escapeLineStart } from './escape-markdown.ts';

/** Markup around the text of an inline element; written when its first text comes. */
type Mark = { readonly open: string; readonly close: string; isOpen: boolean };

/** The marker of a list item, and what stands before its further lines. */
type Indent = { readonly marker: string; readonly rest: string; isMarked: boolean };

/** The most line breaks between two lines: one empty line. */
const GAP_MAX = 2;
/** Markup that any text may have. */
const MARKUP_CHARS = 1_024;

/**
 * Writes the text of an HTML fragment line by line, as plain text or as Markdown. Spaces are collapsed as a browser does;
 * breaks and markup are written when the next text comes, so that there are none at the end. Markup and indents, which are
 * repeated on each line, take at most as much as the fragment; then the text goes on without them.
 */
export class HtmlWriter {
  readonly #markdown: boolean;
  readonly #marks: Mark[] = [];
  readonly #indents: Indent[] = [];
  #room: number;
  #out = '';
  /** Markup that was closed last, and is not written yet. */
  #closed = '';
  #gap = 0;
  #space = false;
  #isLineStart = true;

  /** @param length of the fragment */
  constructor(markdown: boolean, length: number) {
    this.#markdown = markdown;
    this.#room = length + MARKUP_CHARS;
  }

  /** Text between tags. */
  text(data: string): void {
    const words = data.replaceAll(/[\s\u00a0]+/g, ' ');
    if (words === '') return;
    if (words.startsWith(' ')) this.#space = true;
    const written = words.trim();
    if (written !== '') {
      const isLineStart = this.#begin();
      const inline = this.#markdown ? escapeInline(written) : written;
      this.#write(this.#markdown && isLineStart ? escapeLineStart(inline) : inline);
    }
    if (written !== '' && words.endsWith(' ')) this.#space = true;
  }

  /** Text that stays as it is, inside a line. */
  raw(text: string): void {
    this.#begin();
    this.#write(text);
  }

  /** Lines that stay as they are. */
  lines(lines: readonly string[]): void {
    this.break(GAP_MAX);
    for (const line of lines) {
      this.#begin();
      this.#write(line);
      this.#gap = 1;
    }
    this.break(GAP_MAX);
  }

  /** The next text begins a new line; two breaks are an empty line. */
  break(count: number): void {
    if (count === 0) return;
    this.#gap = Math.max(this.#gap, count);
    this.#space = false;
  }

  /** One more line break. */
  lineBreak(): void {
    this.#gap = Math.min(this.#gap + 1, GAP_MAX);
    this.#space = false;
  }

  /** Markup around the text up to its `close`; what is open already is not opened again. */
  open(open: string, close: string): void {
    const isNew = open !== '' && !this.#marks.some((mark) => mark.open === open);
    this.#marks.push({ open: isNew ? open : '', close: isNew ? close : '', isOpen: false });
  }

  close(): void {
    const mark = this.#marks.pop();
    if (mark?.isOpen) this.#close(mark);
  }

  indent(marker: string, rest: string): void {
    this.#indents.push({ marker, rest, isMarked: false });
  }

  outdent(): void {
    this.#indents.pop();
  }

  /** Takes room for markup; false if there is not as much. */
  takeRoom(length: number): boolean {
    if (length > this.#room) return false;
    this.#room -= length;
    return true;
  }

  toString(): string {
    return this.#out + this.#closed;
  }

  #write(text: string): void {
    this.#out += this.#closed + text;
    this.#closed = '';
  }

  /** Writes the breaks, spaces and marks that were put off; returns whether the text begins a line. */
  #begin(): boolean {
    if (this.#gap > 0 && this.#out !== '') this.#newLine();
    const isLineStart = this.#isLineStart;
    if (isLineStart)
      for (const indent of this.#indents) {
        const text = indent.isMarked ? indent.rest : indent.marker;
        if (this.takeRoom(text.length)) this.#write(text);
        indent.isMarked = true;
      }
    else if (this.#space) this.#write(' ');
    for (const mark of this.#marks)
      if (!mark.isOpen && mark.open !== '' && this.takeRoom(mark.open.length + mark.close.length))
        this.#open(mark);
    this.#gap = 0;
    this.#space = false;
    this.#isLineStart = false;
    return isLineStart;
  }

  #newLine(): void {
    for (const mark of this.#marks.toReversed()) if (mark.isOpen) this.#close(mark);
    for (let count = 1; count < this.#gap; count++) this.#write(`\n${this.#before()}`);
    this.#write('\n');
    this.#isLineStart = true;
  }

  /** The beginning of an empty line. */
  #before(): string {
    const before = this.#indents
      .map(({ rest, isMarked }) => (isMarked || rest.trim() !== '' ? rest : ''))
      .join('')
      .trimEnd();
    return this.takeRoom(before.length) ? before : '';
  }

  /** Markup that was closed right before goes on: `**a****b**` would be no markup. */
  #open(mark: Mark): void {
    if (this.#closed === mark.open) this.#closed = '';
    else this.#write(mark.open);
    mark.isOpen = true;
  }

  #close(mark: Mark): void {
    this.#write('');
    this.#closed = mark.close;
    mark.isOpen = false;
  }
}
