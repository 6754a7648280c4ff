import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import type { Row } from '../row.ts';
import { CHUNK_ROWS_MAX } from '../source.ts';
import { CsvFramer, type Frame } from './csv-framer.ts';
import { encodingInvalid, rawText } from './row-fault.ts';
import type { RowParser } from './row-parser.ts';

/** What the rows of one CSV file have in common. */
export type CsvDialect = {
  readonly delimiter: string;
  /** Cells of every row. */
  readonly columns: number;
  readonly encoding: string;
  /** The file's index in its step. */
  readonly file: number;
};

/** The cells of well-formed CSV records, as csv-parse takes them apart. */
export function cellsOf(text: Buffer, delimiter: string): string[][] {
  return parse(text, {
    bom: false,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
}

/**
 * Rows of a CSV text without its header. The framer finds the records, csv-parse takes runs of good ones apart at
 * once: it has no way to go on after a bad record without losing good ones.
 */
export class CsvRows implements RowParser {
  readonly #dialect: CsvDialect;
  readonly #framer: CsvFramer;
  #row: number;

  /** @param from where the first bytes stand, and how many rows came before */
  constructor(
    dialect: CsvDialect,
    from: { readonly byte: number; readonly line: number; readonly row: number },
  ) {
    this.#dialect = dialect;
    this.#framer = new CsvFramer(dialect.delimiter, dialect.columns, from);
    this.#row = from.row;
  }

  push(bytes: Buffer): readonly Row[] {
    return this.#rows(this.#framer.push(bytes));
  }

  end(): readonly Row[] {
    return this.#rows(this.#framer.end());
  }

  #rows(frames: readonly Frame[]): readonly Row[] {
    const rows: Row[] = [];
    let at = 0;
    while (at < frames.length) {
      let to = at;
      while (to < frames.length && to - at < CHUNK_ROWS_MAX && frames[to]?.fault === undefined) to += 1;
      if (to === at) to += 1;
      const run = frames.slice(at, to);
      if (!this.#readRun(run, rows)) for (const frame of run) rows.push(this.#readOne(frame));
      at = to;
    }
    return rows;
  }

  /** Reads good records that follow each other; says so, with no row added, when they must be read one by one. */
  #readRun(run: readonly Frame[], rows: Row[]): boolean {
    const first = run[0];
    const last = run.at(-1);
    if (first === undefined || last === undefined || first.fault !== undefined) return false;
    const text = this.#framer.bytes.subarray(first.start, last.end);
    if (!isUtf8(text)) return false;
    const { delimiter, columns } = this.#dialect;
    const cells = cellsOf(text, delimiter);
    if (cells.length !== run.length || cells.some((each) => each.length !== columns)) return false;
    run.forEach((frame, index) => {
      rows.push(this.#placed(frame, cells[index] ?? []));
    });
    return true;
  }

  #readOne(frame: Frame): Row {
    const { delimiter, encoding } = this.#dialect;
    const text = this.#framer.bytes.subarray(frame.start, frame.end);
    if (frame.cells > 0 && !isUtf8(text)) {
      const fault = encodingInvalid(text, frame.byte, encoding);
      return { ...this.#placed(frame, []), fault, raw: rawText(text) };
    }
    const row = this.#placed(frame, frame.cells > 0 ? (cellsOf(text, delimiter)[0] ?? []) : []);
    return frame.fault === undefined ? row : { ...row, fault: frame.fault, raw: frame.raw ?? '' };
  }

  #placed({ byte, line, endByte, endLine }: Frame, values: readonly string[]): Row {
    this.#row += 1;
    return { file: this.#dialect.file, row: this.#row, line, byte, endLine, endByte, values };
  }
}
