import { escapeInline, escapeLineStart } from './escape-markdown.ts';

/** Markup around the text of an inline element; written when its first text comes. */
type Mark = { readonly open: string; readonly close: string; isOpen: boolean };

/** The marker of a list item, and what stands before its further lines. */
type Indent = { readonly marker: string; readonly rest: string; isMarked: boolean };

/** The most line breaks between two lines: one empty line. */
const GAP_MAX = 2;

/**
 * Writes the text of an HTML fragment line by line, as plain text or as Markdown. Spaces are collapsed as a browser does;
 * breaks and markup are written when the next text comes, so that there are none at the end.
 */
export class HtmlWriter {
  readonly #markdown: boolean;
  readonly #marks: Mark[] = [];
  readonly #indents: Indent[] = [];
  #out = '';
  #gap = 0;
  #space = false;
  #isLineStart = true;
  /** The last markup that was closed, and the length of the text then. */
  #closed = '';
  #closedAt = 0;

  constructor(markdown: boolean) {
    this.#markdown = markdown;
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
      this.#out += this.#markdown && isLineStart ? escapeLineStart(inline) : inline;
    }
    if (written !== '' && words.endsWith(' ')) this.#space = true;
  }

  /** Text that stays as it is, inside a line. */
  raw(text: string): void {
    this.#begin();
    this.#out += text;
  }

  /** Lines that stay as they are. */
  lines(lines: readonly string[]): void {
    this.break(GAP_MAX);
    for (const line of lines) {
      this.#begin();
      this.#out += line;
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

  open(open: string, close: string): void {
    this.#marks.push({ open, close, isOpen: false });
  }

  close(): void {
    const mark = this.#marks.pop();
    if (!mark?.isOpen) return;
    this.#out += mark.close;
    this.#closed = mark.close;
    this.#closedAt = this.#out.length;
  }

  indent(marker: string, rest: string): void {
    this.#indents.push({ marker, rest, isMarked: false });
  }

  outdent(): void {
    this.#indents.pop();
  }

  toString(): string {
    return this.#out;
  }

  /** Writes the breaks, spaces and marks that were put off; returns whether the text begins a line. */
  #begin(): boolean {
    if (this.#gap > 0 && this.#out !== '') {
      for (const mark of this.#marks.toReversed()) {
        if (mark.isOpen) this.#out += mark.close;
        mark.isOpen = false;
      }
      const before = this.#indents
        .map(({ rest, isMarked }) => (isMarked || rest.trim() !== '' ? rest : ''))
        .join('')
        .trimEnd();
      for (let count = 1; count < this.#gap; count++) this.#out += `\n${before}`;
      this.#out += '\n';
      this.#isLineStart = true;
    }
    const isLineStart = this.#isLineStart;
    if (isLineStart) {
      for (const indent of this.#indents) {
        this.#out += indent.isMarked ? indent.rest : indent.marker;
        indent.isMarked = true;
      }
    } else if (this.#space) this.#out += ' ';
    for (const mark of this.#marks) {
      if (!mark.isOpen) this.#openMark(mark.open);
      mark.isOpen = true;
    }
    this.#gap = 0;
    this.#space = false;
    this.#isLineStart = false;
    return isLineStart;
  }

  /** Markup that was closed right before goes on: `**a****b**` would be no markup. */
  #openMark(open: string): void {
    const goesOn = open !== '' && this.#closed === open && this.#closedAt === this.#out.length;
    this.#out = goesOn ? this.#out.slice(0, -open.length) : this.#out + open;
  }
}
