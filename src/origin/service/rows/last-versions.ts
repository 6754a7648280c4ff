import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * The last version of each record of a list, where nights have added later ones. A record keeps its first place, so that rows
 * stay in the order of time; the texts of later versions are kept on disk.
 */
export class LastVersions {
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #get: StatementSync;
  #noted = 0;
  #passed = 0;

  /** @param name of its table */
  constructor(db: DatabaseSync, name: string) {
    db.exec(`CREATE TABLE "${name}" (key TEXT PRIMARY KEY, place INTEGER, text TEXT) WITHOUT ROWID`);
    this.#insert = db.prepare(`INSERT OR IGNORE INTO "${name}" VALUES (?, ?, NULL)`);
    this.#update = db.prepare(`UPDATE "${name}" SET text = ? WHERE key = ?`);
    this.#get = db.prepare(`SELECT place, text FROM "${name}" WHERE key = ?`);
  }

  /** Takes note of every record, in order, before the first is asked for. */
  note(key: string, row: object): void {
    const { changes } = this.#insert.run(key, this.#noted++);
    if (Number(changes) === 0) this.#update.run(JSON.stringify(row), key);
  }

  /** The last version of a record at its first place, undefined at every later one. Asked for each record, in the same order. */
  at<Row extends object>(key: string, row: Row): Row | undefined {
    const { place, text } = this.#get.get(key) as { readonly place: number; readonly text: string | null };
    if (place !== this.#passed++) return undefined;
    return text === null ? row : (JSON.parse(text) as Row);
  }

  has(key: string): boolean {
    return this.#get.get(key) !== undefined;
  }
}
