import { RunError } from '../../errors/run-error.ts';
import type { AskDatabase, Database } from './database.ts';
import type { StateServer } from './state-server.ts';

/** Of the tables. Another version of this program may have others. */
const VERSION = 1;

/** Bytes of a file in one row, all but the last. */
export const CHUNK_BYTES = 16_384;

/**
 * A state has a holder with an epoch: the number of times that it was taken. `lineage` tells it from one that had its name before. A file has a name and a content, which is chunks;
 * `bytes` is how long it is. A content that no file has is on its way, or left over. `version` is
 * the number of changes of the state at the last change of a file or a chunk.
 */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS chatferry_schema (version int NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS chatferry_states (
     name text PRIMARY KEY, lineage text NOT NULL, epoch bigint NOT NULL, version bigint NOT NULL,
     holder text, renewed timestamptz, lease_ms int)`,
  `CREATE TABLE IF NOT EXISTS chatferry_files (
     state text NOT NULL, path text NOT NULL, content text NOT NULL, bytes bigint NOT NULL, version bigint NOT NULL,
     PRIMARY KEY (state, path))`,
  `CREATE TABLE IF NOT EXISTS chatferry_chunks (
     state text NOT NULL, content text NOT NULL, at bigint NOT NULL, data bytea NOT NULL, version bigint NOT NULL,
     PRIMARY KEY (state, content, at))`,
  // Compressing costs more than it saves: chunks are written again and again while they grow.
  `ALTER TABLE chatferry_chunks ALTER COLUMN data SET STORAGE EXTERNAL`,
  `INSERT INTO chatferry_schema SELECT ${VERSION} WHERE NOT EXISTS (SELECT FROM chatferry_schema)`,
];

/** Of several processes that find no tables, one makes them. */
const ONLY_ONE = 'SELECT pg_advisory_xact_lock(7240637319)';

/**
 * Makes the tables if they are not there.
 * @throws RunError `STATE.SERVER_VERSION`, `STATE.SERVER_*`
 */
export async function prepareTables(database: Database, server: StateServer): Promise<void> {
  const isThere = await database.rows("SELECT to_regclass('chatferry_schema') IS NOT NULL AS there", []);
  if (isThere[0]?.['there'] !== true)
    await database.work((ask) =>
      transaction(ask, 'BEGIN', async () => {
        await ask(ONLY_ONE);
        for (const table of TABLES) await ask(table);
      }),
    );
  const [found] = await database.rows('SELECT version FROM chatferry_schema', []);
  if (found?.['version'] === VERSION) return;
  const other = found ? `version ${String(found['version'])}` : 'no version';
  throw new RunError(
    'STATE.SERVER_VERSION',
    `the tables in ${server.shown} have ${other}, this version of chatferry reads ${VERSION}`,
  );
}

/** Does work in a transaction. */
export async function transaction<T>(ask: AskDatabase, begin: string, work: () => Promise<T>): Promise<T> {
  await ask(begin);
  const result = await work();
  await ask('COMMIT');
  return result;
}

/** $1 the state, $2 the new holder, $3 its lease, $4 the record of a holder that is gone. Given twice, the holder is the same. */
export const TAKE = `
  INSERT INTO chatferry_states AS s (name, lineage, epoch, version, holder, renewed, lease_ms)
  VALUES ($1, md5(random()::text || clock_timestamp()::text), 1, 0, $2, clock_timestamp(), $3)
  ON CONFLICT (name) DO UPDATE SET
    epoch = s.epoch + 1, holder = $2, renewed = clock_timestamp(), lease_ms = $3
    WHERE s.holder IS NULL OR s.holder IN ($2, $4)
       OR s.renewed + s.lease_ms * interval '1 millisecond' < clock_timestamp()
  RETURNING epoch, version`;

/** $1 the state, $2 our epoch. */
export const RENEW = `
  UPDATE chatferry_states SET renewed = clock_timestamp() WHERE name = $1 AND epoch = $2 RETURNING epoch`;

/** $1 the state, $2 our epoch. */
export const GIVE_BACK = `
  UPDATE chatferry_states SET holder = NULL WHERE name = $1 AND epoch = $2 RETURNING epoch`;

/** $1 the state, $2 the record of its holder, whose epoch is over then. */
export const FREE = `
  UPDATE chatferry_states SET holder = NULL, epoch = epoch + 1 WHERE name = $1 AND holder = $2 RETURNING epoch`;

/** $1 the state. */
export const HOLDER = `
  SELECT holder, lease_ms, extract(epoch FROM clock_timestamp() - renewed)::float8 * 1000 AS silent
  FROM chatferry_states WHERE name = $1 AND holder IS NOT NULL`;

/** $1 how names of states begin, $2 a path: each state with that file, and its holder. */
export const BELOW = `
  SELECT holder, lease_ms, extract(epoch FROM clock_timestamp() - renewed)::float8 * 1000 AS silent, (
    SELECT substring(string_agg(c.data, ''::bytea ORDER BY c.at) FOR f.bytes::int4)
    FROM chatferry_files f JOIN chatferry_chunks c ON c.state = f.state AND c.content = f.content
    WHERE f.state = s.name AND f.path = $2 GROUP BY f.bytes
  ) AS data
  FROM chatferry_states s WHERE starts_with(name, $1) ORDER BY name`;

/** $1 the state, $2 our epoch, $3 content, $4 places, $5 places in and $6 lengths of parts of $7: of no file yet. */
export const UPLOAD = `
  INSERT INTO chatferry_chunks (state, content, at, data, version)
  SELECT $1, $3, c.at, substring($7::bytea FROM c.start FOR c.length), 0
  FROM unnest($4::int8[], $5::int4[], $6::int4[]) AS c(at, start, length)
  WHERE EXISTS (SELECT FROM chatferry_states WHERE name = $1 AND epoch = $2)
  ON CONFLICT (state, content, at) DO UPDATE SET data = EXCLUDED.data`;

/**
 * $1 the state, $2 our epoch, $3 paths that are gone, $4 paths, $5 their contents, $6 their lengths, $7 contents, $8 places in
 * them, $9 places in and $10 lengths of parts of $11. All of it or, with another epoch, nothing. Given twice, it is the same.
 */
export const COMMIT = `
  WITH held AS (
    UPDATE chatferry_states SET version = version + 1, renewed = clock_timestamp()
    WHERE name = $1 AND epoch = $2 RETURNING version
  ), gone AS (
    DELETE FROM chatferry_files f USING held WHERE f.state = $1 AND f.path = ANY ($3::text[])
  ), named AS (
    INSERT INTO chatferry_files (state, path, content, bytes, version)
    SELECT $1, n.path, n.content, n.bytes, held.version
    FROM held, unnest($4::text[], $5::text[], $6::int8[]) AS n(path, content, bytes)
    ON CONFLICT (state, path) DO UPDATE
      SET content = EXCLUDED.content, bytes = EXCLUDED.bytes, version = EXCLUDED.version
  ), cut AS (
    DELETE FROM chatferry_chunks c USING held, unnest($5::text[], $6::int8[]) AS n(content, bytes)
    WHERE c.state = $1 AND c.content = n.content AND c.at >= n.bytes
  ), filled AS (
    INSERT INTO chatferry_chunks (state, content, at, data, version)
    SELECT $1, c.content, c.at, substring($11::bytea FROM c.start FOR c.length), held.version
    FROM held, unnest($7::text[], $8::int8[], $9::int4[], $10::int4[]) AS c(content, at, start, length)
    ON CONFLICT (state, content, at) DO UPDATE SET data = EXCLUDED.data, version = EXCLUDED.version
  )
  SELECT version FROM held`;

/** $1 the state, $2 contents that no file has any more. */
export const DROP = 'DELETE FROM chatferry_chunks WHERE state = $1 AND content = ANY ($2::text[])';

/** $1 the state, $2 our epoch: what a process that was killed had on its way. */
export const DROP_LEFT = `
  DELETE FROM chatferry_chunks c WHERE c.state = $1
    AND EXISTS (SELECT FROM chatferry_states WHERE name = $1 AND epoch = $2)
    AND NOT EXISTS (SELECT FROM chatferry_files f WHERE f.state = $1 AND f.content = c.content)`;

/** $1 the state. */
export const STATE = 'SELECT lineage, version FROM chatferry_states WHERE name = $1';

/** $1 the state. */
export const FILES = 'SELECT path, content, bytes, version FROM chatferry_files WHERE state = $1';

/** $1 the state, $2 a content, $3 the version after which it changed, $4 the place from which on, $5 its length. */
export const CHUNKS = `
  SELECT at, data FROM chatferry_chunks
  WHERE state = $1 AND content = $2 AND version > $3 AND at >= $4 AND at < $5 ORDER BY at LIMIT 256`;
