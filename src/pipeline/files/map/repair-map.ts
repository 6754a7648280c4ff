import { setImmediate as nextTurn } from 'node:timers/promises';
import { RunError } from '../../../errors/run-error.ts';
import { requireSound } from '../../../files/database-damage.ts';
import type { KeptBytes, StateStore } from '../../../files/state/state-store.ts';
import { removeIndex } from '../../../ledger/index/remove-index.ts';
import type { Files } from '../../../system/files.ts';
import { MapIndex } from './map-index.ts';
import { hasPlace, LINE_BYTES_MAX, MapLog, mapLogLines, requireHead, requireTorn } from './map-log.ts';
import {
  MAP_START,
  type MapPlace,
  type MapRecord,
  mapRecordOf,
  statedSum,
  wholeLines,
} from './map-record.ts';
import { MAP_LOG } from './open-file-map.ts';

/** Lines that are read at once, so that locks and leases are kept meanwhile. */
const LINES_MAX = 5_000;

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
    const next = new MapLog(draft, path, MAP_START);
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
