import { DatabaseSync } from 'node:sqlite';
import { ExportTally } from '../../../exports/tally.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import type { OriginRow } from '../../origin.ts';
import { passMessages } from './pass-messages.ts';
import { passPeople } from './pass-people.ts';
import type { RowMaking } from './row-making.ts';

type Row = OriginRow['row'];

/**
 * Makes rows of some records in memory, as `writeServiceRows` makes them of all: the same record gives the same row.
 * @returns rows in the columns of each entity that has some; a member without a value is null
 */
export async function rowsOfRecords(
  records: readonly OriginRow[],
  { prefix, policies }: { readonly prefix: string; readonly policies: Policies },
): Promise<ReadonlyMap<EntityName, readonly Row[]>> {
  const made = new Map<EntityName, Row[]>();
  const db = new DatabaseSync(':memory:');
  try {
    const making: RowMaking = {
      db,
      rows: {
        add(entity, row) {
          const cells = Object.entries(row).map(([name, value]) => [name, value ?? null] as const);
          const rows = made.get(entity) ?? [];
          made.set(entity, rows);
          rows.push(Object.fromEntries(cells));
        },
      },
      tally: new ExportTally(),
      notes: new Map(),
      prefix,
      policies,
      pass(list, take) {
        for (const record of records) if (record.list === list) take(record.row, record.of ?? '');
        return Promise.resolve();
      },
    };
    await passMessages(making, await passPeople(making));
  } finally {
    db.close();
  }
  return made;
}
