import { setImmediate as nextTurn } from 'node:timers/promises';
import { asRunError } from '../../../../errors/run-error.ts';
import { requireSound } from '../../../../files/database-damage.ts';
import type { KeptBytes, StateStore } from '../../../../files/state/state-store.ts';
import { removeIndex } from '../../../../ledger/index/remove-index.ts';
import {
  damaged,
  hasPlace,
  MapLog,
  mapLogLines,
  requireTorn,
} from '../../../../pipeline/files/map/map-log.ts';
import { MAP_START, type MapPlace } from '../../../../pipeline/files/map/map-record.ts';
import type { Files } from '../../../../system/files.ts';
import { isHead, LINKS_LOG, LINKS_WHAT } from './kept-links.ts';
import { Links } from './links.ts';
import { LinksIndex } from './links-index.ts';
import { LINKS_HEAD, type LinksRecord } from './links-record.ts';

/** A longer log is written anew when it is opened, if most of its lines are out of date. */
const COMPACT_BYTES_MIN = 32 << 20;
/** About the bytes of a line. */
const LINE_BYTES = 160;
const OUTDATED_TIMES = 3;
/** Lines that are read at once, so that locks are kept meanwhile. */
const LINES_MAX = 5_000;
/** SQLite's page cache. */
const CACHE_KIB = 4_096;

/**
 * Opens what both sides are known to hold; the lock of the state is held. A missing log is made, and what a kill has left at
 * its end is cut off.
 * @param indexPath of the index, a file of this machine; made anew if it does not fit the log
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`
 */
export async function openLinks(state: StateStore, indexPath: string, files: Files): Promise<Links> {
  try {
    if ((await state.bytesOf(LINKS_LOG)) === undefined) await state.begin(LINKS_LOG);
    const links = await opened(state, indexPath, files, true);
    return links ?? ((await opened(state, indexPath, files, false)) as Links);
  } catch (error) {
    const message = `${LINKS_WHAT} ${state.pathOf(LINKS_LOG)} cannot be opened: ${(error as Error).message}`;
    throw asRunError(error, 'STATE.UNWRITABLE', message);
  }
}

/** Undefined once the log has been written anew: it is opened again. */
async function opened(
  state: StateStore,
  indexPath: string,
  files: Files,
  mayCompact: boolean,
): Promise<Links | undefined> {
  const path = state.pathOf(LINKS_LOG);
  const store = state.open(LINKS_LOG);
  let index: LinksIndex | undefined;
  try {
    index = resumed(indexPath, store, files) ?? begun(indexPath, files);
    index.exec('BEGIN IMMEDIATE');
    const end = await caughtUp(index, store, path);
    const isLong =
      end.at >= COMPACT_BYTES_MIN && end.at > OUTDATED_TIMES * LINE_BYTES * Math.max(1, index.size);
    if (!mayCompact || !isLong) return new Links(new MapLog(store, path, end, LINKS_HEAD, LINKS_WHAT), index);
    using draft = state.draft(LINKS_LOG);
    const next = new MapLog(draft, path, MAP_START, LINKS_HEAD, LINKS_WHAT);
    for (const record of index.records()) next.append(record);
    draft.publish();
    index[Symbol.dispose]();
    store[Symbol.dispose]();
    removeIndex(indexPath, files);
    return undefined;
  } catch (error) {
    index?.[Symbol.dispose]();
    store[Symbol.dispose]();
    throw error;
  }
}

/** Adds what a log has and the tables have not. Returns the end of the last whole line. */
async function caughtUp(index: LinksIndex, log: KeptBytes, path: string): Promise<MapPlace> {
  let end = index.place;
  let lines = 0;
  for (const { record, place } of mapLogLines<LinksRecord>(log, end)) {
    if (end.at === 0 && !isHead(record)) throw damaged(path, 0, LINKS_WHAT);
    index.apply(record, place);
    end = place;
    if (++lines % LINES_MAX === 0) await nextTurn();
  }
  if (end.at < log.bytes) requireTorn(log, end, path, LINKS_WHAT);
  return end;
}

/** The index that is there; undefined if it does not fit the log. */
function resumed(indexPath: string, log: KeptBytes, files: Files): LinksIndex | undefined {
  if (indexPath === ':memory:' || !files.existsSync(indexPath)) return undefined;
  const db = files.openDatabase(indexPath, { timeout: 2_000 });
  try {
    setUp(db);
    requireSound(db);
    const index = LinksIndex.resume(db);
    if (index && hasPlace(log, index.place)) return index;
  } catch {
    // It is made anew.
  }
  db.close();
  return undefined;
}

function begun(indexPath: string, files: Files): LinksIndex {
  removeIndex(indexPath, files);
  if (indexPath !== ':memory:') files.closeSync(files.openSync(indexPath, 'wx', 0o600));
  const db = files.openDatabase(indexPath, { timeout: 2_000 });
  try {
    setUp(db);
    return LinksIndex.begin(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function setUp(db: ReturnType<Files['openDatabase']>): void {
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = NORMAL');
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
}
