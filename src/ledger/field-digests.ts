import type { Data, Entity } from '../input/entities/entity.ts';
import { canonical, type RowVersion, type Versions } from '../input/entities/row-version.ts';
import { type Files, writeAllSync } from '../system/files.ts';
import type { LedgerEntry } from './entry.ts';
import type { RowFields } from './pending-entry.ts';

/** Knows what the fields of rows were when the service accepted them, so that a change can name the fields that differ. */
export interface FieldMemory {
  /** Returns what is compared of a row's fields. */
  of(data: Data): RowFields;
  /** The names of the fields in which a row differs from its entry; undefined if that is not known. */
  changed(entry: LedgerEntry, now: RowFields): readonly string[] | undefined;
  /** Remembers the fields of a row in the version that the service has accepted. */
  put(row: number, version: RowVersion, fields: RowFields): void;
  /** The same for a row that was created as it was sent. */
  putNew(row: number, version: RowVersion, data: () => Data): void;
  /** Writes what waits. */
  flush(): void;
}

/** Digests are 1 to this. */
const LARGEST = 0xff_ff;
/** UTF-8 bytes of one UTF-16 unit. */
const UTF8_BYTES_MAX = 3;
/** Most values fit into it: a buffer of their own costs more than their digest. */
const SCRATCH = Buffer.alloc(4_096);
/** Bytes of rows with consecutive numbers that are written together. */
const WRITE_BYTES = 65_536;

/**
 * The memory of one entity, as digests. A file of records of one size, by the row's number in the ledger; a record begins
 * with a check of the version and of its digests, so that one that does not belong to the version, or is damaged, is no
 * answer. It only helps to explain: the ledger decides what is changed, so a file that is lost or cannot be written costs
 * the names until the rows change again. Of two values, one in 65,535 pairs has the same digest: then a changed field is not
 * named.
 */
export class FieldDigests implements FieldMemory, Disposable {
  readonly #entity: Entity;
  readonly #versions: Versions;
  readonly #files: Files;
  readonly #names: readonly string[];
  readonly #bytes: number;
  #file: number | undefined;
  #waiting: Buffer[] = [];
  /** The number of the first row that waits to be written. */
  #first = 0;

  /** @param path created with mode 0600 if it does not exist */
  constructor(path: string, entity: Entity, versions: Versions, files: Files) {
    this.#entity = entity;
    this.#versions = versions;
    this.#files = files;
    const own = Object.keys(entity.fields);
    // Members of the content that are made of fields, such as whether a user is deactivated.
    const made = Object.keys(entity.parts({}).content).filter((name) => !own.includes(name));
    this.#names = [...own, ...made];
    this.#bytes = (1 + this.#names.length) * Uint16Array.BYTES_PER_ELEMENT;
    try {
      this.#file = files.openSync(path, files.existsSync(path) ? 'r+' : 'wx+', 0o600);
    } catch {
      this.#file = undefined;
    }
  }

  of(data: Data): RowFields {
    const { content } = this.#entity.parts(data);
    const fields = new Uint16Array(this.#names.length);
    for (const [at, name] of this.#names.entries())
      if (content[name] !== undefined) fields[at] = 1 + (this.#digestOf(content[name]) % LARGEST);
    return fields;
  }

  #digestOf(value: unknown): number {
    const { digest } = this.#versions;
    const text = typeof value === 'string' ? value : canonical({ value });
    if (text.length * UTF8_BYTES_MAX > SCRATCH.length) return digest.of(Buffer.from(text));
    return digest.of(SCRATCH, SCRATCH.write(text));
  }

  changed({ row, version }: LedgerEntry, now: RowFields): readonly string[] | undefined {
    this.flush();
    if (this.#file === undefined || version.content === -1) return undefined;
    const record = Buffer.alloc(this.#bytes);
    try {
      const read = this.#files.readSync(this.#file, record, 0, this.#bytes, row * this.#bytes);
      const before = this.#names.map((_, at) => record.readUInt16LE((at + 1) * 2));
      if (read < this.#bytes || record.readUInt16LE(0) !== checkOf(version, before)) return undefined;
      return this.#names.filter((_, at) => before[at] !== now[at]);
    } catch {
      return undefined;
    }
  }

  /** In how many rows each of these fields had a value. */
  rowsWith(names: Iterable<string>): ReadonlyMap<string, number> {
    const places = Array.from(names, (name) => [name, (this.#names.indexOf(name) + 1) * 2] as const);
    const counts = new Map(places.map(([name]) => [name, 0]));
    this.flush();
    if (this.#file === undefined || places.length === 0) return counts;
    const some = Buffer.alloc(Math.floor(WRITE_BYTES / this.#bytes) * this.#bytes);
    try {
      for (let at = 0; ; at += some.length) {
        const read = this.#files.readSync(this.#file, some, 0, some.length, at);
        for (let record = 0; record + this.#bytes <= read; record += this.#bytes)
          for (const [name, place] of places)
            if (place > 0 && some.readUInt16LE(record + place) !== 0)
              counts.set(name, (counts.get(name) ?? 0) + 1);
        if (read < some.length) return counts;
      }
    } catch {
      return counts;
    }
  }

  putNew(row: number, version: RowVersion, data: () => Data): void {
    this.put(row, version, this.of(data()));
  }

  put(row: number, version: RowVersion, fields: RowFields): void {
    if (this.#file === undefined || version.content === -1) return;
    if (row !== this.#first + this.#waiting.length || this.#waiting.length * this.#bytes >= WRITE_BYTES) {
      this.flush();
      this.#first = row;
    }
    const record = Buffer.alloc(this.#bytes);
    record.writeUInt16LE(checkOf(version, fields), 0);
    fields.forEach((digest, at) => {
      record.writeUInt16LE(digest, (at + 1) * 2);
    });
    this.#waiting.push(record);
  }

  flush(): void {
    const records = this.#waiting;
    if (this.#file === undefined || records.length === 0) return;
    this.#waiting = [];
    const bytes = Buffer.concat(records);
    const place = this.#first * this.#bytes;
    try {
      writeAllSync(this.#files, this.#file, bytes, place);
    } catch {
      this.#close();
    }
  }

  #close(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined) return;
    try {
      this.#files.closeSync(file);
    } catch {
      // Nothing depends on it.
    }
  }

  [Symbol.dispose](): void {
    this.flush();
    this.#close();
  }
}

/** Of the version and of the digests themselves: a record that was damaged is of no version. */
function checkOf({ content }: RowVersion, fields: Iterable<number>): number {
  let sum = content % LARGEST;
  for (const digest of fields) sum = (sum * 31 + digest) % LARGEST;
  return 1 + sum;
}
