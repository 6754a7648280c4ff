import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { entityNames } from '../../../src/input/entities/entity.ts';

/** The keys of the rows that the ledger says the service has acknowledged, read without the program. */
export function acknowledgedKeys(state: string): string[] {
  using db = new DatabaseSync(join(state, 'ledger.sqlite'), { readOnly: true });
  return entityNames.flatMap((name) =>
    db
      .prepare(`SELECT key FROM ${name} WHERE origin IN (1, 2)`)
      .all()
      .map(({ key }) => `${name} ${key}`),
  );
}
