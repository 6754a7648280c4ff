import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { cannotWrite } from '../../../errors/run-error.ts';
import { newDatabase, PreparedStatements } from '../../../files/scratch-file.ts';
import { addressKey, expiryOf, isSigned } from '../../../input/rows/forms/address-key.ts';
import type { KindOfFiles } from '../../../input/rows/forms/copied-address.ts';
import { fingerprint64 } from '../../../keys/fingerprint64.ts';
import type { Files } from '../../../system/files.ts';
import type { SentReference } from '../sent-references.ts';

/** People are looked at first. */
const KINDS: readonly KindOfFiles[] = ['avatars', 'icons', 'attachments'];
const CACHE_KIB = 32_768;
/** Addresses that are held in memory at once. */
const PAGE = 500;
const AT_ONCE = 5_000;

/** An address that rows name. */
export type ListedAddress = {
  readonly id: number;
  readonly key: string;
  /** Of its signed forms the one that ends last. */
  readonly address: string;
  readonly kind: KindOfFiles;
  readonly type: string | undefined;
  readonly name: string | undefined;
  /** The number of references to it. */
  readonly count: number;
  /** The number of references to it in rows that were sent and that nothing changes any more. */
  readonly sent: number;
  readonly isSent: boolean;
};

type Found = Readonly<Record<string, SQLOutputValue>>;

/**
 * The addresses that the rows of a plan name, each once, in the order in which they are copied: those of users, of groups, then
 * of messages, newest first. A file, because it may be millions; gone when it is disposed of, since it has what opens addresses.
 */
export class AddressList implements Disposable {
  readonly #db: DatabaseSync;
  readonly #path: string;
  readonly #files: Files;
  readonly #now: number;
  readonly #statements: PreparedStatements;
  #written = 0;

  private constructor(db: DatabaseSync, path: string, files: Files, now: number) {
    this.#db = db;
    this.#statements = new PreparedStatements(db);
    this.#path = path;
    this.#files = files;
    this.#now = now;
  }

  /**
   * Makes an empty list.
   * @param now milliseconds since 1970
   * @throws RunError `STATE.UNWRITABLE`
   */
  static make(path: string, files: Files, now: number): AddressList {
    try {
      const db = newDatabase(path, files, CACHE_KIB);
      db.exec(`CREATE TABLE addresses (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, key TEXT NOT NULL,
        address TEXT NOT NULL, rank INTEGER NOT NULL, kind INTEGER NOT NULL, type TEXT, name TEXT,
        count INTEGER NOT NULL, at INTEGER NOT NULL, state INTEGER NOT NULL, object TEXT, bytes INTEGER,
        sent INTEGER NOT NULL) STRICT`);
      db.exec('CREATE INDEX by_hash ON addresses (hash)');
      db.exec('BEGIN');
      return new AddressList(db, path, files, now);
    } catch (error) {
      throw cannotWrite(error, path, 'created');
    }
  }

  /** Adds what a row names. @param isSent true if the row was sent and nothing changes it any more */
  add({ address, kind, at, type, name }: Omit<SentReference, 'row'>, isSent = false): void {
    const key = addressKey(address);
    const hash = hashOf(key);
    const rank = this.#rankOf(address);
    const number = KINDS.indexOf(kind);
    const found = this.#statements.first<Found>(
      'SELECT id, rank, at FROM addresses WHERE hash = ? AND key = ?',
      hash,
      key,
    );
    this.#writing(() => {
      if (!found) {
        const values = [hash, key, address, rank, number, type ?? null, name ?? null, at, isSent ? 1 : 0];
        this.#statements.run(
          'INSERT INTO addresses VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, 1, ?, 0, NULL, NULL, ?)',
          ...values,
        );
        return;
      }
      const id = Number(found['id']);
      const update = `UPDATE addresses SET count = count + 1, at = max(at, ?), kind = min(kind, ?),
        type = coalesce(type, ?), name = coalesce(name, ?), sent = sent + ? WHERE id = ?`;
      this.#statements.run(update, at, number, type ?? null, name ?? null, isSent ? 1 : 0, id);
      const before = Number(found['rank']);
      if (before < rank || (before === rank && Number(found['at']) < at))
        this.#statements.run('UPDATE addresses SET address = ?, rank = ? WHERE id = ?', address, rank, id);
    });
  }

  /**
   * A larger number for the form of an address that is to be asked: one that is signed for longer; then one that is not signed,
   * and only then one whose time is over; last one with a login in it, which is not asked. Of equal forms the newest is asked.
   */
  #rankOf(address: string): number {
    const { username = '', password = '' } = URL.parse(address.replace(/^private\+/i, '')) ?? {};
    if (username !== '' || password !== '') return 0;
    const end = expiryOf(address);
    if (end !== undefined) return Math.floor(end);
    return isSigned(address) ? Number.MAX_SAFE_INTEGER : this.#now;
  }

  /** True if a row names an address, by its key. */
  has(key: string): boolean {
    return (
      this.#statements.first<Found>(
        'SELECT 1 FROM addresses WHERE hash = ? AND key = ?',
        hashOf(key),
        key,
      ) !== undefined
    );
  }

  /** The numbers of references and of addresses. */
  get size(): { readonly found: number; readonly distinct: number } {
    const sums = this.#statements.first<Found>(
      'SELECT coalesce(sum(count), 0) AS found, count(*) AS distinct_ FROM addresses',
    );
    return { found: Number(sums?.['found']), distinct: Number(sums?.['distinct_']) };
  }

  /** All addresses, in the order in which they came. Settle them meanwhile. */
  *all(): Generator<ListedAddress> {
    for (let after = 0; ; ) {
      const rows = this.#statements.all<Found>(
        `SELECT * FROM addresses WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
        after,
      );
      yield* rows.map(listed);
      if (rows.length < PAGE) return;
      after = Number(rows.at(-1)?.['id']);
    }
  }

  /** Those that were marked as to be copied, in order; each once. */
  *todo(): Generator<ListedAddress> {
    this.#writing(() => this.#db.exec('CREATE INDEX in_order ON addresses (state, kind, at DESC, id)'));
    for (;;) {
      const rows = this.#statements.all<Found>(
        `SELECT * FROM addresses WHERE state = 1 ORDER BY kind, at DESC, id LIMIT ${PAGE}`,
      );
      for (const { id } of rows) this.#mark(Number(id), 2);
      yield* rows.map(listed);
      if (rows.length < PAGE) return;
    }
  }

  /** Marks an address as to be copied. */
  needs({ id }: ListedAddress): void {
    this.#mark(id, 1);
  }

  /** Marks an address whose host did not answer. */
  isSilent({ id }: ListedAddress): void {
    this.#mark(id, 3);
  }

  /** The addresses whose hosts did not answer. */
  *silent(): Generator<ListedAddress> {
    for (let after = 0; ; ) {
      const rows = this.#statements.all<Found>(
        `SELECT * FROM addresses WHERE state = 3 AND id > ? ORDER BY id LIMIT ${PAGE}`,
        after,
      );
      yield* rows.map(listed);
      if (rows.length < PAGE) return;
      after = Number(rows.at(-1)?.['id']);
    }
  }

  /** Records which copy an address has. */
  copied(
    { id }: ListedAddress,
    { object, bytes }: { readonly object: string; readonly bytes: number },
  ): void {
    this.#writing(() =>
      this.#statements.run('UPDATE addresses SET object = ?, bytes = ? WHERE id = ?', object, bytes, id),
    );
  }

  /** Bytes of all copies, each once. */
  get bytes(): number {
    const sql = `SELECT coalesce(sum(bytes), 0) AS bytes FROM
      (SELECT max(bytes) AS bytes FROM addresses WHERE object IS NOT NULL GROUP BY object)`;
    return Number(this.#statements.first<Found>(sql)?.['bytes']);
  }

  #mark(id: number, state: number): void {
    this.#writing(() => this.#statements.run('UPDATE addresses SET state = ? WHERE id = ?', state, id));
  }

  #writing(write: () => void): void {
    try {
      write();
      if (++this.#written % AT_ONCE === 0) this.#db.exec('COMMIT; BEGIN');
    } catch (error) {
      throw cannotWrite(error, this.#path);
    }
  }

  [Symbol.dispose](): void {
    this.#db.close();
    this.#files.rmSync(this.#path, { force: true });
  }
}

function hashOf(key: string): number {
  const { lo, hi } = fingerprint64(key);
  return (hi & 0xfffff) * 2 ** 32 + lo;
}

const textOrNone = (value: SQLOutputValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const listed = (row: Found): ListedAddress => ({
  id: Number(row['id']),
  key: String(row['key']),
  address: String(row['address']),
  kind: KINDS[Number(row['kind'])] as KindOfFiles,
  type: textOrNone(row['type']),
  name: textOrNone(row['name']),
  count: Number(row['count']),
  sent: Number(row['sent']),
  isSent: Number(row['sent']) > 0,
});
