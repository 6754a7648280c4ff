import type { DatabaseSync } from 'node:sqlite';
import { PreparedStatements } from '../../../files/scratch-file.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { Difference, FieldDifference } from '../result/verification-report.ts';
import type { TargetRow } from './target-reader.ts';

/** A difference as found, before its row is read again from the source. */
export type FoundDifference = {
  readonly entity: EntityName;
  readonly mark: Difference['mark'];
  readonly key: string;
  /** The id of the expected row. */
  readonly id?: number | undefined;
  /** The row of the service, if its differing fields are to be reported. */
  readonly target?: TargetRow | undefined;
  /** Differing fields that are known already. */
  readonly fields?: readonly FieldDifference[] | undefined;
  readonly message?: string | undefined;
};

type Stored = { readonly key: string; readonly id: number | null; readonly more: string };

const MARKS = ['!', '*', '+', '-'] as const;

/** Differences in a table, so that memory does not grow with their number. */
export class FoundDifferences {
  readonly #statements: PreparedStatements;

  constructor(db: DatabaseSync) {
    db.exec('CREATE TABLE differences (entity TEXT, mark TEXT, key TEXT, id INTEGER, more TEXT)');
    this.#statements = new PreparedStatements(db);
  }

  add({ entity, mark, key, id, ...more }: FoundDifference): void {
    const sql = 'INSERT INTO differences VALUES (?, ?, ?, ?, ?)';
    this.#statements.run(sql, entity, mark, key, id ?? null, JSON.stringify(more));
  }

  /** The differences of an entity, by mark and in the order of the sources. */
  *of(entity: EntityName): Generator<FoundDifference> {
    const sql = 'SELECT * FROM differences WHERE entity = ? AND mark = ? ORDER BY id, rowid';
    for (const mark of MARKS)
      for (const { key, id, more } of this.#statements.rows<Stored>(sql, entity, mark))
        yield { entity, mark, key, id: id ?? undefined, ...JSON.parse(more) };
  }
}
