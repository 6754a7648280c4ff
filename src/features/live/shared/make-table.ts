import type { Database } from '../../../files/server/database.ts';

/** Of several processes that find no tables, one makes them. */
const ONLY_ONE = 'SELECT pg_advisory_xact_lock(7240637320)';

/** True if a server has a table. @throws RunError `STATE.SERVER_*` */
export async function hasTable(database: Database, table: string): Promise<boolean> {
  const [found] = await database.rows('SELECT to_regclass($1) IS NOT NULL AS there', [table]);
  return found?.['there'] === true;
}

/**
 * Makes a table that is not there.
 * @param statements to make it, and what belongs to it
 * @throws RunError `STATE.SERVER_*`
 */
export async function makeTable(
  database: Database,
  table: string,
  statements: readonly string[],
): Promise<void> {
  if (await hasTable(database, table)) return;
  await database.work(async (ask) => {
    for (const statement of ['BEGIN', ONLY_ONE, ...statements, 'COMMIT']) await ask(statement);
  });
}
