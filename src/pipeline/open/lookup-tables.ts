import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { didYouMean } from '../../errors/nearest.ts';
import { RunError, type Where } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { cellReader } from '../../input/rows/cell-reader.ts';
import { isAbsent } from '../../input/rows/decode-cell.ts';
import type { Values } from '../../input/rows/row.ts';
import { fileOnDisk } from '../../input/sources/bytes/zip-member.ts';
import { formatOf } from '../../input/sources/formats.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Files } from '../../system/files.ts';
import { transformRow } from '../code/apply-transform.ts';
import { findFiles, type SourcePlace } from '../find-files.ts';

/** Rows of a looked-up file; more would not fit into memory. */
const ROWS_MAX = 1_000_000;

/** Files that rows are looked up in. */
export type KeyedRows = {
  /** The files on disk. */
  readonly paths: readonly string[];
  /** Names of the cells; absent if the rows are objects. */
  readonly columns: readonly string[] | undefined;
  /** The rows of each key. */
  readonly rows: ReadonlyMap<string, readonly Values[]>;
  /** Digest of what is kept: another content gives rows another meaning. */
  readonly digest: string;
};

export type LoadOptions = {
  /** True if several rows may have the same key; `distinct`: of rows that are equal in what is kept of them, the first. */
  readonly many: boolean | 'distinct';
  readonly what: string;
  readonly entity: EntityName;
  readonly place: SourcePlace;
  readonly files: Files;
  /** Place of the rows in a JSON document. */
  readonly rows?: string | undefined;
  /**
   * The columns that are taken of the rows: a million whole rows would not fit into memory.
   * @default all
   */
  readonly wanted?: readonly string[] | undefined;
};

/**
 * Loads files into memory, by the text of a column.
 * @param file a path, a glob or a list of them
 * @param what the part of the pipeline that names the files, for messages
 * @throws RunError `SOURCE.*`, `LOOKUP.KEY_REPEATED`, `LOOKUP.TOO_LARGE`
 */
export async function loadKeyedRows(
  file: string | readonly string[],
  key: string,
  options: LoadOptions,
): Promise<KeyedRows> {
  const { place, files, entity } = options;
  const paths = await findFiles({ path: file }, place, entity, files);
  const table = new KeyedTable(key, options);
  for (const path of paths) await table.load(path, paths.length === 1);
  return await table.loaded(paths);
}

/** Collects the rows of files by their key. */
class KeyedTable {
  readonly #key: string;
  readonly #options: LoadOptions;
  readonly #rows = new Map<string, Values[]>();
  readonly #digest = createHash('sha256');
  readonly #places = new Map<string, string>();
  readonly #kept = new Set<string>();
  #columns: readonly string[] | undefined;
  #count = 0;

  constructor(key: string, options: LoadOptions) {
    this.#key = key;
    this.#options = options;
  }

  /** @param isOnly whether there is no other file, which may have other columns */
  async load(path: string, isOnly: boolean): Promise<void> {
    const { files, rows, wanted, what, many } = this.#options;
    const parents = [this.#key, ...(wanted ?? [])].filter((name) => name.startsWith('^'));
    const source = await formatOf(path, rows === undefined ? undefined : 'json').open(path, 0, {
      files,
      ...(rows === undefined ? {} : { rows }),
      ...(parents.length > 0 ? { parents } : {}),
      known: [this.#key, ...(wanted ?? [])],
    });
    const keyOf = requiredColumn(source, this.#key, what);
    const kept = this.#keeper(source, isOnly);
    for await (const chunk of source.read(undefined, new AbortController().signal))
      for (const { fault, line, values } of chunk) {
        const where = { file: path, line };
        if (fault) throw new RunError('LOOKUP.ROW_INVALID', `${what}: ${fault.message}`, { where });
        const cell = keyOf(values);
        const row = kept(values);
        const text = JSON.stringify([cell, row], bigints);
        if (many === 'distinct') {
          if (this.#kept.has(text)) continue;
          this.#kept.add(text);
        }
        if (++this.#count > ROWS_MAX)
          throw new RunError('LOOKUP.TOO_LARGE', `${what}: ${path} has more than ${ROWS_MAX} rows`);
        this.#digest.update(text).update('\n');
        if (isAbsent(cell)) continue;
        const place = isOnly ? `line ${line}` : `line ${line} of ${basename(path)}`;
        this.#add(String(cell), row, place, where);
      }
  }

  #add(key: string, row: Values, place: string, where: Where): void {
    const before = this.#rows.get(key);
    const { many, what } = this.#options;
    if (before && many) before.push(row);
    if (before && !many) {
      const places = `${this.#places.get(key)} and ${place}`;
      const message = `${what}: ${this.#key} ${JSON.stringify(key)} stands in ${places}`;
      throw new RunError('LOOKUP.KEY_REPEATED', message, { where });
    }
    if (before) return;
    this.#rows.set(key, [row]);
    if (!many) this.#places.set(key, place);
  }

  /** Makes what is kept of a row: the wanted cells in one order, whatever the file. */
  #keeper({ columns }: Source, isOnly: boolean): (values: Values) => Values {
    const { wanted } = this.#options;
    if (wanted === undefined && isOnly) {
      this.#columns = columns;
      return (values) => values;
    }
    if (wanted === undefined) return (values) => transformRow(values, columns) as Values;
    const readers = wanted.map((name) => cellReader(name, columns));
    const found = wanted.filter((_, at) => readers[at] !== undefined);
    this.#columns = wanted.filter((name) => found.includes(name) || this.#columns?.includes(name));
    return (values) => wanted.map((_, at) => readers[at]?.(values)) as unknown as Values;
  }

  async loaded(paths: readonly string[]): Promise<KeyedRows> {
    const { files, wanted } = this.#options;
    const found = this.#columns;
    return {
      paths: await Promise.all(paths.map((path) => fileOnDisk(path, files))),
      // A column that no file has is none, and keeps its place.
      columns: wanted && found ? wanted.map((name) => (found.includes(name) ? name : '')) : found,
      rows: this.#rows,
      digest: this.#digest.digest('hex').slice(0, 16),
    };
  }
}

/** Reads a column that must be there. */
export function requiredColumn(
  { path, columns }: { readonly path: string; readonly columns?: Source['columns'] | undefined },
  name: string,
  what: string,
): (values: Values) => unknown {
  const read = cellReader(name, columns);
  if (read) return read;
  const meant = didYouMean(name, columns ?? [], `it has ${columns?.join(', ')}`);
  throw new RunError(
    'SOURCE.COLUMN_MISSING',
    `${what}: ${path} has no column ${JSON.stringify(name)}${meant}`,
    { where: { file: path, line: 1 } },
  );
}

const bigints = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
