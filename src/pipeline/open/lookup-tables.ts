import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { didYouMean } from '../../errors/nearest.ts';
import { RunError, type Where } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { cellReader } from '../../input/rows/cell-reader.ts';
import { isAbsent } from '../../input/rows/decode-cell.ts';
import { textOf } from '../../input/rows/forms/cell-text.ts';
import { pipelineTime } from '../../input/rows/forms/time-window.ts';
import { compileWhere } from '../../input/rows/forms/where.ts';
import { type Conditions, whereColumns } from '../../input/rows/mapping.ts';
import type { Values } from '../../input/rows/row.ts';
import { fileOnDisk } from '../../input/sources/bytes/zip-member.ts';
import { formatOf } from '../../input/sources/formats.ts';
import type { Source, SourceOptions } from '../../input/sources/source.ts';
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
  /**
   * True if several rows may have the same key; `distinct`: of rows that are equal in what is kept of them, the first;
   * `first`, `last`: one row of each key.
   */
  readonly many: boolean | 'distinct' | 'first' | 'last';
  /** The rows to keep. */
  readonly where?: Conditions | undefined;
  /** The column that says which row of a key is the first or the last; without it their order. */
  readonly by?: string | undefined;
  readonly what: string;
  readonly entity: EntityName;
  readonly place: SourcePlace;
  readonly files: Files;
  /** The reading that a source of the pipeline declares for the file. */
  readonly read: Partial<SourceOptions>;
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
 * @throws RunError `SOURCE.*`, `WHERE.COLUMN_MISSING`, `LOOKUP.KEY_REPEATED`, `LOOKUP.TOO_LARGE`
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
  table.refuseUnseen();
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
  /** The places of the rows that are kept, in the order of `by`. */
  readonly #ranks = new Map<string, Rank>();
  /** The columns of `where` and `by` that no row has had so far; undefined before the first row. */
  #unseen: readonly string[] | undefined;
  #columns: readonly string[] | undefined;
  #count = 0;

  constructor(key: string, options: LoadOptions) {
    this.#key = key;
    this.#options = options;
  }

  /** @param isOnly whether there is no other file, which may have other columns */
  async load(path: string, isOnly: boolean): Promise<void> {
    const { files, read, rows, wanted, what, where: declared = {}, by } = this.#options;
    // Every row meets the condition on `by`.
    const where = by === undefined ? declared : { [by]: { not: [] }, ...declared };
    const known = [this.#key, ...whereColumns(where), ...(wanted ?? [])];
    const parents = known.filter((name) => name.startsWith('^'));
    const source = await formatOf(path, rows === undefined ? undefined : 'json').open(path, 0, {
      ...read,
      files,
      ...(rows === undefined ? {} : { rows }),
      ...(parents.length > 0 ? { parents } : {}),
      known,
    });
    const find = (name: string) => cellReader(name, source.columns);
    const keyOf = requiredColumn(source, this.#key, what);
    const rankOf = by === undefined ? undefined : find(by);
    const kept = this.#keeper(source, isOnly);
    const test = compileWhere(where, find);
    let isEmpty = true;
    for await (const chunk of source.read(undefined, new AbortController().signal))
      for (const { fault, line, values } of chunk) {
        const at = { file: path, line };
        if (fault) throw new RunError('LOOKUP.ROW_INVALID', `${what}: ${fault.message}`, { where: at });
        isEmpty = false;
        if (!test.takes(values)) continue;
        const place = isOnly ? `line ${line}` : `line ${line} of ${basename(path)}`;
        this.#take({ cell: keyOf(values), row: kept(values), rank: rankOf?.(values) }, place, at);
      }
    if (isEmpty) return;
    const unseen = test.unseen();
    this.#unseen = this.#unseen?.filter((name) => unseen.includes(name)) ?? unseen;
  }

  /** @throws RunError `WHERE.COLUMN_MISSING` if no row of any file has a column of `where` or `by` */
  refuseUnseen(): void {
    const [name] = this.#unseen ?? [];
    const { what } = this.#options;
    if (name !== undefined)
      throw new RunError('WHERE.COLUMN_MISSING', `${what}: no row has ${JSON.stringify(name)}`);
  }

  #take({ cell, row, rank }: { cell: unknown; row: Values; rank: unknown }, place: string, at: Where): void {
    const { many, what } = this.#options;
    const isOne = many === 'first' || many === 'last';
    const text = JSON.stringify(isOne ? [cell, row, many, rank] : [cell, row], bigints);
    if (many === 'distinct') {
      if (this.#kept.has(text)) return;
      this.#kept.add(text);
    }
    const isMore = !isOne || !this.#rows.has(String(cell));
    if (isMore && ++this.#count > ROWS_MAX)
      throw new RunError('LOOKUP.TOO_LARGE', `${what}: ${at.file} has more than ${ROWS_MAX} rows`);
    this.#digest.update(text).update('\n');
    if (isAbsent(cell)) return;
    if (isOne) this.#choose(String(cell), row, rankIn(rank), many);
    else this.#add(String(cell), row, place, at);
  }

  /** Keeps the first or last row of a key; of equal ones, the first or last in the file. */
  #choose(key: string, row: Values, rank: Rank, many: 'first' | 'last'): void {
    const before = this.#ranks.get(key);
    const order = before === undefined ? 0 : compareRanks(rank, before);
    if (before !== undefined && (many === 'first' ? order >= 0 : order < 0)) return;
    this.#ranks.set(key, rank);
    this.#rows.set(key, [row]);
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

/** The place of a value among others: those without a value, numbers, times, texts. */
type Rank = readonly [kind: number, value: number | bigint | string];

/** Numbers are ordered by size, ISO 8601 times by instant (UTC without a zone), other texts by their characters. */
function rankIn(cell: unknown): Rank {
  const text = textOf(cell).trim();
  if (/^-?\d{1,40}$/.test(text)) return [1, BigInt(text)];
  if (/^-?\d{1,40}\.\d{1,40}$/.test(text)) return [1, Number(text)];
  const seconds = pipelineTime(text);
  if (seconds === undefined) return [text === '' ? 0 : 3, text];
  const [, fraction = ''] = /[.,](\d{1,9})/.exec(text) ?? [];
  return [2, BigInt(`${seconds}${fraction.padEnd(9, '0')}`)];
}

function compareRanks([kind, value]: Rank, [otherKind, other]: Rank): number {
  if (kind !== otherKind) return kind - otherKind;
  return Number(value > other) - Number(value < other);
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
