import { setImmediate as nextTurn } from 'node:timers/promises';
import { onlyRunError, type RunError } from '../../../errors/run-error.ts';
import type { KeptBytes, StateStore } from '../../../files/state/state-store.ts';
import type { Files } from '../../../system/files.ts';
import { type Side, sides } from '../side.ts';
import { doneName, savedDone } from './done-marks.ts';
import { recordsFrom } from './inbox-record.ts';
import {
  damagedSegment,
  isDamagedAt,
  lostBefore,
  SEGMENT_HEAD_BYTES,
  type SegmentHead,
  segmentHead,
  segmentsOf,
} from './segment.ts';

/** Place of segments. */
export type SegmentsKept = { readonly folder: string; readonly state: StateStore; readonly files: Files };

/** Findings about a file of an inbox. */
export type InboxFinding = {
  /** Its name in the state. */
  readonly file: string;
  readonly events: number;
  readonly damage: RunError | undefined;
};

/** Reads all of an inbox; none if there is nothing of it. Changes nothing, and may be called while events come in. */
export async function examineSegments(kept: SegmentsKept): Promise<readonly InboxFinding[]> {
  const findings: InboxFinding[] = [];
  for (const side of sides) {
    const marks = doneOf(kept.state, side);
    if (marks.damage) findings.push({ file: doneName(side), events: 0, damage: marks.damage });
    findings.push(...(await examinedSide(side, marks.damage ? undefined : marks.low, kept)));
  }
  return findings;
}

async function examinedSide(
  side: Side,
  low: number | undefined,
  { folder, state, files }: SegmentsKept,
): Promise<readonly InboxFinding[]> {
  const findings: InboxFinding[] = [];
  const heads = (await segmentsOf(side, folder, files)).map(({ name }) => segmentHeadIn(state, name));
  const sound = heads.filter(({ head, damage }) => head ?? damage);
  for (const [index, { name, head, damage: wrong }] of sound.entries()) {
    using log = head && state.read(name);
    if (!log) {
      if (wrong) findings.push({ file: name, events: 0, damage: wrong });
      continue;
    }
    const path = state.pathOf(name);
    const { events, damage } = await examinedRecords(log, path, head, sound[index + 1]?.head?.before ?? 0);
    const isCut = index === 0 && low !== undefined && head.before > low;
    findings.push({ file: name, events, damage: damage ?? (isCut ? lostBefore(path, head) : undefined) });
  }
  return findings;
}

/** The low-water mark of a side, if what is kept of it is sound. */
function doneOf(
  state: StateStore,
  side: Side,
): { readonly low: number; readonly damage: RunError | undefined } {
  try {
    return { low: savedDone(state, side)?.low ?? 0, damage: undefined };
  } catch (error) {
    return { low: 0, damage: onlyRunError(error) };
  }
}

type HeadFound = {
  readonly name: string;
  /** Undefined if it is damaged, or nothing in the segment was ever acknowledged. */
  readonly head?: SegmentHead | undefined;
  readonly damage?: RunError;
};

/** The beginning of a segment, if it is sound. */
export function segmentHeadIn(state: StateStore, name: string): HeadFound {
  using log = state.read(name);
  if (!log) return { name };
  try {
    return { name, head: segmentHead(log, state.pathOf(name)) };
  } catch (error) {
    return { name, damage: onlyRunError(error) };
  }
}

/** @param needed the event up to which it has all, as the next segment says; 0 if there is none */
async function examinedRecords(
  log: KeptBytes,
  path: string,
  { first, salt }: SegmentHead,
  needed: number,
): Promise<Omit<InboxFinding, 'file'>> {
  let [events, last, end] = [0, first - 1, SEGMENT_HEAD_BYTES];
  for (const found of recordsFrom(log, end, salt)) {
    if (found.head.seq !== last + 1) break;
    [last, end] = [last + 1, found.end];
    if (!found.head.isRemoved) events++;
    if (last % TURN_EVENTS === 0) await nextTurn();
  }
  const isDamaged = last < needed || isDamagedAt(log, end, salt);
  return { events, damage: isDamaged ? damagedSegment(path, end) : undefined };
}

const TURN_EVENTS = 1_000;
