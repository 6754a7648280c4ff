import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { nearest } from '../../errors/nearest.ts';
import { RunError } from '../../errors/run-error.ts';
import { cellReader } from '../../input/rows/cell-reader.ts';
import { isAbsent } from '../../input/rows/decode-cell.ts';
import type { Values } from '../../input/rows/row.ts';
import { formatOf } from '../../input/sources/formats.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Files } from '../../system/files.ts';

/** Rows of a looked-up file; more would not fit into memory. */
const ROWS_MAX = 1_000_000;

/** A file that rows are looked up in. */
export type KeyedRows = {
  readonly path: string;
  /** Column names; absent if the rows are objects. */
  readonly columns: readonly string[] | undefined;
  /** The rows of each key. */
  readonly rows: ReadonlyMap<string, readonly Values[]>;
  /** Digest of the file's content: another content gives rows another meaning. */
  readonly digest: string;
};

/**
 * Loads a file into memory, by the text of a column.
 * @param what the part of the pipeline that names the file, for messages
 * @throws RunError `SOURCE.*`, `LOOKUP.KEY_REPEATED`, `LOOKUP.TOO_LARGE`
 */
export async function loadKeyedRows(
  file: string,
  key: string,
  { many, what, folder, files }: LoadOptions,
): Promise<KeyedRows> {
  const path = resolve(folder, file);
  const source = await formatOf(path).open(path, 0, { ...(files ? { files } : {}), known: [key] });
  const read = requiredColumn(source, key, what);
  const rows = new Map<string, Values[]>();
  const digest = createHash('sha256');
  const placed = new Map<string, number>();
  let count = 0;
  for await (const chunk of source.read(undefined, new AbortController().signal))
    for (const row of chunk) {
      if (row.fault)
        throw new RunError('LOOKUP.ROW_INVALID', `${what}: ${row.fault.message}`, {
          where: { file: path, line: row.line },
        });
      if (++count > ROWS_MAX)
        throw new RunError('LOOKUP.TOO_LARGE', `${what}: ${file} has more than ${ROWS_MAX} rows`);
      digest.update(JSON.stringify(row.values, bigints)).update('\n');
      const cell = read(row.values);
      if (isAbsent(cell)) continue;
      const text = String(cell);
      const before = rows.get(text);
      if (!before) {
        rows.set(text, [row.values]);
        placed.set(text, row.line);
      } else if (many) before.push(row.values);
      else
        throw new RunError(
          'LOOKUP.KEY_REPEATED',
          `${what}: ${key} ${JSON.stringify(text)} stands in lines ${placed.get(text)} and ${row.line}`,
          { where: { file: path, line: row.line } },
        );
    }
  return { path, columns: source.columns, rows, digest: digest.digest('hex').slice(0, 16) };
}

export type LoadOptions = {
  /** Whether several rows may have the same key. */
  readonly many: boolean;
  readonly what: string;
  /** Relative paths are relative to it. */
  readonly folder: string;
  readonly files: Files | undefined;
};

/** Reads a column that must be there. */
export function requiredColumn(
  { path, columns }: Pick<Source, 'path' | 'columns'>,
  name: string,
  what: string,
): (values: Values) => unknown {
  const read = cellReader(name, columns);
  if (read) return read;
  const meant = nearest(name, columns ?? []);
  const has = meant ? `did you mean ${meant}` : `it has ${columns?.join(', ')}`;
  throw new RunError(
    'SOURCE.COLUMN_MISSING',
    `${what}: ${path} has no column ${JSON.stringify(name)}, ${has}`,
    { where: { file: path, line: 1 } },
  );
}

const bigints = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
