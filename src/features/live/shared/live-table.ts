import { Database } from '../../../files/server/database.ts';
import { StateServer } from '../../../files/server/state-server.ts';
import type { Clock } from '../../../system/clock.ts';
import { hasTable, makeTable } from './make-table.ts';
import type { SharedPlace } from './shared-documents.ts';

/** The server of a state, and the name of the state there. */
type ServerPlace = NonNullable<SharedPlace['server']>;

const TABLE = 'chatferry_live';
/** `since` is when a document was made, `at` when it was written last; by the clock of the server, since those of machines differ. */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS ${TABLE} (
     pipeline text NOT NULL, name text NOT NULL, document text NOT NULL,
     since timestamptz NOT NULL DEFAULT clock_timestamp(), at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (pipeline, name))`,
];

/** A connection to the server; it makes nothing. */
export const liveDatabase = ({ url }: ServerPlace, clock: Clock): Database =>
  new Database(new StateServer(url), clock);

/** Makes the table if it is not there. @throws RunError `STATE.SERVER_*` */
export const prepareLiveTable = (database: Database): Promise<void> => makeTable(database, TABLE, TABLES);

/** $1 the pipeline, $2 the name. */
export const READ_DOCUMENT = `SELECT document FROM ${TABLE} WHERE pipeline = $1 AND name = $2`;

/** $1 the pipeline, $2 the name, $3 the text. */
export const SAVE_DOCUMENT = `
  INSERT INTO ${TABLE} (pipeline, name, document) VALUES ($1, $2, $3)
  ON CONFLICT (pipeline, name) DO UPDATE SET document = EXCLUDED.document, at = clock_timestamp()`;

/** $1 the pipeline, $2 the name, $3 the text, $4 the text before, or null for none. */
export const SETTLE_DOCUMENT = `
  INSERT INTO ${TABLE} AS l (pipeline, name, document) VALUES ($1, $2, $3)
  ON CONFLICT (pipeline, name) DO UPDATE SET document = EXCLUDED.document, at = clock_timestamp()
    WHERE l.document = $4`;

/** $1 the pipeline, $2 the name. */
export const REMOVE_DOCUMENT = `DELETE FROM ${TABLE} WHERE pipeline = $1 AND name = $2`;

/** $1 the pipeline, $2 how names begin, oldest first; times in milliseconds since 1970. */
export const DOCUMENTS_BELOW = `
  SELECT document, extract(epoch FROM since)::float8 * 1000 AS since, extract(epoch FROM at)::float8 * 1000 AS at,
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS now
  FROM ${TABLE} WHERE pipeline = $1 AND starts_with(name, $2) ORDER BY since`;

/** $1 the pipeline, $2 how names begin, $3 milliseconds: what was written longer ago than that goes, but not the last. */
export const REMOVE_OLD = `
  DELETE FROM ${TABLE} l WHERE pipeline = $1 AND starts_with(name, $2)
    AND at < clock_timestamp() - $3::float8 * interval '1 millisecond'
    AND EXISTS (SELECT FROM ${TABLE} o WHERE o.pipeline = $1 AND starts_with(o.name, $2) AND o.at > l.at)`;

/** Removes all documents of a pipeline; a server without the table has none. @throws RunError `STATE.SERVER_*` */
export async function purgeDocuments(database: Database, pipeline: string): Promise<void> {
  if (await hasTable(database, TABLE))
    await database.rows(`DELETE FROM ${TABLE} WHERE pipeline = $1`, [pipeline]);
}
