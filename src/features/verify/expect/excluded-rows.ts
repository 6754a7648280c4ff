import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EntityName } from '../../../input/entities/entity.ts';
import { FILE_UNKNOWN, type Stamp } from '../../../keys/key-index.ts';

/** Why a row is not expected in the service; `expired`: it has landed, and is gone by its age. */
export type Exclusion = 'rejected' | 'blocked' | 'skipped' | 'expired';

/** Place of a row in the sources; files from `FILE_UNKNOWN` on have the same number. */
type Place = Pick<Stamp, 'file' | 'line'>;

/** The rows in the sources that the pipeline's rules leave out, by place. */
export class ExcludedRows {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #find: StatementSync;
  readonly #remove: StatementSync;

  constructor(db: DatabaseSync) {
    db.exec(
      'CREATE TABLE excluded (entity TEXT, file INTEGER, line INTEGER, why TEXT, PRIMARY KEY (entity, file, line)) WITHOUT ROWID',
    );
    this.#db = db;
    this.#insert = db.prepare('INSERT OR IGNORE INTO excluded VALUES (?, ?, ?, ?)');
    this.#find = db.prepare('SELECT 1 FROM excluded WHERE entity = ? AND file = ? AND line = ?');
    this.#remove = db.prepare(
      'DELETE FROM excluded WHERE entity = ? AND file = ? AND line = ? RETURNING why',
    );
  }

  add(entity: EntityName, { file, line }: Place, why: Exclusion): void {
    this.#insert.run(entity, Math.min(file, FILE_UNKNOWN), line, why);
  }

  isEmpty(entity: EntityName): boolean {
    return this.#db.prepare('SELECT 1 FROM excluded WHERE entity = ? LIMIT 1').get(entity) === undefined;
  }

  has(entity: EntityName, { file, line }: Place): boolean {
    return this.#find.get(entity, Math.min(file, FILE_UNKNOWN), line) !== undefined;
  }

  /** Takes out a row that has landed all the same; returns why it was left out, undefined if it was not. */
  remove(entity: EntityName, { file, line }: Place): Exclusion | undefined {
    const found = this.#remove.get(entity, Math.min(file, FILE_UNKNOWN), line);
    return found?.['why'] as Exclusion | undefined;
  }
}
