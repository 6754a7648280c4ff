import { setImmediate as nextTurn } from 'node:timers/promises';
import { asRunError, RunError } from '../../../errors/run-error.ts';
import { isDamage, requireSound } from '../../../files/database-damage.ts';
import type { KeptBytes, StateStore } from '../../../files/state/state-store.ts';
import { removeIndex } from '../../../ledger/index/remove-index.ts';
import type { Files } from '../../../system/files.ts';
import { COPIES_LOG } from '../../state-place.ts';
import { FileMap } from './file-map.ts';
import { MapIndex } from './map-index.ts';
import { hasPlace, LINE_BYTES_MAX, MapLog, mapLogLines, requireHead, requireTorn } from './map-log.ts';
import {
  MAP_HEAD,
  MAP_START,
  type MapPlace,
  type MapRecord,
  mapRecordOf,
  statedSum,
  wholeLines,
} from './map-record.ts';
import { SavedFileMap } from './saved-file-map.ts';

/** The name of the log in the state, and that of the index beside it. */
export const MAP_LOG = COPIES_LOG;
export const MAP_INDEX = 'files/map.sqlite';

/** A longer log is checked from the place on that its index has: all of it would take too long. */
const CHECKED_BYTES_MAX = 8 << 20;
/** The same for the file of the index. */
const SOUND_BYTES_MAX = 8 << 20;
/** Lines that are read at once, so that locks and leases are kept meanwhile. */
const LINES_MAX = 5_000;
const SQLITE_BUSY = 5;
/** Enough for the numbers of a million addresses. */
const CACHE_KIB = 32_768;

/**
 * Opens the map of copied files. `write`: the lock of the state is held; a missing log is made, and what a kill has left at its
 * end is cut off. `read`: what it holds now, also while another process writes it; nothing is written, and a missing one is empty.
 * @param indexPath of the index, a file of this machine; made anew if it does not fit the log
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`
 */
export async function openFileMap(
  state: StateStore,
  indexPath: string,
  files: Files,
  mode: 'write',
): Promise<FileMap>;
export async function openFileMap(
  state: StateStore,
  indexPath: string,
  files: Files,
  mode: 'read',
): Promise<SavedFileMap>;
export async function openFileMap(
  state: StateStore,
  indexPath: string,
  files: Files,
  mode: 'write' | 'read',
): Promise<SavedFileMap> {
  try {
    return await (mode === 'write' ? toWrite : toRead)(state, indexPath, files);
  } catch (error) {
    const what = `the map of copied files ${state.pathOf(MAP_LOG)}`;
    throw asRunError(error, 'STATE.UNWRITABLE', `${what} cannot be opened: ${(error as Error).message}`);
  }
}

async function toWrite(state: StateStore, indexPath: string, files: Files): Promise<FileMap> {
  const path = state.pathOf(MAP_LOG);
  if ((await state.bytesOf(MAP_LOG)) === undefined) await state.begin(MAP_LOG);
  const store = state.open(MAP_LOG);
  let index: MapIndex | undefined;
  try {
    const beginIndex = (): MapIndex => begun(indexPath, files);
    index = resumed(indexPath, store, files) ?? beginIndex();
    index.exec('BEGIN IMMEDIATE');
    let end = await caughtUp(index, store, path);
    if (end.at < index.place.at) {
      // It has lines that a power cut has taken.
      index[Symbol.dispose]();
      index = beginIndex();
      index.exec('BEGIN IMMEDIATE');
      end = await caughtUp(index, store, path);
    }
    return new FileMap(new MapLog(store, path, end, MAP_HEAD), index, { state, name: MAP_LOG, beginIndex });
  } catch (error) {
    index?.[Symbol.dispose]();
    store[Symbol.dispose]();
    throw error;
  }
}

async function toRead(state: StateStore, indexPath: string, files: Files): Promise<SavedFileMap> {
  const path = state.pathOf(MAP_LOG);
  // Without a name, SQLite keeps it in memory, or in a file of its own that nobody else sees.
  const begin = (): MapIndex => {
    const db = files.openDatabase('', { defensive: false });
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF`);
    db.exec('BEGIN');
    return MapIndex.begin(db);
  };
  const made = (): MapIndex => {
    const index = begin();
    using kept = state.read(MAP_LOG);
    if (kept) for (const _ of catchingUp(index, kept, path));
    index.exec('COMMIT');
    return index;
  };
  using log = state.read(MAP_LOG);
  const shared = log && saved(indexPath, log, files);
  if (shared) return new SavedFileMap(shared, made);
  const own = begin();
  if (log) await caughtUp(own, log, path);
  own.exec('COMMIT');
  return new SavedFileMap(own, made);
}

/** Adds what a log has and the tables have not. Returns the end of the last whole line. */
async function caughtUp(index: MapIndex, log: KeptBytes, path: string): Promise<MapPlace> {
  const steps = catchingUp(index, log, path);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}

/** The same, with a stop after each of many lines. */
function* catchingUp(index: MapIndex, log: KeptBytes, path: string): Generator<void, MapPlace> {
  let end = log.bytes <= CHECKED_BYTES_MAX ? MAP_START : index.place;
  let lines = 0;
  for (const { record, place } of mapLogLines(log, end)) {
    if (end.at === 0) requireHead(record, path);
    if (place.at > index.place.at) index.apply(record, place);
    end = place;
    if (++lines % LINES_MAX === 0) yield;
  }
  if (end.at < log.bytes) requireTorn(log, end, path);
  return end;
}

/** The index that is there; undefined if it does not fit the log. */
function resumed(indexPath: string, log: KeptBytes, files: Files): MapIndex | undefined {
  if (!files.existsSync(indexPath)) return undefined;
  const db = files.openDatabase(indexPath, { timeout: 2_000 });
  try {
    setUp(db);
    const [[pages], [size]] = ['page_count', 'page_size'].map((name) =>
      Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {}).map(Number),
    ) as [[number], [number]];
    if (pages * size <= SOUND_BYTES_MAX) requireSound(db);
    const index = MapIndex.resume(db);
    if (index && hasPlace(log, index.place)) return index;
  } catch (error) {
    if (isBusy(error)) throw error;
  }
  db.close();
  return undefined;
}

function begun(indexPath: string, files: Files): MapIndex {
  removeIndex(indexPath, files);
  files.closeSync(files.openSync(indexPath, 'wx', 0o600));
  const db = files.openDatabase(indexPath, { timeout: 2_000 });
  try {
    setUp(db);
    return MapIndex.begin(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A rollback journal, so that others can read the file without writing one beside it. */
function setUp(db: ReturnType<Files['openDatabase']>): void {
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = NORMAL');
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
}

/** The index that a process has left, if it has all of the log and nobody writes it. */
function saved(indexPath: string, log: KeptBytes, files: Files): MapIndex | undefined {
  if (!files.existsSync(indexPath)) return undefined;
  const db = files.openDatabase(indexPath, { readOnly: true });
  try {
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    const index = MapIndex.resume(db);
    if (index && hasPlace(log, index.place) && mapLogLines(log, index.place).next().done) return index;
  } catch (error) {
    if (!isBusy(error) && !isDamage(error) && (error as { code?: string }).code !== 'ERR_SQLITE_ERROR') {
      db.close();
      throw error;
    }
  }
  db.close();
  return undefined;
}

const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === SQLITE_BUSY;

/** Findings about a map of copied files. */
export type MapExamination = {
  /** Lines of the log that are whole, up to the first that is not. */
  readonly lines: number;
  readonly damage: RunError | undefined;
  /** Undefined if there is none. */
  readonly isIndexSound: boolean | undefined;
};

/** Reads all of a map and compares its index with it; undefined if there is none. Changes nothing. */
export async function examineMap(
  state: StateStore,
  indexPath: string,
  files: Files,
): Promise<MapExamination | undefined> {
  using log = state.read(MAP_LOG);
  if (!log) return undefined;
  const { lines, damage } = await linesIn(log, MAP_START, state.pathOf(MAP_LOG));
  using index = soundIndex(log, indexPath, files, true);
  const isIndexSound = files.existsSync(indexPath) ? index !== undefined : undefined;
  return { lines, damage, isIndexSound };
}

async function linesIn(
  log: KeptBytes,
  from: MapPlace,
  path: string,
): Promise<Pick<MapExamination, 'lines' | 'damage'>> {
  let lines = 0;
  try {
    let end = from;
    for (const { record, place } of mapLogLines(log, from)) {
      if (end.at === 0) requireHead(record, path);
      end = place;
      if (++lines % LINES_MAX === 0) await nextTurn();
    }
    if (end.at < log.bytes) requireTorn(log, end, path);
    return { lines, damage: undefined };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return { lines, damage: error };
  }
}

/**
 * Writes the log of a map anew: with what its index has of it, where that is sound, and with each line that is as it was written.
 * The index goes: the next run makes it anew.
 * @throws RunError `STATE.CORRUPT` for a map of another version, `STATE.UNWRITABLE`
 */
export async function repairMap(state: StateStore, indexPath: string, files: Files): Promise<void> {
  using draft = state.draft(MAP_LOG);
  {
    using log = state.read(MAP_LOG);
    if (!log) return;
    using index = soundIndex(log, indexPath, files, false);
    const path = state.pathOf(MAP_LOG);
    const next = new MapLog(draft, path, MAP_START, MAP_HEAD);
    const isAll = index !== undefined && (await linesIn(log, index.place, path)).damage === undefined;
    let lines = 0;
    for (const record of recordsOf(log, index)) {
      if (record.is === 'map') requireHead(record, path);
      // A lost line may say that rows name its object: what is only intended is removed.
      else if (isAll || record.is !== 'intent') next.append(record);
      if (++lines % LINES_MAX === 0) await nextTurn();
    }
  }
  draft.publish();
  removeIndex(indexPath, files);
}

function* recordsOf(log: KeptBytes, index: MapIndex | undefined): Generator<MapRecord> {
  if (index) yield* index.records(new Set());
  yield* soundRecords(log, index?.place ?? MAP_START);
}

/** The records of all lines that are as they were written, also after damage: each says the checksum that the next begins with. */
function* soundRecords(log: KeptBytes, from: MapPlace): Generator<MapRecord> {
  const piece = Buffer.alloc(LINE_BYTES_MAX);
  let sum: number | undefined = from.crc;
  for (let at = from.at; at < log.bytes; ) {
    const bytes = piece.subarray(0, log.read(piece, at));
    if (bytes.length === 0) return;
    let done = 0;
    for (const { line, end } of wholeLines(bytes)) {
      done = end;
      const found = sum === undefined ? undefined : mapRecordOf(line, sum);
      sum = statedSum(line);
      if (found) yield found.record;
    }
    at += done || bytes.length;
  }
}

/** The index, if it is sound and fits the log. */
function soundIndex(
  log: KeptBytes,
  indexPath: string,
  files: Files,
  readOnly: boolean,
): MapIndex | undefined {
  if (!files.existsSync(indexPath)) return undefined;
  const db = files.openDatabase(indexPath, { readOnly });
  try {
    requireSound(db);
    const index = MapIndex.resume(db);
    if (index && hasPlace(log, index.place)) return index;
  } catch {
    // It is made anew.
  }
  db.close();
  return undefined;
}
