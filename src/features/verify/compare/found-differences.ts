import type { DatabaseSync, StatementSync } from 'node:sqlite';
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
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec('CREATE TABLE differences (entity TEXT, mark TEXT, key TEXT, id INTEGER, more TEXT)');
    this.#insert = db.prepare('INSERT INTO differences VALUES (?, ?, ?, ?, ?)');
  }

  add({ entity, mark, key, id, ...more }: FoundDifference): void {
    this.#insert.run(entity, mark, key, id ?? null, JSON.stringify(more));
  }

  /** The differences of an entity, by mark and in the order of the sources. */
  *of(entity: EntityName): Generator<FoundDifference> {
    for (const mark of MARKS)
      for (const row of this.#db
        .prepare('SELECT * FROM differences WHERE entity = ? AND mark = ? ORDER BY id, rowid')
        .iterate(entity, mark)) {
        const { key, id, more } = row as unknown as Stored;
        yield { entity, mark, key, id: id ?? undefined, ...JSON.parse(more) };
      }
  }
}
