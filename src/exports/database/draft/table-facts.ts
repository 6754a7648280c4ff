import { ColumnCounter, type InspectedColumn, type ValueSet } from '../../../input/columns/column.ts';
import { plainColumnName } from '../shape/usual-names.ts';
import type { ChatTable } from '../table.ts';

/** A column of a table with its values. */
export type ColumnFacts = InspectedColumn & {
  readonly keys: ValueSet;
  /** RoleCells with several words. */
  readonly spoken: number;
  /** The rows of each value; absent if there are more than `WORDS_MAX`. */
  readonly words?: ReadonlyMap<string, number>;
};

/** A table with rows. */
export type TableFacts = {
  readonly table: ChatTable;
  readonly rows: number;
  /** The rows that `columns` is about. */
  readonly examined: number;
  readonly columns: readonly ColumnFacts[];
};

/** A column whose values are the keys of another table. */
export type TableLink = {
  readonly column: ColumnFacts;
  readonly target: TableFacts;
  readonly key: string;
  /** True if it is declared, or more than numbers from 1 on are equal. */
  readonly isStrong: boolean;
  /** The share of the values that are there, and of the keys that are used: 0 to 1. */
  readonly fit: number;
};

/** All rows count, but of more than these only the values of keys. */
const EXAMINED_MAX = 50_000;
/** A column with more different values has no words. */
const WORDS_MAX = 12;
const WORD_CHARS = 40;
/** A longer cell is no key. */
const KEY_CHARS = 200;

/** Reads all rows of a table. */
export async function factsOf(table: ChatTable, signal: AbortSignal): Promise<TableFacts> {
  const counters = table.columns.map((name) => new ColumnReader(name));
  let rows = 0;
  await table.pass(
    table.columns,
    {
      row: (values) => {
        rows++;
        for (const [at, counter] of counters.entries()) {
          const value = values[at];
          if (typeof value === 'string' && value !== '') counter.add(value, rows <= EXAMINED_MAX);
        }
      },
      unreadable: () => {},
    },
    signal,
  );
  const examined = Math.min(rows, EXAMINED_MAX);
  return { table, rows, examined, columns: counters.map((counter) => counter.finished(examined)) };
}

/** Some languages write no blanks between words. */
const WORDS = /\S\s+\S|[\u0e00-\u0eff]{8}|[\u3040-\u9fff]{5}/;

class ColumnReader {
  readonly #counter: ColumnCounter;
  #words: Map<string, number> | undefined = new Map();
  #spoken = 0;

  constructor(name: string) {
    this.#counter = new ColumnCounter(name, undefined, true);
  }

  add(cell: string, isExamined: boolean): void {
    this.#count(cell);
    if (!isExamined) {
      if (cell.length <= KEY_CHARS) this.#counter.keys.add(cell);
      return;
    }
    this.#counter.add(cell);
    if (WORDS.test(cell.slice(0, KEY_CHARS))) this.#spoken++;
  }

  #count(cell: string): void {
    if (!this.#words) return;
    this.#words.set(cell, (this.#words.get(cell) ?? 0) + 1);
    if (cell.length > WORD_CHARS || this.#words.size > WORDS_MAX) this.#words = undefined;
  }

  finished(rows: number): ColumnFacts {
    const { keys } = this.#counter;
    const own = { keys, spoken: this.#spoken };
    const words = this.#words && this.#words.size > 0 ? { words: this.#words } : {};
    return Object.assign(withoutNumbersAsTimes(this.#counter.finished(rows)), own, words);
  }
}

/** Numbers of as many digits as times have are ids, if they are times of no chat. */
function withoutNumbersAsTimes(column: InspectedColumn): InspectedColumn {
  const { time, order: _, ...rest } = column;
  if (!time || !/^[mu]?s$/.test(time.time) || (time.first > '1995' && time.last < '2040')) return column;
  return { ...rest, type: 'integer' };
}

const isFull = ({ filled, empty }: ColumnFacts): boolean => filled > 0 && empty === 0;

/** True if a column says when each row came to be. */
export const isTimeOfRows = (column: ColumnFacts): boolean => column.type === 'time' && isFull(column);

/** True if a column has no value twice, and one in each row. */
export const isKey = (column: ColumnFacts): boolean =>
  isFull(column) &&
  column.distinct.count >= column.filled * (1 - 2 * column.distinct.error) &&
  !['time', 'json', 'url'].includes(column.type) &&
  column.longest <= KEY_CHARS;

/** True if a column may name something in each row, the same in several rows. */
export const isRepeated = (column: ColumnFacts): boolean =>
  isFull(column) &&
  ['id', 'text', 'integer'].includes(column.type) &&
  column.longest <= KEY_CHARS &&
  column.distinct.count > 1 &&
  !isKey(column) &&
  !isMark(column);

/** True if a column has addresses or paths of files. */
export const isOfFiles = ({ type, looks, filled }: ColumnFacts): boolean =>
  filled > 0 && looks.email === 0 && type !== 'time' && (type === 'url' || looks.path > filled * 0.9);

/** True if a column has what people write. */
export const isProse = ({ type, filled, spoken, looks }: ColumnFacts): boolean =>
  type === 'text' && spoken >= filled * 0.2 && looks.email < filled / 2;

/** The columns of a table with what people write. */
export const proseOf = ({ columns }: TableFacts): readonly ColumnFacts[] => columns.filter(isProse);

/** True if a column has a name that a person or a group may have. */
export const isNaming = (column: ColumnFacts): boolean =>
  ['text', 'id'].includes(column.type) &&
  column.distinct.count > column.filled / 2 &&
  column.looks.email < column.filled / 2 &&
  column.longest <= 100 &&
  !(column.filled > 1 && column.shortest === column.longest && column.longest >= 12);

const YES_OR_NO = /^(?:0|1|t|true|f|false|y|yes|n|no)$/i;

/** True if a column marks some rows: by yes and no, or by a time that others lack. */
export const isMark = ({ type, filled, empty, words }: ColumnFacts): boolean =>
  filled > 0 &&
  ((type === 'time' && empty > 0) ||
    (words !== undefined && [...words.keys()].every((word) => YES_OR_NO.test(word))));

/** True if a column has a few words, of which some may mean that a row is not for everybody. */
export const isOfWords = (column: ColumnFacts): boolean =>
  !isMark(column) &&
  ['id', 'text', 'integer'].includes(column.type) &&
  (column.words?.size ?? 0) > 1 &&
  (column.filled > 2 * (column.words?.size ?? 0) || column.empty > 0);

/** The columns of a table whose values are keys of another one, each with the best one. */
export function linksOf(own: TableFacts, all: readonly TableFacts[]): readonly TableLink[] {
  return own.columns.flatMap((column) => linkOf(column, own, all) ?? []);
}

function linkOf(column: ColumnFacts, own: TableFacts, all: readonly TableFacts[]): TableLink | undefined {
  if (column.filled === 0 || column.longest > KEY_CHARS || column.type === 'time') return undefined;
  const declared = own.table.references?.find((each) => each.column === column.name);
  const known = { isDeclared: declared !== undefined, isLarge: all.length > COMPARED_MAX };
  const links = all.flatMap((target) => {
    if (target === own || (declared && !isCalled(target, declared.table))) return [];
    return target.columns.flatMap((key) => linkTo(column, target, key, known) ?? []);
  });
  const wanted = declared?.key;
  const [best, second] = links
    .filter(({ key }) => wanted === undefined || key === wanted)
    .sort((a, b) => Number(b.isStrong) - Number(a.isStrong) || b.fit - a.fit);
  const isTwofold = best && second && !declared && best.target !== second.target;
  // Numbers of two tables that fit as well are no proof of either.
  return isTwofold && best.isStrong === second.isStrong && best.fit - second.fit < 0.1 ? undefined : best;
}

const SHARE_MIN = 0.95;
const LARGE_DIGITS = 6;
/** Of more tables only those are compared that a column is declared to refer to, or is called by. */
const COMPARED_MAX = 60;

function linkTo(
  column: ColumnFacts,
  target: TableFacts,
  key: ColumnFacts,
  { isDeclared, isLarge }: { readonly isDeclared: boolean; readonly isLarge: boolean },
): TableLink | undefined {
  if (!isKey(key) || (!isDeclared && isProse(column))) return undefined;
  const isNamed = namesTable(column.name, target.table.name);
  if (isLarge && !isDeclared && !isNamed) return undefined;
  // Yes and no of two rows are no keys.
  if (isMark(key) && !isDeclared && !isNamed) return undefined;
  // Two tables do not count from the same large number.
  const isNumber =
    column.type === 'boolean' ||
    (column.shortest < LARGE_DIGITS && column.samples.every((sample) => /^-?\d+$/.test(sample)));
  const { size } = column.keys;
  if (size === 0 || (!isDeclared && size * SHARE_MIN > key.keys.size)) return undefined;
  const share = column.keys.sharedWith(key.keys).exact / size;
  if (share < SHARE_MIN && !(isDeclared && share > 0)) return undefined;
  const isStrong = isDeclared || isNamed || (!isNumber && size > 1);
  // A few numbers from 1 on are among the keys of every table that counts its rows.
  if (!isStrong && (size < 2 || isKey(column))) return undefined;
  const fit = share * (0.6 + 0.4 * Math.min(1, size / Math.max(1, key.keys.size)));
  return { column, target, key: key.name, isStrong, fit };
}

const isCalled = ({ table: { name, path } }: TableFacts, called: string): boolean =>
  [name, path].some((each) => each.toLowerCase() === called.toLowerCase());

/** True if the name of a column begins with that of a table, without its ending for many, in whatever language. */
function namesTable(column: string, table: string): boolean {
  const whole = plainColumnName(table).replace(/^(?:tbl|tab)/, '');
  const stem = whole.replace(/(?:es|en|s|e|n|i|a)$/u, '');
  return plainColumnName(column).startsWith(stem.length < 3 ? whole : stem);
}
