import { type Parser, parse } from 'csv-parse';
import { ROW_BYTES_MAX } from '../source.ts';
import type { Dialect } from './csv-dialect.ts';

/** A record that csv-parse found. */
export type ParsedRecord = {
  readonly cells: string[];
  /** Bytes from the beginning of the text to the end of the record and its line end. */
  readonly end: number;
};

/** More line ends than csv-parse looks ahead; it skips empty lines. */
const PADDING = Buffer.from('\n'.repeat(128));

/** csv-parse as a parser of pieces that answers at once. After a fault it reads no more: a new one must be made. */
export class ParsedRecords {
  readonly #parser: Parser;
  #found: ParsedRecord[] = [];

  constructor({ comment = '', ...dialect }: Dialect) {
    this.#parser = parse({
      ...dialect,
      ...(comment === '' ? {} : { comment, comment_no_infix: true }),
      encoding: 'utf8',
      // Beyond the limit of a row, which is exact: this one counts cells alone.
      max_record_size: ROW_BYTES_MAX + 1,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { bytes }) => {
        this.#found.push({ cells, end: bytes });
        return null;
      },
    });
    // The fault is read from `errored`.
    this.#parser.on('error', () => {});
  }

  /**
   * Parses a piece, which must not be overwritten afterwards.
   * @returns the records that are complete now
   */
  push(piece: Buffer): readonly ParsedRecord[] {
    // The parser takes a piece before `write` returns, because it passes on no record.
    if (piece.length > 0 && !this.#parser.errored) this.#parser.write(piece);
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Ends the text: completes a record that has no line end. */
  end(): readonly ParsedRecord[] {
    return this.push(PADDING);
  }

  /** The code of the fault that ended the parser. */
  get fault(): string | undefined {
    const error = this.#parser.errored;
    if (!error) return undefined;
    return 'code' in error ? String(error.code) : error.message;
  }
}
