import { Database, type DatabaseRow } from '../../../../files/server/database.ts';
import { StateServer } from '../../../../files/server/state-server.ts';
import type { Clock } from '../../../../system/clock.ts';
import { hasTable, makeTable } from '../../shared/make-table.ts';
import type { Side } from '../../side.ts';
import type { InboxEvent, ReceivedEvent } from '../inbox.ts';
import type { InboxPlace } from '../inbox-place.ts';

/** The server of a state, and the name of the state there. */
export type ServerPlace = NonNullable<InboxPlace['server']>;

/**
 * An event is a row until it was kept long enough. That it is done stands in the row itself: one whose transaction commits late
 * has a lower number than rows that are done already, and waits like any other. The index has what waits, so that nobody reads
 * bodies to count them.
 */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS chatferry_inbox (
     pipeline text NOT NULL, side text NOT NULL, seq bigint GENERATED ALWAYS AS IDENTITY, received_at bigint NOT NULL,
     headers text NOT NULL, body bytea NOT NULL, bytes int NOT NULL, done boolean NOT NULL DEFAULT false,
     PRIMARY KEY (pipeline, side, seq))`,
  `ALTER TABLE chatferry_inbox ALTER COLUMN body SET STORAGE EXTERNAL`,
  `CREATE INDEX IF NOT EXISTS chatferry_inbox_waiting
     ON chatferry_inbox (pipeline, side, seq) INCLUDE (received_at, bytes) WHERE NOT done`,
];

const TABLE = 'chatferry_inbox';

/** Opens a connection to the server of an inbox, and makes the table if it is not there. @throws RunError `STATE.SERVER_*` */
export async function inboxDatabase({ url }: ServerPlace, clock: Clock): Promise<Database> {
  const database = new Database(new StateServer(url), clock);
  try {
    await makeTable(database, TABLE, TABLES);
    return database;
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

/** True if a server has events of any pipeline. @throws RunError `STATE.SERVER_*` */
export const hasInbox = (database: Database): Promise<boolean> => hasTable(database, TABLE);

/** $1 the pipeline, $2 sides, $3 times, $4 headers, $5 bodies of events, in the order in which they came. */
const ADD = `
  INSERT INTO chatferry_inbox (pipeline, side, received_at, headers, body, bytes)
  SELECT $1, e.side, e.received_at, e.headers, e.body, octet_length(e.body) + octet_length(e.headers)
  FROM unnest($2::text[], $3::int8[], $4::text[], $5::bytea[])
    WITH ORDINALITY AS e(side, received_at, headers, body, place) ORDER BY e.place`;

/** Adds events: once it resolves, they survive a power cut. @throws RunError `STATE.SERVER_*`, `STATE.UNWRITABLE` */
export async function addRows(
  database: Database,
  pipeline: string,
  events: readonly ReceivedEvent[],
): Promise<void> {
  await database.rows(ADD, [
    pipeline,
    events.map(({ side }) => side),
    events.map(({ receivedAt }) => receivedAt),
    events.map(({ headers }) => JSON.stringify(headers)),
    events.map(({ body }) => body),
  ]);
}

/** $1 the pipeline: what waits on each side. */
export const WAITING = `
  SELECT side, count(*)::float8 AS events, coalesce(sum(bytes), 0)::float8 AS bytes,
    min(received_at)::float8 AS oldest
  FROM chatferry_inbox WHERE pipeline = $1 AND NOT done GROUP BY side`;

/** $1 the pipeline, $2 the side, $3 seqs that are taken, $4 how many at most: what comes next, without bodies. */
export const NEXT_EVENTS = `
  SELECT seq::float8 AS seq, bytes FROM chatferry_inbox
  WHERE pipeline = $1 AND side = $2 AND NOT done AND seq <> ALL ($3::int8[]) ORDER BY seq LIMIT $4`;

/** $1 the pipeline, $2 the side, $3 seqs. */
export const FIND_EVENTS = `
  SELECT side, seq::float8 AS seq, received_at::float8 AS received_at, headers, body
  FROM chatferry_inbox WHERE pipeline = $1 AND side = $2 AND seq = ANY ($3::int8[]) ORDER BY seq`;

/** $1 the pipeline, $2 the side, $3 seqs. */
export const EVENTS_DONE = `
  UPDATE chatferry_inbox SET done = true WHERE pipeline = $1 AND side = $2 AND seq = ANY ($3::int8[])`;

/** $1 the pipeline, $2 milliseconds since 1970: what is done and older goes. */
export const CLEAN = 'DELETE FROM chatferry_inbox WHERE pipeline = $1 AND done AND received_at < $2';

/** $1 the pipeline, $2 the last seq before, $3 how many. */
export const EVENTS_AFTER = `
  SELECT side, seq::float8 AS seq, received_at::float8 AS received_at, headers, body
  FROM chatferry_inbox WHERE pipeline = $1 AND seq > $2 ORDER BY seq LIMIT $3`;

/** $1 the pipeline, $2 seqs. */
export const REMOVE_EVENTS = 'DELETE FROM chatferry_inbox WHERE pipeline = $1 AND seq = ANY ($2::int8[])';

/** $1 the pipeline. */
export const BYTES = 'SELECT sum(bytes)::float8 AS bytes FROM chatferry_inbox WHERE pipeline = $1';
export const PURGE = 'DELETE FROM chatferry_inbox WHERE pipeline = $1';

/** The event of a row. */
export const eventOfRow = (row: DatabaseRow): InboxEvent => ({
  side: row['side'] as Side,
  seq: Number(row['seq']),
  receivedAt: Number(row['received_at']),
  headers: JSON.parse(String(row['headers'])) as InboxEvent['headers'],
  body: row['body'] as Buffer,
});
