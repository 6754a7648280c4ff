import type { DatabaseSync } from 'node:sqlite';
import { asRunError, RunError } from '../../errors/run-error.ts';
import { requireSound } from '../../files/database-damage.ts';
import type { Draft } from '../../files/state/state-store.ts';
import { coreNames, type EntityName, entityRecord } from '../../input/entities/entity.ts';
import type { Files } from '../../system/files.ts';
import { entryOf } from '../entry.ts';
import { LedgerLog } from '../log/ledger-log.ts';
import type { LedgerMeta } from '../log/meta.ts';
import { encodeAcknowledged, encodeEntries, encodeRows } from '../log/records.ts';

/** The user version in the head of an index; a ledger of version 0.1.0 has none. Others than the last are made anew. */
export const INDEX_VERSION = 3;
/** That of the first indexes. */
const FIRST_INDEX_VERSION = 2;
/** Offset at which the head of a SQLite file has it, and the beginning of the file. */
const USER_VERSION_AT = 60;
const SQLITE_HEAD = 'SQLite format 3\0';
const HEAD_BYTES = 100;
/** Rows in a block. */
const BLOCK_ROWS = 1_000;

/** True if a file is not an index: then it is a ledger of version 0.1.0, which may be damaged. */
export function isOlderVersion(path: string, files: Files): boolean {
  if (!files.existsSync(path)) return false;
  const head = Buffer.alloc(HEAD_BYTES);
  const file = files.openSync(path, 'r');
  try {
    if (files.readSync(file, head, 0, HEAD_BYTES, 0) === 0) return false;
  } finally {
    files.closeSync(file);
  }
  const isSqlite = head.toString('latin1', 0, SQLITE_HEAD.length) === SQLITE_HEAD;
  return !isSqlite || head.readUInt32BE(USER_VERSION_AT) < FIRST_INDEX_VERSION;
}

/**
 * Writes and publishes a log with all that a ledger of version 0.1.0 has; then that ledger is deleted.
 * @param name of the log, for messages
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
 */
export function convertOlder(path: string, log: Draft, name: string, files: Files): void {
  const db = files.openDatabase(path, { timeout: 2_000 });
  try {
    const { meta, serial } = metaOf(db);
    log.write(LedgerLog.begin(meta, serial), 0);
    copyRows(db, new LedgerLog(log, name, []));
    log.publish();
  } catch (error) {
    throw named(error, path);
  } finally {
    db.close();
  }
  for (const end of ['', '-wal', '-shm', '.reserve']) files.rmSync(path + end, { force: true });
}

const SQLITE_BUSY = 5;
/** A request that SQLite cannot carry out, such as one for a table that is not there. */
const SQLITE_ERROR = 1;

function named(error: unknown, path: string): RunError {
  if (error instanceof RunError) return error;
  const { errcode, message } = error as Error & { readonly errcode?: number };
  if (errcode === SQLITE_BUSY)
    return new RunError('STATE.LOCKED', `another process has the ledger ${path} open`, { cause: error });
  if (errcode === undefined || errcode === SQLITE_ERROR || (errcode & 0xff) >= 11)
    return new RunError('STATE.CORRUPT', `the ledger ${path} is damaged, or is not a ledger: ${message}`, {
      where: { file: path },
      cause: error,
    });
  return asRunError(error, 'STATE.UNWRITABLE', `the ledger ${path} cannot be read: ${message}`);
}

function metaOf(db: DatabaseSync): { readonly meta: LedgerMeta; readonly serial: number } {
  requireSound(db);
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  db.exec('BEGIN EXCLUSIVE');
  db.exec('COMMIT');
  const found = new Map(
    db
      .prepare('SELECT name, value FROM meta')
      .all()
      .map(({ name, value }) => [String(name), String(value)]),
  );
  if (found.get('version') !== '1') throw new Error(`its version is ${found.get('version')}`);
  const optional = ['target', 'checkpoint', 'removal', 'was'].filter((name) => found.has(name));
  const sending = found.get('sending');
  return {
    meta: {
      lineage: String(found.get('lineage')),
      secret: String(found.get('secret')),
      begun: Number(found.get('begun')),
      ...Object.fromEntries(optional.map((name) => [name, found.get(name)])),
      ...(sending === undefined ? {} : { sending: Number(sending) }),
      published: {},
      keyed: [],
      leaving: true,
    },
    serial: Number(found.get('serial')),
  };
}

function copyRows(db: DatabaseSync, to: LedgerLog): void {
  const sequences = new Map(
    db
      .prepare('SELECT name, seq FROM sqlite_sequence')
      .all()
      .map(({ name, seq }) => [name, Number(seq)]),
  );
  const rows = entityRecord((entity) => sequences.get(entity) ?? 0);
  for (const entity of coreNames) {
    const page = db.prepare(`SELECT * FROM ${entity} WHERE row > ? ORDER BY row LIMIT ${BLOCK_ROWS}`);
    for (let last = 0; ; ) {
      const entries = page.all(last).map(entryOf);
      const count = entries.length;
      if (count === 0) break;
      last = entries.at(-1)?.row ?? last;
      to.append({ blocks: [{ kind: 'entries', entity, count, payload: encodeEntries(entries) }] }, rows);
    }
  }
  const keyed = coreNames.filter((entity) => isIndexed(db, entity));
  // After its rows, so that copying them changes nothing since they were published.
  to.append(
    {
      blocks: keyed.map((entity) => ({ kind: 'keyed', entity })),
      meta: { keyed, published: publishedIn(db), checkpointAt: to.start },
    },
    rows,
  );
  for (const entity of coreNames) {
    const changed = db.prepare('SELECT row FROM changed WHERE entity = ?').all(entity);
    const payload = encodeRows(changed.map(({ row }) => Number(row)));
    to.append({ blocks: [{ kind: 'changed', entity, count: changed.length, payload }] });
  }
  for (const { lineage, entity, ranges } of db.prepare('SELECT * FROM accepted ORDER BY rowid').all()) {
    const settled = `[${JSON.stringify(lineage)},${ranges}]`;
    const payload = encodeAcknowledged(settled, []);
    to.append({ blocks: [{ kind: 'acknowledged', entity: entity as EntityName, payload }] });
  }
}

function isIndexed(db: DatabaseSync, entity: EntityName): boolean {
  const found = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?");
  return found.get(`${entity}_by_key`) !== undefined;
}

function publishedIn(db: DatabaseSync): LedgerMeta['published'] {
  const value = db.prepare('SELECT value FROM meta WHERE name = ?');
  return Object.fromEntries(
    coreNames.flatMap((entity) => {
      const found = value.get(`published ${entity}`);
      return found ? [[entity, found['value'] === 'with sums' ? 'with sums' : 'yes'] as const] : [];
    }),
  );
}
