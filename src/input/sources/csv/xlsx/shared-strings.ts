import { RunError } from '../../../../errors/run-error.ts';
import { xmlParser } from '../../bytes/workbook.ts';

/** Texts of one workbook that are held in memory. */
const BYTES_MAX = 512 * 1_048_576;
const PIECE_BYTES = 1_048_576;

/** The texts of a workbook, which cells refer to by their number; kept as bytes, because there may be millions. */
export class SharedStrings {
  readonly #path: string;
  readonly #pieces: Buffer[] = [];
  /** The piece and the offsets of each text. */
  #places = new Uint32Array(3 * 1_024);
  #count = 0;
  #at = PIECE_BYTES;
  #bytes = 0;
  readonly #text = new XmlText();
  readonly #parser = xmlParser({
    open: (name) => this.#text.open(name),
    text: (text) => this.#text.add(text),
    close: (name) => {
      if (name === 'si') this.#add(this.#text.take());
      else this.#text.close(name);
    },
  });

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws RunError `SOURCE.ARCHIVE_UNSAFE` beyond 512 MB */
  write(text: string): void {
    this.#parser.write(text);
  }

  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.#count)) return undefined;
    const [piece, from, to] = this.#places.subarray(index * 3, index * 3 + 3) as unknown as [
      number,
      number,
      number,
    ];
    return this.#pieces[piece]?.toString('utf8', from, to);
  }

  #add(text: string): void {
    const length = Buffer.byteLength(text);
    this.#bytes += length;
    if (this.#bytes > BYTES_MAX)
      throw new RunError('SOURCE.ARCHIVE_UNSAFE', `${this.#path} has more than 512 MB of texts`, {
        hint: 'save the sheet as CSV, and name that file',
        where: { file: this.#path },
      });
    if (this.#at + length > PIECE_BYTES || this.#pieces.length === 0) {
      this.#pieces.push(Buffer.allocUnsafe(Math.max(PIECE_BYTES, length)));
      this.#at = 0;
    }
    if (this.#count * 3 === this.#places.length) {
      const more = new Uint32Array(this.#places.length * 2);
      more.set(this.#places);
      this.#places = more;
    }
    this.#pieces.at(-1)?.write(text, this.#at);
    this.#places.set([this.#pieces.length - 1, this.#at, this.#at + length], this.#count * 3);
    this.#at += length;
    this.#count += 1;
  }
}

/** The most characters of a text: Excel has 32,767. */
const TEXT_MAX = 2_097_152;

/** The text of a cell, which may be in pieces with styles; what tells how characters are read aloud is no part of it. */
export class XmlText {
  #text = '';
  #isIn = false;
  #isPhonetic = false;

  open(name: string): void {
    if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 't') this.#isIn = !this.#isPhonetic;
  }

  add(text: string): void {
    if (this.#isIn && this.#text.length < TEXT_MAX) this.#text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 't') this.#isIn = false;
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return unescaped(text);
  }
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;
