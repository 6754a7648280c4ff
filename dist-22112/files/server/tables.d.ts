import type { Ask, Database } from './database.ts';
import type { StateServer } from './state-server.ts';
/** Bytes of a file in one row, all but the last. */
export declare const CHUNK_BYTES = 16384;
/**
 * Makes the tables if they are not there.
 * @throws RunError `STATE.SERVER_VERSION`, `STATE.SERVER_*`
 */
export declare function prepareTables(database: Database, server: StateServer): Promise<void>;
/** Does work in a transaction. */
export declare function transaction<T>(ask: Ask, begin: string, work: () => Promise<T>): Promise<T>;
/** $1 the state, $2 the new holder, $3 its lease, $4 the record of a holder that is gone. Given twice, the holder is the same. */
export declare const TAKE = "\n  INSERT INTO chatferry_states AS s (name, lineage, epoch, version, holder, renewed, lease_ms)\n  VALUES ($1, md5(random()::text || clock_timestamp()::text), 1, 0, $2, clock_timestamp(), $3)\n  ON CONFLICT (name) DO UPDATE SET\n    epoch = s.epoch + 1, holder = $2, renewed = clock_timestamp(), lease_ms = $3\n    WHERE s.holder IS NULL OR s.holder IN ($2, $4)\n       OR s.renewed + s.lease_ms * interval '1 millisecond' < clock_timestamp()\n  RETURNING epoch, version";
/** $1 the state, $2 our epoch. */
export declare const RENEW = "\n  UPDATE chatferry_states SET renewed = clock_timestamp() WHERE name = $1 AND epoch = $2 RETURNING epoch";
/** $1 the state, $2 our epoch. */
export declare const GIVE_BACK = "\n  UPDATE chatferry_states SET holder = NULL WHERE name = $1 AND epoch = $2 RETURNING epoch";
/** $1 the state, $2 the record of its holder, whose epoch is over then. */
export declare const FREE = "\n  UPDATE chatferry_states SET holder = NULL, epoch = epoch + 1 WHERE name = $1 AND holder = $2 RETURNING epoch";
/** $1 the state. */
export declare const HOLDER = "\n  SELECT holder, lease_ms, extract(epoch FROM clock_timestamp() - renewed)::float8 * 1000 AS silent\n  FROM chatferry_states WHERE name = $1 AND holder IS NOT NULL";
/** $1 how names of states begin, $2 a path: each state with that file, and its holder. */
export declare const BELOW = "\n  SELECT holder, lease_ms, extract(epoch FROM clock_timestamp() - renewed)::float8 * 1000 AS silent, (\n    SELECT substring(string_agg(c.data, ''::bytea ORDER BY c.at) FOR f.bytes::int4)\n    FROM chatferry_files f JOIN chatferry_chunks c ON c.state = f.state AND c.content = f.content\n    WHERE f.state = s.name AND f.path = $2 GROUP BY f.bytes\n  ) AS data\n  FROM chatferry_states s WHERE starts_with(name, $1) ORDER BY name";
/** $1 the state, $2 our epoch, $3 content, $4 places, $5 places in and $6 lengths of parts of $7: of no file yet. */
export declare const UPLOAD = "\n  INSERT INTO chatferry_chunks (state, content, at, data, version)\n  SELECT $1, $3, c.at, substring($7::bytea FROM c.start FOR c.length), 0\n  FROM unnest($4::int8[], $5::int4[], $6::int4[]) AS c(at, start, length)\n  WHERE EXISTS (SELECT FROM chatferry_states WHERE name = $1 AND epoch = $2)\n  ON CONFLICT (state, content, at) DO UPDATE SET data = EXCLUDED.data";
/**
 * $1 the state, $2 our epoch, $3 paths that are gone, $4 paths, $5 their contents, $6 their lengths, $7 contents, $8 places in
 * them, $9 places in and $10 lengths of parts of $11. All of it or, with another epoch, nothing. Given twice, it is the same.
 */
export declare const COMMIT = "\n  WITH held AS (\n    UPDATE chatferry_states SET version = version + 1, renewed = clock_timestamp()\n    WHERE name = $1 AND epoch = $2 RETURNING version\n  ), gone AS (\n    DELETE FROM chatferry_files f USING held WHERE f.state = $1 AND f.path = ANY ($3::text[])\n  ), named AS (\n    INSERT INTO chatferry_files (state, path, content, bytes, version)\n    SELECT $1, n.path, n.content, n.bytes, held.version\n    FROM held, unnest($4::text[], $5::text[], $6::int8[]) AS n(path, content, bytes)\n    ON CONFLICT (state, path) DO UPDATE\n      SET content = EXCLUDED.content, bytes = EXCLUDED.bytes, version = EXCLUDED.version\n  ), cut AS (\n    DELETE FROM chatferry_chunks c USING held, unnest($5::text[], $6::int8[]) AS n(content, bytes)\n    WHERE c.state = $1 AND c.content = n.content AND c.at >= n.bytes\n  ), filled AS (\n    INSERT INTO chatferry_chunks (state, content, at, data, version)\n    SELECT $1, c.content, c.at, substring($11::bytea FROM c.start FOR c.length), held.version\n    FROM held, unnest($7::text[], $8::int8[], $9::int4[], $10::int4[]) AS c(content, at, start, length)\n    ON CONFLICT (state, content, at) DO UPDATE SET data = EXCLUDED.data, version = EXCLUDED.version\n  )\n  SELECT version FROM held";
/** $1 the state, $2 contents that no file has any more. */
export declare const DROP = "DELETE FROM chatferry_chunks WHERE state = $1 AND content = ANY ($2::text[])";
/** $1 the state, $2 our epoch: what a process that was killed had on its way. */
export declare const DROP_LEFT = "\n  DELETE FROM chatferry_chunks c WHERE c.state = $1\n    AND EXISTS (SELECT FROM chatferry_states WHERE name = $1 AND epoch = $2)\n    AND NOT EXISTS (SELECT FROM chatferry_files f WHERE f.state = $1 AND f.content = c.content)";
/** $1 the state. */
export declare const STATE = "SELECT lineage, version FROM chatferry_states WHERE name = $1";
/** $1 the state. */
export declare const FILES = "SELECT path, content, bytes, version FROM chatferry_files WHERE state = $1";
/** $1 the state, $2 a content, $3 the version after which it changed, $4 the place from which on, $5 its length. */
export declare const CHUNKS = "\n  SELECT at, data FROM chatferry_chunks\n  WHERE state = $1 AND content = $2 AND version > $3 AND at >= $4 AND at < $5 ORDER BY at LIMIT 256";
