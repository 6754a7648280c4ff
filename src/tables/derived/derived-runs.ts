import type { TemporaryPlace } from '../../files/buffered-file.ts';
import { parsedJson } from '../../input/json/parse-json.ts';
import { MergeHeap } from '../merge-heap.ts';
import { exactJson } from '../prepared-row.ts';
import { type RunReader, Spill } from '../spill.ts';
import { combine, compareKeys, type DerivedEntry, type Preference } from './derived-entries.ts';

const LENGTH_BYTES = 4;
/** Text that may be an integer that JavaScript would round. */
const LONG_NUMBER = /\d{16}/;

/** Entries by key, of which only some are in memory: the others are in sorted runs on disk. */
export class DerivedRuns implements Disposable {
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
