import { setImmediate as nextTurn } from 'node:timers/promises';
import { type TemporaryPlace, UNIT_BYTES_MAX } from '../../files/buffered-file.ts';
import { parsedJson } from '../../input/json/parse-json.ts';
import { joinedKey } from '../../keys/key-table.ts';
import { MergeHeap } from '../external-sort.ts';
import { exactJson, NO_FILE, type PreparedInput, type RowOrigin } from '../prepared-row.ts';
import { type RunReader, Spill } from '../spill.ts';
import {
  addCell,
  combine,
  compareKeys,
  type DerivedEntry,
  type Preference,
  preferred,
} from './derived-entries.ts';

/** The rules by which rows are made of other rows: one for each distinct key. */
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
  /** The cell that the key was made of, if cells that differ when they are compared must not give the same key. */
  readonly sourceCell?: {
    of(base: Base): unknown;
    comparable(cell: unknown): string | undefined;
  };
  /** True if a real source has the key; asked when the rows are taken. */
  exclude?(key: readonly string[]): boolean;
  /** The place of a row: the index of its file among the names of the table. */
  originOf?(base: Base): RowOrigin;
};

/** Keys in memory, and characters of their texts, before they go to disk. */
const KEYS_MAX = 16_384;
const CHARS_MAX = 8_000_000;
/** Rows that are passed on without a look at what else there is to do. */
const ROWS_PER_TURN = 8_192;

/**
 * Makes one row for each distinct key, in the order of the keys, so that it does not depend on where a key comes first. Its
 * values are the key fields and the other fields that have a value. A key that comes from different cells is a fault,
 * `ID.COLLISION`. Memory is flat: beyond some 16,000 keys, sorted runs go to disk. Several of them can be filled in one pass
 * over the rows: first `add` all rows, then `pass` on what they give.
 */
export class RowDeriver<Base> implements Disposable {
  readonly #rules: DeriveRules<Base>;
  readonly #runs: DerivedRuns;
  readonly #keys: DerivedKeys<Base>;
  readonly #keysMax: number;

  /** @param keysMax keys in memory; only tests need another */
  constructor(rules: DeriveRules<Base>, place: TemporaryPlace, keysMax = KEYS_MAX) {
    const preferences = rules.fields.map(({ prefer }) => prefer);
    this.#rules = rules;
    this.#runs = new DerivedRuns(place, preferences);
    this.#keys = new DerivedKeys(rules);
    this.#keysMax = keysMax;
  }

  /** @throws RunError `STATE.UNWRITABLE` if the disk is full */
  add(row: Base): void {
    const keys = this.#keys;
    keys.add(row);
    if (keys.size < this.#keysMax && keys.chars < CHARS_MAX) return;
    this.#runs.add(keys.all);
    keys.clear();
  }

  /** Passes the derived rows on; once. */
  async pass(take: (row: PreparedInput) => void, signal: AbortSignal): Promise<void> {
    const { exclude } = this.#rules;
    let count = 0;
    for (const entry of this.#runs.merged(this.#keys.all)) {
      if (exclude?.(entry.parts)) continue;
      take(rowOf(entry, this.#rules));
      if (++count % ROWS_PER_TURN !== 0) continue;
      await nextTurn();
      signal.throwIfAborted();
    }
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
  readonly #byFirst = new Map<string, PairsOfFirst>();
  #first: PairsOfFirst | undefined;
  /** The entry of the last row, and where it was found. */
  #last: DerivedEntry | undefined;
  #lastRest: string | undefined;
  #lastEntries: ReadonlyMap<string, DerivedEntry> | undefined;

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
    this.#last = undefined;
    this.#lastRest = undefined;
    this.#lastEntries = undefined;
    this.chars = 0;
  }

  add(base: Base): void {
    const { keyOf, sourceCell } = this.#rules;
    const parts = keyOf(base);
    if (parts === undefined) return;
    const entry = this.#entry(parts, base);
    if (!entry.isSettled) this.#addValues(entry, base);
    if (!sourceCell) return;
    const cell = sourceCell.of(base);
    // Most rows of a key have the very same cell.
    if (cell === entry.rawCell) return;
    if (entry.cell === undefined) {
      entry.rawCell = ownText(cell);
      this.chars += 2 * sizeOf(cell);
    }
    addCell(entry, sourceCell.comparable(cell));
  }

  #addValues(entry: DerivedEntry, base: Base): void {
    const { fields } = this.#rules;
    const { values } = entry;
    let isSettled = true;
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index] as DeriveRules<Base>['fields'][number];
      const before = values[index];
      if (field.prefer === 'first' && before !== undefined) continue;
      const value = preferred(field.prefer, before, field.valueOf(base) ?? undefined);
      if (field.prefer !== 'first' || value === undefined) isSettled = false;
      if (value === before) continue;
      values[index] = ownText(value);
      this.chars += sizeOf(value) - sizeOf(before);
    }
    entry.isSettled = isSettled;
  }

  #entry(parts: readonly string[], base: Base): DerivedEntry {
    const isPair = parts.length === 2;
    const first = isPair ? this.#beginningWith(parts[0] as string) : undefined;
    const entries = first?.entries ?? this.#singles;
    const rest = isPair ? (parts[1] as string) : joinedKey(parts);
    // Rows of a room follow each other.
    if (rest === this.#lastRest && entries === this.#lastEntries) return this.#last as DerivedEntry;
    let entry = entries.get(rest);
    if (!entry) {
      const { fields, originOf } = this.#rules;
      const last = ownText(rest);
      entry = {
        parts: first ? [first.part, last] : parts.length === 1 ? [last] : parts.map(ownText),
        values: fields.map(() => undefined),
        isSettled: false,
        rawCell: undefined,
        cell: undefined,
        otherCell: undefined,
        origin: originOf?.(base) ?? NOWHERE,
      };
      entries.set(last, entry);
      this.#entries.push(entry);
      this.chars += rest.length;
    }
    this.#lastRest = rest;
    this.#lastEntries = entries;
    this.#last = entry;
    return entry;
  }

  /** The keys of pairs that begin with a text. */
  #beginningWith(part: string): PairsOfFirst {
    if (part === this.#first?.part) return this.#first;
    let found = this.#byFirst.get(part);
    if (!found) {
      found = { part: ownText(part), entries: new Map() };
      this.#byFirst.set(found.part, found);
    }
    this.#first = found;
    return found;
  }
}

/** The pairs with the same first part, by the second one: no text has to be joined to find a key. */
type PairsOfFirst = { readonly part: string; readonly entries: Map<string, DerivedEntry> };

const NOWHERE: RowOrigin = { file: NO_FILE, line: 0, byte: -1 };

/** V8 keeps all of a row in memory for a cell of more characters than this. */
const SHARED_FROM = 13;

const scratch = Buffer.alloc(1 << 10);
/** A text that does not keep the row that it comes from in memory; other values stay. */
function ownText<T>(value: T): T {
  if (typeof value !== 'string' || value.length < SHARED_FROM || !value.isWellFormed()) return value;
  const own =
    value.length * UNIT_BYTES_MAX <= scratch.length
      ? scratch.toString('utf8', 0, scratch.write(value))
      : Buffer.from(value).toString();
  return own as T & string;
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

const LENGTH_BYTES = 4;
/** Text that may be an integer that JavaScript would round. */
const LONG_NUMBER = /\d{16}/;

/** Entries by key, of which only some are in memory: the others are in sorted runs on disk. */
class DerivedRuns implements Disposable {
  readonly #spill: Spill;
  readonly #preferences: readonly Preference[];

  constructor(place: TemporaryPlace, preferences: readonly Preference[]) {
    this.#spill = new Spill(place);
    this.#preferences = preferences;
  }

  /** Writes entries to disk, as a run that is later than those before it. */
  add(entries: Iterable<DerivedEntry>): void {
    const { file } = this.#spill;
    const length = Buffer.alloc(LENGTH_BYTES);
    for (const entry of inOrder(entries)) {
      const { json } = exactJson(written(entry));
      length.writeUInt32LE(Buffer.byteLength(json));
      file.add(length);
      file.addText(json);
    }
    this.#spill.endRun();
  }

  /** All entries by key, those of the runs and of the memory combined. */
  *merged(entries: Iterable<DerivedEntry>): Generator<DerivedEntry> {
    if (this.#spill.runs === 0) {
      yield* inOrder(entries);
      return;
    }
    this.add(entries);
    const readers = this.#spill.readers();
    const heads: (DerivedEntry | undefined)[] = readers.map(readEntry);
    const heap = new MergeHeap((a, b) => {
      const order = compareKeys((heads[a] as DerivedEntry).parts, (heads[b] as DerivedEntry).parts);
      return order < 0 || (order === 0 && a < b);
    });
    for (let run = 0; run < heads.length; run++) if (heads[run]) heap.add(run);
    let current: DerivedEntry | undefined;
    for (let run = heap.first; run !== undefined; run = heap.first) {
      const entry = heads[run] as DerivedEntry;
      if (current && compareKeys(current.parts, entry.parts) === 0)
        combine(current, entry, this.#preferences);
      else {
        if (current) yield current;
        current = entry;
      }
      heads[run] = readEntry(readers[run] as RunReader);
      if (heads[run]) heap.sink();
      else heap.drop();
    }
    if (current) yield current;
  }

  [Symbol.dispose](): void {
    this.#spill[Symbol.dispose]();
  }
}

const inOrder = (entries: Iterable<DerivedEntry>): DerivedEntry[] =>
  [...entries].sort((a, b) => compareKeys(a.parts, b.parts));

/** An entry in a run. What is absent is not null but 0, because a null makes exact JSON slower. */
type Written = [
  parts: readonly string[],
  values: readonly (readonly [value: unknown] | 0)[],
  cell: string | 0,
  otherCell: string | 0,
  file: number,
  line: number,
  byte: number,
  row: number,
];

function written({ parts, values, cell, otherCell, origin }: DerivedEntry): Written {
  const some = values.map((value) => (value === undefined ? 0 : ([value] as const)));
  return [parts, some, cell ?? 0, otherCell ?? 0, origin.file, origin.line, origin.byte, origin.row ?? 0];
}

function readEntry(reader: RunReader): DerivedEntry | undefined {
  if (reader.isAtEnd) return undefined;
  const length = reader.bytes.readUInt32LE(reader.take(LENGTH_BYTES));
  const at = reader.take(length);
  const text = reader.bytes.toString('utf8', at, at + length);
  const [parts, values, cell, otherCell, file, line, byte, row] = parsedJson(
    text,
    LONG_NUMBER.test(text),
  ) as Written;
  return {
    parts,
    values: values.map((value) => (value === 0 ? undefined : value[0])),
    cell: cell === 0 ? undefined : cell,
    otherCell: otherCell === 0 ? undefined : otherCell,
    origin: { file, line, byte, ...(row === 0 ? {} : { row }) },
  };
}
