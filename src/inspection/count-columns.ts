import { ColumnCounter } from '../input/columns/column.ts';
import type { Row, Values } from '../input/rows/row.ts';
import type { Source } from '../input/sources/source.ts';
import { isTimeName } from './words/concepts.ts';

/** The rows of one kind in a file of several, such as the events of a log. */
export type KindOfRows = {
  /** The column that tells the kind. */
  readonly column: string;
  readonly value: string;
  /** Rows that change or remove others are rows of no entity. */
  readonly change?: 'edit' | 'removal';
};

/** A row as text, by column; a cell is cut. */
export type SampleRow = Readonly<Record<string, string>>;

/** A row that cannot be read, with its place and the error. */
export type FaultyRow = {
  readonly line: number;
  readonly byte: number;
  readonly code: string;
  readonly message: string;
};

/** The part of a source that is looked at. */
type CountOptions = {
  /** Only rows of this kind are looked at. */
  readonly kind?: KindOfRows | undefined;
  /** Rows to read. @default all */
  readonly rowsMax?: number;
  /** Epoch seconds; times before it are counted. */
  readonly before?: number | undefined;
};

const FAULTS_SHOWN = 5;
const COLUMNS_MAX = 200;

/**
 * Counts the columns of a source, and keeps its first rows; reads it once, in bounded memory.
 * @throws RunError `SOURCE.*`
 */
export async function countColumns(
  source: Source,
  { rowsMax = Number.POSITIVE_INFINITY, before, kind }: CountOptions,
  signal: AbortSignal,
) {
  const isWanted = kind && kindTest(kind, source.columns);
  const columns = new Columns(source.columns ?? [], before);
  const first: FaultyRow[] = [];
  let rows = 0;
  let read = 0;
  let faulty = 0;
  let whole = true;
  reading: for await (const chunk of source.read(undefined, signal))
    for (const row of chunk) {
      read += 1;
      const isOther = isWanted !== undefined && (row.fault !== undefined || !isWanted(row.values));
      if (!isOther) rows += 1;
      if (isOther) {
        // Of another kind.
      } else if (row.fault) {
        faulty += 1;
        if (first.length < FAULTS_SHOWN) first.push(faultOf(row));
      } else columns.row(row.values);
      if (read < rowsMax) continue;
      whole = false;
      break reading;
    }
  return { rows, whole, faulty: { rows: faulty, first }, ...columns.finished(rows - faulty) };
}

/** Tells if a row is of a kind. */
function kindTest({ column, value }: KindOfRows, columns: readonly string[] | undefined) {
  const at = columns?.indexOf(column) ?? -1;
  const path = column.split('.');
  return (values: Values): boolean => {
    if (Array.isArray(values)) return values[at] === value;
    const cell = path.reduce<unknown>(
      (outer, name) => (outer as Values | undefined | null)?.[name as never],
      values,
    );
    return cell !== undefined && cell !== null && textOf(cell) === value;
  };
}

const SAMPLE_ROWS = 1_000;
const SAMPLE_CELL_CHARS = 200;
/** A list or an object is useless if it is cut. */
const SAMPLE_JSON_CHARS = 4_000;

const counterOf = (name: string, before: number | undefined): ColumnCounter =>
  new ColumnCounter(name, before, isTimeName(name));

/** Counts the columns of a file, row after row. */
class Columns {
  readonly #before: number | undefined;
  readonly #counters = new Map<string, ColumnCounter>();
  readonly #ordered: readonly ColumnCounter[];
  readonly #sample: Record<string, string>[] = [];

  constructor(names: readonly string[], before: number | undefined) {
    this.#before = before;
    for (const name of names) this.#counters.set(name, counterOf(name, before));
    this.#ordered = [...this.#counters.values()];
  }

  row(values: Values): void {
    const sample: Record<string, string> | undefined = this.#sample.length < SAMPLE_ROWS ? {} : undefined;
    if (sample) this.#sample.push(sample);
    if (!Array.isArray(values)) this.#members(values, '', sample);
    else
      for (const [at, cell] of (values as readonly string[]).entries())
        if (cell !== '') this.#cell(this.#ordered[at], cell, sample);
  }

  finished(rows: number) {
    const counters = [...this.#counters.values()];
    return {
      columns: counters.map((counter) => counter.finished(rows)),
      keys: new Map(counters.map(({ name, keys }) => [name, keys])),
      sample: this.#sample,
    };
  }

  #cell(counter: ColumnCounter | undefined, cell: string, sample: Record<string, string> | undefined): void {
    if (!counter) return;
    counter.add(cell);
    const room = /^[[{]/.test(cell) ? SAMPLE_JSON_CHARS : SAMPLE_CELL_CHARS;
    if (sample) sample[counter.name] = cell.slice(0, room);
  }

  /** The members of an object row; members of inner objects are named by their path, as in a map. */
  #members(values: Values, prefix: string, sample: Record<string, string> | undefined): void {
    for (const [name, value] of Object.entries(values)) {
      if (value === null || value === undefined || value === '') continue;
      const path = prefix + name;
      let counter = this.#counters.get(path);
      if (!counter) {
        if (this.#counters.size >= COLUMNS_MAX) continue;
        counter = counterOf(path, this.#before);
        this.#counters.set(path, counter);
      }
      const isObject = typeof value === 'object' && !Array.isArray(value);
      this.#cell(counter, textOf(value), sample);
      if (isObject && prefix.split('.').length < DEPTH_MAX)
        this.#members(value as Values, `${path}.`, sample);
    }
  }
}

/** Objects within objects that are looked into. */
const DEPTH_MAX = 5;

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null
      ? jsonOf(value)
      : String(value);

function faultOf({ line, byte, fault }: Row): FaultyRow {
  return { line, byte, code: fault?.code ?? '', message: fault?.message ?? '' };
}

/** Whole numbers beyond 2^53 are bigints here, which JSON.stringify cannot write. */
const jsonOf = (value: object): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
