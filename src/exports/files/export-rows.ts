import { RunError } from '../../errors/run-error.ts';
import type { Row } from '../../input/rows/row.ts';
import { formatOf } from '../../input/sources/formats.ts';
import type { SourceOptions } from '../../input/sources/source.ts';
import type { RecordPlace, UnreadableRow } from '../neutral.ts';
import type { ExportFile, ExportFiles } from './export-files.ts';
import { restOfFile } from './unreadable.ts';

/** A JSON object of a file. */
export type ExportObject = Readonly<Record<string, unknown>>;

/** Rows of a file that follow each other. */
export type RowRange = {
  /** The place of the first one. */
  readonly from: RecordPlace;
  /** The number of the last one. */
  readonly until: number;
};

/** Path of the rows of a JSON file, and who takes them. */
export type JsonRows = Pick<SourceOptions, 'rows' | 'parents' | 'keyed' | 'unread'> & {
  /** Only these rows. */
  readonly range?: RowRange;
  /** True if the row in these bytes is left out before it is parsed; not asked for rows that are certainly malformed. */
  skips?(bytes: Buffer, start: number, end: number): boolean;
  row(row: ExportObject, place: RecordPlace): void;
  /** @param values `$keys` of keyed rows */
  unreadable(row: UnreadableRow, place: RecordPlace, values: ExportObject): void;
};

/** Means of reading a file. */
type Reading = { readonly files: ExportFiles; readonly signal: AbortSignal };

/**
 * Passes the rows of a JSON file, in its order, in flat memory. One that breaks off among others is an unreadable row after
 * what was read of it: the others count.
 * @throws RunError `SOURCE.*` if the only file of the export cannot be read
 */
export async function passJson(file: ExportFile, rows: JsonRows, reading: Reading): Promise<void> {
  let line = 1;
  const noted: JsonRows = {
    ...rows,
    row(row, place) {
      line = place.line;
      rows.row(row, place);
    },
  };
  try {
    await pass(file, noted, reading);
  } catch (error) {
    if (!(error instanceof RunError) || !DAMAGED.has(error.code) || reading.files.all.length === 1)
      throw error;
    const place = { file: file.name, line: error.where?.line ?? line };
    rows.unreadable(restOfFile(file, error), place, {});
  }
}

/** Codes of faults of one file alone. */
const DAMAGED: ReadonlySet<string> = new Set([
  'SOURCE.TRUNCATED',
  'SOURCE.JSON_INVALID',
  'SOURCE.UNREADABLE',
  'SOURCE.ENCODING_UNKNOWN',
  'SOURCE.PATH_INVALID',
  'SOURCE.ARCHIVE_UNSAFE',
  'SOURCE.FORMAT_UNKNOWN',
]);

async function pass(
  file: ExportFile,
  { rows, parents, keyed = false, unread, range, skips, row: take, unreadable }: JsonRows,
  { files, signal }: Reading,
): Promise<void> {
  const source = await formatOf(file.path, 'json').open(file.path, 0, {
    rows,
    parents,
    keyed,
    unread,
    files: files.system,
    emptyAllowed: true,
  });
  const one = (row: Row): void => {
    const place = placeOf(row, file);
    if (row.fault) unreadable({ problem: row.fault, raw: row.raw ?? '' }, place, row.values as ExportObject);
    else take(row.values as ExportObject, place);
  };
  const known =
    skips && ((bytes: Uint8Array, start: number, end: number) => skips(bytes as Buffer, start, end));
  if (!range) return await source.pass({ ...(known ? { known } : {}), row: one }, signal);
  const { line, byte = 0, row = 1 } = range.from;
  for await (const chunk of source.read({ file: 0, row: row - 1, line, byte }, signal))
    for (const each of chunk) {
      if (each.row > range.until) return;
      one(each);
    }
}

const placeOf = ({ line, byte, row }: Row, { name, root }: ExportFile): RecordPlace => ({
  file: name,
  line,
  byte,
  row,
  root,
});
