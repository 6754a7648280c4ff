import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Plan } from '../../delivery/plan.ts';
import { addressKey, expiryOf } from '../../input/rows/forms/address-key.ts';
import type { Files } from '../../system/files.ts';
import type { FilesSpec } from './files-spec.ts';
import { type SentReference, sentReferences } from './sent-references.ts';

/** Addresses that are noted at once. */
const AT_ONCE = 5_000;

/** An address of files in rows, without what differs each time that it is signed. */
type NamedAddress = {
  readonly key: string;
  /** The form of it that is valid longest. */
  readonly address: string;
  readonly references: number;
  /** Bytes of its file as rows say them. */
  readonly bytes: number | undefined;
};

/** The addresses of files that rows name, each once. Held in a file where they are many. */
export class NamedAddresses implements Disposable {
  readonly #db: DatabaseSync;
  readonly #has: StatementSync;

  private constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec(`CREATE TABLE named (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, address TEXT NOT NULL,
      ends REAL NOT NULL, refs INTEGER NOT NULL, bytes INTEGER) STRICT`);
    this.#has = db.prepare('SELECT 1 FROM named WHERE key = ?');
  }

  /**
   * Reads the rows of a plan.
   * @param takes whether an address counts; all do by default
   * @throws RunError `SOURCE.*`
   */
  static async read(
    plan: Plan,
    spec: Pick<FilesSpec, 'what' | 'publicUrl'>,
    { files, signal }: { readonly files: Files; readonly signal: AbortSignal },
    takes: (reference: SentReference) => boolean = () => true,
  ): Promise<NamedAddresses> {
    const db = files.openDatabase('');
    const named = new NamedAddresses(db);
    try {
      const add = db.prepare(`INSERT INTO named (key, address, ends, refs, bytes) VALUES (?, ?, ?, 1, ?)
        ON CONFLICT (key) DO UPDATE SET refs = refs + 1, bytes = coalesce(bytes, excluded.bytes),
        address = iif(excluded.ends > ends, excluded.address, address), ends = max(ends, excluded.ends)`);
      let count = 0;
      db.exec('BEGIN');
      for await (const reference of sentReferences(plan, 'source', spec, signal)) {
        if (!takes(reference)) continue;
        const { address, size } = reference;
        add.run(addressKey(address), address, expiryOf(address) ?? 0, size ?? null);
        if (++count % AT_ONCE === 0) db.exec('COMMIT; BEGIN');
      }
      db.exec('COMMIT');
      return named;
    } catch (error) {
      named[Symbol.dispose]();
      throw error;
    }
  }

  /** True if an address is one of them, by its key. */
  has(key: string): boolean {
    return this.#has.get(key) !== undefined;
  }

  /** In the order of the rows. */
  *all(): Generator<NamedAddress> {
    const page = this.#db.prepare(`SELECT * FROM named WHERE id > ? ORDER BY id LIMIT ${AT_ONCE}`);
    for (let after = 0; ; ) {
      const found = page.all(after);
      for (const { key, address, refs, bytes } of found)
        yield {
          key: String(key),
          address: String(address),
          references: Number(refs),
          bytes: bytes === null ? undefined : Number(bytes),
        };
      if (found.length < AT_ONCE) return;
      after = Number(found.at(-1)?.['id']);
    }
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}
