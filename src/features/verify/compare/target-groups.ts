import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { TargetRow } from './target-reader.ts';

/** A group of the service, as stored. */
export type TargetGroup = {
  readonly guid: string;
  readonly owner: string | null;
  /** Number of members by the service; null if it sends none. */
  readonly members: number | null;
};

/** The groups of the service, in a table; their members are read next. */
export class TargetGroups {
  readonly #insert: StatementSync;
  readonly #find: StatementSync;
  /** True if all groups were read. */
  complete = false;

  constructor(db: DatabaseSync) {
    db.exec('CREATE TABLE target_groups (guid TEXT PRIMARY KEY, owner TEXT, members INTEGER) WITHOUT ROWID');
    this.#insert = db.prepare('INSERT OR IGNORE INTO target_groups VALUES (?, ?, ?)');
    this.#find = db.prepare('SELECT guid, owner, members FROM target_groups WHERE guid = ?');
  }

  add({ guid, owner, membersCount }: TargetRow): void {
    const members = Number(membersCount ?? Number.NaN);
    this.#insert.run(
      String(guid),
      typeof owner === 'string' ? owner : null,
      Number.isSafeInteger(members) ? members : null,
    );
  }

  find(guid: string): TargetGroup | undefined {
    return this.#find.get(guid) as TargetGroup | undefined;
  }
}
