import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EntityName } from '../../../input/entities/entity.ts';
import { FILE_UNKNOWN } from '../../../keys/key-index.ts';

/** The places of rows in the sources that are not compared. */
export class ExcludedRows {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec('CREATE TABLE excluded (entity TEXT, file INTEGER, line INTEGER)');
    this.#insert = db.prepare('INSERT INTO excluded VALUES (?, ?, ?)');
  }

  add(entity: EntityName, file: number, line: number): void {
    this.#insert.run(entity, Math.min(file, FILE_UNKNOWN), line);
  }

  /** The places of an entity's rows, each as one number. */
  places(entity: EntityName): ReadonlySet<number> {
    const rows = this.#db.prepare('SELECT file, line FROM excluded WHERE entity = ?').iterate(entity);
    const places = new Set<number>();
    for (const { file, line } of rows) places.add(placeNumber(Number(file), Number(line)));
    return places;
  }
}

/** A place as one number. */
export const placeNumber = (file: number, line: number): number => file * 2 ** 40 + line;
