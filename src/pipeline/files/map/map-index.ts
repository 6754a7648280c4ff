import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { CopiesRevision } from '../../../delivery/plan.ts';
import type { FileFailure, OnFailure } from '../../../input/rows/forms/copied-address.ts';
import { fingerprint64 } from '../../../keys/fingerprint64.ts';
import { copyIn, type FileIntent, type MapEntry } from '../file-map.ts';
import type { Upload } from '../stores/file-store.ts';
import type { StorePlace } from '../stores/store-place.ts';
import { beginTables, LogIndex, placeInTables } from './map-log.ts';
import type { MapObject, MapRecord } from './map-record.ts';

/** Another version makes the index anew. */
const MAP_INDEX_VERSION = 2;
/** Rows that are read at once. */
const PAGE = 1_000;

/** Texts are found by a fingerprint: an index of numbers fits into memory, one of a million addresses does not. */
const TABLES = `
  CREATE TABLE objects (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, object TEXT NOT NULL, bytes INTEGER NOT NULL,
    type TEXT NOT NULL, origin TEXT NOT NULL) STRICT;
  CREATE INDEX objects_by_hash ON objects (hash);
  CREATE TABLE entries (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, address TEXT NOT NULL, object INTEGER,
    outcome TEXT NOT NULL, why TEXT, message TEXT, tries INTEGER, form TEXT, how TEXT, etag TEXT, modified TEXT,
    at INTEGER NOT NULL) STRICT;
  CREATE INDEX entries_by_hash ON entries (hash);
  CREATE INDEX entries_by_object ON entries (object) WHERE object IS NOT NULL;
  CREATE TABLE intents (object TEXT PRIMARY KEY, address TEXT NOT NULL, bytes INTEGER NOT NULL, type TEXT NOT NULL,
    etag TEXT, modified TEXT) WITHOUT ROWID, STRICT;
  CREATE TABLE uploads (object TEXT PRIMARY KEY, id TEXT NOT NULL, partBytes INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE parts (object TEXT, number INTEGER, etag TEXT NOT NULL,
    PRIMARY KEY (object, number)) WITHOUT ROWID, STRICT;`;

const FORM = { version: MAP_INDEX_VERSION, tables: TABLES };

const ENTRY = `SELECT e.id AS number, e.address, e.outcome, e.why, e.message, e.tries, e.form, e.how, e.etag, e.modified, e.at,
  o.object, o.bytes, o.type, o.origin FROM entries e LEFT JOIN objects o ON o.id = e.object`;
const BEFORE = `SELECT e.id, e.why, e.outcome, o.object FROM entries e LEFT JOIN objects o ON o.id = e.object
  WHERE e.hash = ? AND e.address = ?`;
const OBJECT_ID = 'SELECT id FROM objects WHERE hash = ? AND object = ?';

type Found = Readonly<Record<string, SQLOutputValue>>;
/** An object with the number of addresses that it is the copy of. */
export type NumberedObject = MapObject & { readonly id: number; readonly names: number };

type NumberedEntry = { readonly id: number; readonly entry: MapEntry };

/** A text with the number that it is found by: 52 bits, which a JavaScript number can hold. */
function hashed(text: string): readonly [number, string] {
  const { lo, hi } = fingerprint64(text);
  return [(hi & 0xfffff) * 2 ** 32 + lo, text];
}

/** The map as SQLite tables. It is made of the log: whatever is in it can be made again. */
export class MapIndex extends LogIndex<MapRecord> {
  /** Makes the tables in an empty database. */
  static begin(db: DatabaseSync): MapIndex {
    return new MapIndex(db, beginTables(db, FORM));
  }

  /** The index in a database; undefined if it is none of this version. */
  static resume(db: DatabaseSync): MapIndex | undefined {
    const place = placeInTables(db, FORM);
    return place && new MapIndex(db, place);
  }

  protected override write(record: MapRecord): void {
    switch (record.is) {
      case 'map':
        break;
      case 'store': {
        const { is, ...store } = record;
        this.statements.run(
          "INSERT OR REPLACE INTO meta (name, value) VALUES ('store', ?)",
          JSON.stringify(store),
        );
        break;
      }
      case 'sent':
        this.statements.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('sent', ?)", record.publicUrl);
        break;
      case 'revision':
        this.#saveRevision({ outcomes: record.outcomes, contents: record.contents });
        break;
      case 'entry':
        this.#applyEntry(record);
        break;
      case 'object':
        this.#applyObject(record);
        break;
      case 'intent': {
        const { object, address, bytes, type, etag = null, modified = null } = record;
        const values = [object, address, bytes, type, etag, modified];
        this.statements.run('INSERT OR REPLACE INTO intents VALUES (?, ?, ?, ?, ?, ?)', ...values);
        break;
      }
      case 'released': {
        const { object } = record;
        this.statements.run(
          `INSERT OR REPLACE INTO intents SELECT object, '', bytes, type, NULL, NULL FROM objects
             WHERE hash = ? AND object = ?`,
          ...hashed(object),
        );
        this.statements.run(`DELETE FROM entries WHERE object = (${OBJECT_ID})`, ...hashed(object));
        break;
      }
      case 'removed':
        this.statements.run('DELETE FROM objects WHERE hash = ? AND object = ?', ...hashed(record.object));
        this.statements.run('DELETE FROM intents WHERE object = ?', record.object);
        this.#endUpload(record.object);
        break;
      case 'upload':
        this.statements.run('DELETE FROM parts WHERE object = ?', record.object);
        this.statements.run(
          'INSERT OR REPLACE INTO uploads VALUES (?, ?, ?)',
          record.object,
          record.id,
          record.partBytes,
        );
        break;
      case 'part':
        this.statements.run(
          'INSERT OR REPLACE INTO parts VALUES (?, ?, ?)',
          record.object,
          record.number,
          record.etag,
        );
        break;
      case 'noUpload':
        this.#endUpload(record.object);
    }
  }

  #applyEntry(entry: MapEntry): void {
    const { address, outcome, at } = entry;
    const before = this.statements.first<Found>(BEFORE, ...hashed(address));
    const id = before?.['id'] ?? null;
    if (before) this.#revise(before, entry);
    const write = 'INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
    const key = [id, ...hashed(address)] as const;
    if (entry.outcome === 'failed') {
      const { why, message, tries, form = null, how = null } = entry;
      this.statements.run(write, ...key, null, outcome, why, message, tries, form, how, null, null, at);
      return;
    }
    if (entry.outcome === 'kept') {
      this.statements.run(write, ...key, null, outcome, null, null, null, null, null, null, null, at);
      return;
    }
    const { etag = null, modified = null, object } = entry;
    this.statements.run(
      write,
      ...key,
      this.#applyObject(entry),
      outcome,
      null,
      null,
      null,
      null,
      null,
      etag,
      modified,
      at,
    );
    this.statements.run('DELETE FROM intents WHERE object = ?', object);
    this.#endUpload(object);
  }

  /** Counts answers that differ from those before. */
  #revise(before: Found, entry: MapEntry): void {
    const { outcomes, contents } = this.revision;
    const why = entry.outcome === 'failed' ? entry.why : null;
    const object = copyIn(entry)?.object ?? null;
    const isKept = [before['outcome'], entry.outcome].includes('kept');
    if (before['why'] !== why || isKept) this.#saveRevision({ outcomes: outcomes + 1, contents });
    else if (before['object'] !== object) this.#saveRevision({ outcomes, contents: contents + 1 });
  }

  get revision(): CopiesRevision {
    const found = this.statements.first<Found>("SELECT value FROM meta WHERE name = 'revision'");
    return found ? (JSON.parse(String(found['value'])) as CopiesRevision) : { outcomes: 0, contents: 0 };
  }

  #saveRevision(revision: CopiesRevision): void {
    const value = JSON.stringify(revision);
    this.statements.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('revision', ?)", value);
  }

  /** Our work stays our work, whoever finds it there later. */
  #applyObject({ object, bytes, type, origin }: MapObject): SQLOutputValue {
    const id = this.statements.first<Found>(OBJECT_ID, ...hashed(object))?.['id'];
    if (id !== undefined) {
      if (origin === 'created') this.statements.run('UPDATE objects SET origin = ? WHERE id = ?', origin, id);
      return id;
    }
    const insert =
      'INSERT INTO objects (hash, object, bytes, type, origin) VALUES (?, ?, ?, ?, ?) RETURNING id';
    return this.statements.first<Found>(insert, ...hashed(object), bytes, type, origin)?.['id'] ?? null;
  }

  #endUpload(object: string): void {
    this.statements.run('DELETE FROM uploads WHERE object = ?', object);
    this.statements.run('DELETE FROM parts WHERE object = ?', object);
  }

  find(address: string): MapEntry | undefined {
    const found = this.statements.first<Found>(
      `${ENTRY} WHERE e.hash = ? AND e.address = ?`,
      ...hashed(address),
    );
    return found && entryOf(found);
  }

  /** A page of entries, in the order in which their addresses came. */
  entriesAfter(id: number): readonly NumberedEntry[] {
    const rows = this.statements.all<Found>(`${ENTRY} WHERE e.id > ? ORDER BY e.id LIMIT ${PAGE}`, id);
    return rows.map((row) => ({ entry: entryOf(row), id: Number(row['number']) }));
  }

  findObject(object: string): MapObject | undefined {
    const found = this.statements.first<Found>(
      'SELECT * FROM objects WHERE hash = ? AND object = ?',
      ...hashed(object),
    );
    return found && objectOf(found);
  }

  /** A page of objects, in the order in which they came. */
  objectsAfter(id: number): readonly NumberedObject[] {
    const rows = this.statements.all<Found>(
      `SELECT *, (SELECT count(*) FROM entries WHERE entries.object = objects.id) AS names
         FROM objects WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
      id,
    );
    return rows.map((row) => ({ ...objectOf(row), names: Number(row['names']), id: Number(row['id']) }));
  }

  namesOf(object: string): number {
    const sql = `SELECT count(*) AS n FROM entries WHERE object = (${OBJECT_ID})`;
    return Number(this.statements.first<Found>(sql, ...hashed(object))?.['n']);
  }

  intent(object: string): FileIntent | undefined {
    const found = this.statements.first<Found>('SELECT * FROM intents WHERE object = ?', object);
    return found && intentOf(found);
  }

  /** Intents are few: those of files that were under way when a process ended. */
  intents(): readonly FileIntent[] {
    return this.statements.all<Found>('SELECT * FROM intents').map(intentOf);
  }

  intentsOf(address: string): readonly FileIntent[] {
    return this.statements.all<Found>('SELECT * FROM intents WHERE address = ?', address).map(intentOf);
  }

  upload(object: string): Upload | undefined {
    const found = this.statements.first<Found>('SELECT * FROM uploads WHERE object = ?', object);
    if (!found) return undefined;
    const etags: (string | undefined)[] = [];
    for (const { number, etag } of this.statements.all<Found>(
      'SELECT number, etag FROM parts WHERE object = ?',
      object,
    ))
      etags[Number(number) - 1] = String(etag);
    return { id: String(found['id']), partBytes: Number(found['partBytes']), etags: Array.from(etags) };
  }

  uploads(): readonly { readonly object: string; readonly id: string }[] {
    const rows = this.statements.all<Found>('SELECT object, id FROM uploads');
    return rows.map(({ object, id }) => ({ object: String(object), id: String(id) }));
  }

  get store(): StorePlace | undefined {
    const found = this.statements.first<Found>("SELECT value FROM meta WHERE name = 'store'");
    return found && (JSON.parse(String(found['value'])) as StorePlace);
  }

  get sentUnder(): string | undefined {
    const found = this.statements.first<Found>("SELECT value FROM meta WHERE name = 'sent'");
    return found && String(found['value']);
  }

  /** The records of everything that is known, without the entries and intents of some addresses. */
  *records(without: ReadonlySet<string>): Generator<MapRecord> {
    const { store, sentUnder: publicUrl } = this;
    if (store) yield { is: 'store', ...store };
    if (publicUrl !== undefined) yield { is: 'sent', publicUrl };
    yield { is: 'revision', ...this.revision };
    for (const { names, id, ...object } of allObjects(this)) yield { is: 'object', ...object };
    for (const entry of allEntries(this)) if (!without.has(entry.address)) yield { is: 'entry', ...entry };
    for (const intent of this.intents())
      yield { is: 'intent', ...intent, address: without.has(intent.address) ? '' : intent.address };
    for (const { object, id } of this.uploads()) {
      const { partBytes = 0, etags = [] } = this.upload(object) ?? {};
      yield { is: 'upload', object, id, partBytes };
      for (const [at, etag] of etags.entries())
        if (etag !== undefined) yield { is: 'part', object, number: at + 1, etag };
    }
  }
}

/** All entries, in the order in which their addresses came. */
export function* allEntries(index: Pick<MapIndex, 'entriesAfter'>): Generator<MapEntry> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: readonly NumberedEntry[] = index.entriesAfter(after);
    for (const { entry } of page) yield entry;
    after = page.at(-1)?.id;
  }
}

/** All objects, in the order in which they came. */
export function* allObjects(index: Pick<MapIndex, 'objectsAfter'>): Generator<NumberedObject> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: readonly NumberedObject[] = index.objectsAfter(after);
    yield* page;
    after = page.at(-1)?.id;
  }
}

/** The content of an object, by its key: `<2 hex>/<64 hex>.<ending>`. */
const contentOf = (object: string): string => object.slice(3, 67);

const textOrNone = (value: SQLOutputValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const objectOf = (row: Found): MapObject => ({
  object: String(row['object']),
  bytes: Number(row['bytes']),
  type: String(row['type']),
  origin: row['origin'] as MapObject['origin'],
});

const headersOf = (row: Found): Pick<FileIntent, 'etag' | 'modified'> => {
  const [etag, modified] = [textOrNone(row['etag']), textOrNone(row['modified'])];
  return { ...(etag === undefined ? {} : { etag }), ...(modified === undefined ? {} : { modified }) };
};

const intentOf = (row: Found): FileIntent => ({
  sha256: contentOf(String(row['object'])),
  bytes: Number(row['bytes']),
  object: String(row['object']),
  address: String(row['address']),
  type: String(row['type']),
  ...headersOf(row),
});

function entryOf(row: Found): MapEntry {
  const [address, at] = [String(row['address']), Number(row['at'])];
  const outcome = row['outcome'] as MapEntry['outcome'];
  if (outcome === 'failed') {
    const [why, message] = [row['why'] as FileFailure, String(row['message'])];
    const form = textOrNone(row['form']);
    const tries = Number(row['tries']);
    const how = textOrNone(row['how']) as OnFailure | undefined;
    const more = { ...(form === undefined ? {} : { form }), ...(how === undefined ? {} : { how }) };
    return { address, outcome, why, message, tries, ...more, at };
  }
  if (outcome === 'kept') return { address, outcome, at };
  const object = objectOf(row);
  return { address, outcome, sha256: contentOf(object.object), ...object, ...headersOf(row), at };
}
