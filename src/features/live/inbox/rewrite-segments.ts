import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Draft, StateStore } from '../../../files/state/state-store.ts';
import { type Side, sides } from '../side.ts';
import { DoneMarks, doneName, doneText, savedDone } from './done-marks.ts';
import { examineSegments, type SegmentsKept, segmentHeadIn } from './examine-segments.ts';
import type { InboxEvent } from './inbox.ts';
import {
  eventOf,
  type FoundRecord,
  recordBytes,
  recordsAmong,
  recordsFrom,
  removedBytes,
} from './inbox-record.ts';
import {
  bytesFrom,
  damagedSegment,
  isDamagedAt,
  SEGMENT_HEAD_BYTES,
  type SegmentHead,
  segmentHeadBytes,
  segmentsOf,
} from './segment.ts';

/** A test of events. */
export type EventTest = (event: Pick<InboxEvent, 'headers' | 'body'>) => boolean;

const TURN_EVENTS = 1_000;
const WRITE_BYTES = 1 << 20;

/**
 * Takes events out of segments that nobody writes: in the place of each stands that it is gone.
 * @param isCounted true to change nothing
 * @returns the number of events
 * @throws RunError `STATE.CORRUPT`; the error of the store
 */
export async function removeFromSegments(
  { folder, state, files }: SegmentsKept,
  isWanted: EventTest,
  isCounted: boolean,
): Promise<number> {
  let count = 0;
  for (const side of sides)
    for (const { name } of await segmentsOf(side, folder, files)) {
      const found = await wantedIn(side, name, state, isWanted);
      count += found.size;
      if (found.size > 0 && !isCounted) await withoutEvents(side, name, state, found);
    }
  return count;
}

async function wantedIn(
  side: Side,
  name: string,
  state: StateStore,
  isWanted: EventTest,
): Promise<ReadonlySet<number>> {
  const { head, damage } = segmentHeadIn(state, name);
  if (damage) throw damage;
  const wanted = new Set<number>();
  using log = state.read(name);
  if (!log || !head) return wanted;
  let at = SEGMENT_HEAD_BYTES;
  for (const { head: found, payload, end } of recordsFrom(log, at, head.salt)) {
    at = end;
    if (!found.isRemoved && isWanted(eventOf(side, found, payload))) wanted.add(found.seq);
    if (found.seq % TURN_EVENTS === 0) await nextTurn();
  }
  if (isDamagedAt(log, at, head.salt)) throw damagedSegment(state.pathOf(name), at);
  return wanted;
}

async function withoutEvents(
  side: Side,
  name: string,
  state: StateStore,
  gone: ReadonlySet<number>,
): Promise<void> {
  const { head } = segmentHeadIn(state, name);
  using log = state.read(name);
  if (!log || !head) return;
  using draft = new SegmentDraft(side, state.draft(name), head);
  for (const found of recordsFrom(log, SEGMENT_HEAD_BYTES, head.salt)) {
    if (gone.has(found.head.seq)) draft.remove(found.head.receivedAt);
    else draft.copy(found);
    if (found.head.seq % TURN_EVENTS === 0) await nextTurn();
  }
  draft.publish();
}

/**
 * Writes damaged segments anew, with every event that is as it was written; in the place of each other one stands that it is
 * gone. Damaged marks of what is done are removed: those events are read again. Nobody may write meanwhile.
 * @returns the number of events that are known to be lost
 * @throws the error of the store
 */
export async function repairSegments(kept: SegmentsKept): Promise<number> {
  const { state } = kept;
  const bad = new Set((await examineSegments(kept)).filter(({ damage }) => damage).map(({ file }) => file));
  let lost = 0;
  for (const side of sides) {
    if (bad.has(doneName(side))) await state.remove(doneName(side));
    lost += await repairedSide(side, bad, kept);
  }
  return lost;
}

async function repairedSide(
  side: Side,
  bad: ReadonlySet<string>,
  { folder, state, files }: SegmentsKept,
): Promise<number> {
  const names = await segmentsOf(side, folder, files);
  const found = names.map((each) => ({ ...each, head: segmentHeadIn(state, each.name).head }));
  let lost = 0;
  let before = 0;
  for (const [index, { name, first, head }] of found.entries()) {
    const next = found.slice(index + 1).find((each) => each.head)?.head;
    if (bad.has(name))
      lost += rewritten(side, name, state, {
        head: head ?? { first, before, begunAt: next?.begunAt ?? 0, salt: 1 },
        isKnown: head !== undefined,
        needed: next?.before ?? 0,
      });
    before = next?.before ?? before;
  }
  const beginning = found.find(({ head }) => head)?.head;
  const done = savedDone(state, side);
  const low = done?.low ?? 0;
  if (!beginning || beginning.before <= low) return lost;
  // Whole segments are missing.
  const marks = new DoneMarks(low, done?.above);
  marks.add(low + 1, beginning.before);
  const waiting = { events: 0, bytes: 0 };
  const now = { low: marks.low, above: marks.above, seen: marks.top, waiting };
  await state.save(doneName(side), doneText({ version: 1, ...now }));
  return lost + beginning.before - low;
}

/** Needs of a damaged segment. */
type Repaired = {
  readonly head: SegmentHead;
  /** False if its own was damaged, without which nothing in it can be read. */
  readonly isKnown: boolean;
  /** The event up to which it has all, as the next segment says; 0 if there is none. */
  readonly needed: number;
};

/** Returns the number of events that are lost. */
function rewritten(side: Side, name: string, state: StateStore, { head, isKnown, needed }: Repaired): number {
  let lost = 0;
  using draft = new SegmentDraft(side, state.draft(name), head);
  const fill = (until: number): void => {
    for (; draft.next < until; lost++) draft.remove(head.begunAt);
  };
  using log = state.read(name);
  const bytes = log && isKnown ? bytesFrom(log, SEGMENT_HEAD_BYTES) : Buffer.alloc(0);
  for (const found of recordsAmong(bytes, head.salt)) {
    const { seq } = found.head;
    // In order, and no more of them than can have been there.
    if (seq < draft.next || seq - draft.next > bytes.length) continue;
    fill(seq);
    draft.copy(found);
  }
  fill(needed + 1);
  draft.publish();
  return lost;
}

/** A segment that is written anew, with the salt that it had. */
class SegmentDraft implements Disposable {
  readonly #side: Side;
  readonly #draft: Draft;
  readonly #head: SegmentHead;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #at = 0;
  /** The seq of the next record. */
  next: number;

  constructor(side: Side, draft: Draft, head: SegmentHead) {
    this.#side = side;
    this.#draft = draft;
    this.#head = head;
    this.next = head.first;
    this.#write(segmentHeadBytes(head));
  }

  get #written(): { readonly seq: number; readonly salt: number; readonly synced: number } {
    return { seq: this.next, salt: this.#head.salt, synced: this.#at + this.#bytes };
  }

  copy({ head, payload }: FoundRecord): void {
    if (head.isRemoved) this.remove(head.receivedAt);
    else this.#put(recordBytes(eventOf(this.#side, head, payload), this.#written));
  }

  remove(receivedAt: number): void {
    this.#put(removedBytes(receivedAt, this.#written));
  }

  #put(record: Buffer): void {
    this.next++;
    this.#write(record);
  }

  #write(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes >= WRITE_BYTES) this.#flush();
  }

  #flush(): void {
    this.#draft.write(Buffer.concat(this.#waiting.splice(0)), this.#at);
    this.#at += this.#bytes;
    this.#bytes = 0;
  }

  publish(): void {
    this.#flush();
    this.#draft.publish();
  }

  [Symbol.dispose](): void {
    this.#draft[Symbol.dispose]();
  }
}
