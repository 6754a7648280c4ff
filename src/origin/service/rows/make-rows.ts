import { ExportTally } from '../../../exports/tally.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { Files } from '../../../system/files.ts';
import type { OriginRow } from '../../origin.ts';
import { passMessages } from './pass-messages.ts';
import { passPeople } from './pass-people.ts';
import type { ServiceRecords } from './write-rows.ts';

/** Rows in the columns of their entity. */
export type MadeRows = Partial<Record<EntityName, Readonly<Record<string, unknown>>[]>>;

/**
 * Makes rows of some records of an app of this service, in memory; they are the same as those of the whole app. Whoever is
 * named in them and is not among them counts as somebody who is there.
 */
export async function makeServiceRows(
  records: readonly OriginRow[],
  { prefix, policies }: Pick<ServiceRecords, 'prefix' | 'policies'>,
  files: Pick<Files, 'openDatabase'>,
): Promise<MadeRows> {
  const db = files.openDatabase(':memory:');
  const made: MadeRows = {};
  const add = (entity: EntityName, row: Readonly<Record<string, unknown>>): void => {
    const cells = Object.entries(row).map(([name, value]) => [name, value ?? null] as const);
    const list = made[entity] ?? [];
    list.push(Object.fromEntries(cells));
    made[entity] = list;
  };
  const pass = async (
    list: string,
    take: (row: Readonly<Record<string, unknown>>, of: string) => void,
  ): Promise<void> => {
    for (const { list: name, row, of = '' } of records) if (name === list) take(row, of);
  };
  try {
    const making = { db, rows: { add }, tally: new ExportTally(), notes: new Map(), prefix, policies, pass };
    const people = await passPeople({ ...making, isPart: true });
    await passMessages({ ...making, isPart: true }, people);
    return made;
  } finally {
    db.close();
  }
}
