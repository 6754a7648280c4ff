import { setImmediate as nextTurn } from 'node:timers/promises';
import { CHUNK_ROWS_MAX } from '../sources/source.ts';
import { addCell, type DerivedEntry, type Preference, preferred } from './derived-entries.ts';
import { DerivedRuns } from './derived-runs.ts';
import { joinedKey } from './key-table.ts';
import { NO_FILE, type Origin, type PreparedInput } from './prepared-row.ts';
import type { SpillPlace } from './spill.ts';

/** How rows are made of other rows: one for each distinct key. */
export type DeriveRules<Base> = {
  /** The names of the fields that the key consists of. */
  readonly keyFields: readonly string[];
  /** The values of the key fields, as the ids that they become; undefined if the row has none. */
  keyOf(base: Base): readonly string[] | undefined;
  /** The other fields; undefined and null are no value. Of fields with the same name the first with a value counts. */
  readonly fields: readonly {
    readonly field: string;
    readonly prefer: Preference;
    valueOf(base: Base): unknown;
  }[];
  /** The cell that the key was made of, if different cells must not give the same key. */
  sourceCellOf?(base: Base): string | undefined;
  /** Whether a real source has the key; asked when the rows are taken. */
  exclude?(key: readonly string[]): boolean;
  /** Where a row is: the index of its file among the names of the table. */
  originOf?(base: Base): Origin;
};

/** The rules, and what they are for. */
export type DeriveSpec<Base> = DeriveRules<Base> & {
  /** The rows to derive from, in order. */
  rows(signal: AbortSignal): AsyncIterable<readonly Base[]>;
};

/** Keys in memory, and characters of their texts, before they go to disk. */
const KEYS_MAX = 32_768;
const CHARS_MAX = 16_000_000;

/**
 * Derives rows from all rows of a source, as a `RowDeriver` does.
 * @param keysMax keys in memory; only tests need another
 * @throws RunError `STATE.UNWRITABLE` if the disk is full
 */
export async function* deriveRows<Base>(
  spec: DeriveSpec<Base>,
  place: SpillPlace,
  signal: AbortSignal,
  keysMax = KEYS_MAX,
): AsyncGenerator<readonly PreparedInput[]> {
  using deriver = new RowDeriver(spec, place, keysMax);
  for await (const rows of spec.rows(signal)) {
    signal.throwIfAborted();
    deriver.add(rows);
  }
  yield* deriver.rows(signal);
}

/**
 * Makes one row for each distinct key, in the order of the keys, so that it does not depend on where a key comes first. Its
 * values are the key fields and the other fields that have a value. A key that comes from different cells is a fault,
 * `ID.COLLISION`. Memory is flat: beyond some 30,000 keys, sorted runs go to disk. Several of them can be filled in one pass
 * over the rows: first `add` all rows, then read `rows` once.
 */
export class RowDeriver<Base> implements Disposable {
  readonly #rules: DeriveRules<Base>;
  readonly #runs: DerivedRuns;
  readonly #keys: DerivedKeys<Base>;
  readonly #keysMax: number;

  /** @param keysMax keys in memory; only tests need another */
  constructor(rules: DeriveRules<Base>, place: SpillPlace, keysMax = KEYS_MAX) {
    const preferences = rules.fields.map(({ prefer }) => prefer);
    this.#rules = rules;
    this.#runs = new DerivedRuns(place, preferences);
    this.#keys = new DerivedKeys(rules);
    this.#keysMax = keysMax;
  }

  /** @throws RunError `STATE.UNWRITABLE` if the disk is full */
  add(rows: readonly Base[]): void {
    const keys = this.#keys;
    for (const row of rows) keys.add(row);
    if (keys.size < this.#keysMax && keys.chars < CHARS_MAX) return;
    this.#runs.add(keys.all);
    keys.clear();
  }

  /** The derived rows. */
  async *rows(signal: AbortSignal): AsyncGenerator<readonly PreparedInput[]> {
    let chunk: PreparedInput[] = [];
    const { exclude } = this.#rules;
    for (const entry of this.#runs.merged(this.#keys.all, joinedKey)) {
      if (exclude?.(entry.parts)) continue;
      chunk.push(rowOf(entry, this.#rules));
      if (chunk.length < CHUNK_ROWS_MAX) continue;
      yield chunk;
      chunk = [];
      await nextTurn();
      signal.throwIfAborted();
    }
    if (chunk.length > 0) yield chunk;
  }

  [Symbol.dispose](): void {
    this.#runs[Symbol.dispose]();
  }
}

/** The keys in memory. */
class DerivedKeys<Base> {
  /** Characters of their texts, roughly. */
  chars = 0;
  readonly #rules: DeriveRules<Base>;
  #entries: DerivedEntry[] = [];
  readonly #singles = new Map<string, DerivedEntry>();
  /** Keys of two parts, by the first one, then by the second: no text has to be joined to find a key. */
  readonly #byFirst = new Map<string, Map<string, DerivedEntry>>();
  #first: string | undefined;
  #ofFirst = new Map<string, DerivedEntry>();

  constructor(rules: DeriveRules<Base>) {
    this.#rules = rules;
  }

  get size(): number {
    return this.#entries.length;
  }

  get all(): Iterable<DerivedEntry> {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
    this.#singles.clear();
    this.#byFirst.clear();
    this.#first = undefined;
    this.chars = 0;
  }

  add(base: Base): void {
    const { keyOf, fields, sourceCellOf } = this.#rules;
    const parts = keyOf(base);
    if (parts === undefined) return;
    const entry = this.#entry(parts, base);
    const { values } = entry;
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index] as DeriveRules<Base>['fields'][number];
      const before = values[index];
      if (field.prefer === 'first' && before !== undefined) continue;
      const value = preferred(field.prefer, before, field.valueOf(base) ?? undefined);
      if (value === before) continue;
      values[index] = ownText(value);
      this.chars += sizeOf(value) - sizeOf(before);
    }
    if (sourceCellOf) addCell(entry, sourceCellOf(base));
  }

  #entry(parts: readonly string[], base: Base): DerivedEntry {
    const { fields, originOf } = this.#rules;
    const [first = '', second = ''] = parts;
    const isPair = parts.length === 2;
    const entries = isPair ? this.#startingWith(first) : this.#singles;
    const rest = isPair ? second : parts.length === 1 ? first : joinedKey(parts);
    const found = entries.get(rest);
    if (found) return found;
    const own = parts.map(ownText);
    const key = joinedKey(own);
    const entry: DerivedEntry = {
      key,
      parts: own,
      values: fields.map(() => undefined),
      cell: undefined,
      otherCell: undefined,
      origin: originOf?.(base) ?? NOWHERE,
    };
    entries.set(own.length <= 2 ? (own.at(-1) as string) : key, entry);
    this.#entries.push(entry);
    this.chars += key.length;
    return entry;
  }

  /** The keys of pairs that begin with a text; rows of a room follow each other. */
  #startingWith(first: string): Map<string, DerivedEntry> {
    if (first === this.#first) return this.#ofFirst;
    let found = this.#byFirst.get(first);
    if (!found) {
      found = new Map();
      this.#byFirst.set(ownText(first), found);
    }
    this.#first = first;
    this.#ofFirst = found;
    return found;
  }
}

const NOWHERE: Origin = { file: NO_FILE, line: 0, byte: -1 };

/** V8 keeps all of a row in memory for a cell of more characters than this. */
const SHARED_FROM = 13;

/** A text that does not keep the row that it comes from in memory; other values stay. */
function ownText<T>(value: T): T {
  if (typeof value !== 'string' || value.length < SHARED_FROM || !value.isWellFormed()) return value;
  return Buffer.from(value).toString() as T & string;
}

/** Characters of the texts in a value, roughly. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + 16 + sizeOf(member), 0);
}

function rowOf<Base>(
  { parts, values, cell, otherCell, origin }: DerivedEntry,
  { keyFields, fields }: DeriveRules<Base>,
): PreparedInput {
  const made: Record<string, unknown> = {};
  for (const [index, field] of keyFields.entries()) made[field] = parts[index];
  for (const [index, value] of values.entries())
    if (value !== undefined) made[(fields[index] as DeriveRules<Base>['fields'][number]).field] ??= value;
  const row = { values: made, ...origin };
  if (otherCell === undefined) return row;
  const id = parts.at(-1);
  const message = `${JSON.stringify(cell)} and ${JSON.stringify(otherCell)} both become ${id}`;
  const field = keyFields.at(-1) as string;
  return { ...row, fault: { code: 'ID.COLLISION', field, value: id, message } };
}
