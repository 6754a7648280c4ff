import type { OpenLog, StateStore } from '../../../files/state/state-store.ts';
import type { System } from '../../../system/system.ts';
import type { Side } from '../side.ts';
import { savedDone } from './done-marks.ts';
import type { ReceivedEvent, Waiting } from './inbox.ts';
import { recordBytes, recordsFrom } from './inbox-record.ts';
import {
  damagedSegment,
  isDamagedAt,
  SEGMENT_HEAD_BYTES,
  type SegmentHead,
  segmentHead,
  segmentHeadBytes,
  segmentName,
  segmentsOf,
} from './segment.ts';

const SEGMENT_BYTES = 64 << 20;
/** After so long a new segment is begun, so that what is old can be removed. */
const SEGMENT_MS = 86_400_000;
/** After a failure, nothing is tried for so long. */
const PAUSE_MS = 1_000;

/** Place of segments that are written. */
export type SegmentPlace = {
  readonly folder: string;
  readonly state: StateStore;
  readonly system: Pick<System, 'files' | 'clock' | 'random'>;
};

/** The segment that is written. */
type OpenSegment = {
  readonly log: OpenLog;
  readonly name: string;
  readonly head: SegmentHead;
  /** Place where it ends; all before survives a power cut. */
  end: number;
};

/** Writes the segments of a side: one write and one sync for all events of a batch. */
export class SegmentWriter implements Disposable {
  readonly #side: Side;
  readonly #place: SegmentPlace;
  #segment: OpenSegment | undefined;
  /** Segments that were left before anything in them was acknowledged. */
  readonly #left: string[] = [];
  #failure: { readonly error: unknown; readonly until: number } | undefined;
  /** First seq and bytes of each segment, the oldest first. */
  readonly #sizes: { readonly first: number; bytes: number }[] = [];
  /** The last seq that was acknowledged, or that a process before has written. */
  #last = 0;
  /** The next one: not one that a reader may have seen before a power cut or a failed write took it back. */
  #next = 1;

  private constructor(side: Side, place: SegmentPlace) {
    this.#side = side;
    this.#place = place;
  }

  /**
   * Opens the last segment of a side; what a kill has left behind its last record is cut off.
   * @throws RunError `STATE.CORRUPT`; the error of the store
   */
  static async open(side: Side, place: SegmentPlace): Promise<SegmentWriter> {
    const writer = new SegmentWriter(side, place);
    try {
      await writer.#open();
    } catch (error) {
      writer[Symbol.dispose]();
      throw error;
    }
    return writer;
  }

  async #open(): Promise<void> {
    const { folder, state, system } = this.#place;
    const names = [...(await segmentsOf(this.#side, folder, system.files))];
    for (let last = names.pop(); last && !this.#segment; last = names.pop()) {
      if (this.#resume(last.name)) names.push(last);
      else await state.remove(last.name);
    }
    for (const { name, first } of names) {
      const bytes = (await state.bytesOf(name)) ?? 0;
      this.#sizes.push({ first, bytes });
    }
    const done = savedDone(state, this.#side);
    const top = Math.max(done?.low ?? 0, done?.above.at(-1)?.[1] ?? 0, done?.seen ?? 0);
    const open = this.#segment;
    const isEmpty = open?.end === SEGMENT_HEAD_BYTES;
    const following = open && isEmpty ? open.head.first : this.#last + 1;
    this.#next = Math.max(following, top + 1);
    if (this.#next !== following) this.#leave();
  }

  /** Continues a segment; false if nothing in it was ever acknowledged. */
  #resume(name: string): boolean {
    const { state } = this.#place;
    const path = state.pathOf(name);
    const log = state.open(name);
    try {
      const head = segmentHead(log, path);
      if (!head) {
        log[Symbol.dispose]();
        return false;
      }
      this.#segment = { log, name, head, end: SEGMENT_HEAD_BYTES };
      this.#last = head.first - 1;
      for (const found of recordsFrom(log, SEGMENT_HEAD_BYTES, head.salt)) {
        if (found.head.seq !== this.#last + 1) throw damagedSegment(path, found.at);
        this.#last = found.head.seq;
        this.#segment.end = found.end;
      }
      const { end } = this.#segment;
      if (end === SEGMENT_HEAD_BYTES) this.#last = head.before;
      if (end < log.bytes) {
        if (isDamagedAt(log, end, head.salt)) throw damagedSegment(path, end);
        log.truncate(end);
      }
      return true;
    } catch (error) {
      this.#segment = undefined;
      log[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * Appends events; they survive a power cut on return. After a failure, nothing is tried for a second.
   * @throws the error of the store; then none of them is acknowledged, and none of their seqs is used again
   */
  async commit(events: readonly ReceivedEvent[]): Promise<void> {
    const { clock } = this.#place.system;
    if (this.#failure && clock.elapsed() < this.#failure.until) throw this.#failure.error;
    this.#failure = undefined;
    try {
      await this.#append(events);
    } catch (error) {
      this.#failure = { error, until: clock.elapsed() + PAUSE_MS };
      // What is on the disk is unknown: the next events go into a new segment, which says up to where this one counts. Nothing
      // is cut off, since a reader may have seen it: after a kill, its seqs must be there.
      const { head, name, end } = this.#segment ?? {};
      if (head && name !== undefined && end === SEGMENT_HEAD_BYTES) {
        this.#left.push(name);
        this.#sizes.pop();
        // Its name is not used again either.
        this.#next = Math.max(this.#next, head.first + 1);
      }
      this.#leave();
      throw error;
    }
    for (const name of this.#left.splice(0)) await this.#place.state.remove(name).catch(() => {});
  }

  async #append(events: readonly ReceivedEvent[]): Promise<void> {
    const segment = await this.#segmentFor(events);
    const { head, log, end: synced } = segment;
    const { salt } = head;
    const first = this.#next;
    const records = events.map((event, index) => recordBytes(event, { seq: first + index, salt, synced }));
    const bytes = Buffer.concat(records);
    this.#next += events.length;
    log.write(bytes, segment.end);
    await log.sync();
    segment.end += bytes.length;
    this.#last = this.#next - 1;
    const size = this.#sizes.at(-1);
    if (size) size.bytes = segment.end;
  }

  /** The segment that events go into. */
  async #segmentFor(events: readonly ReceivedEvent[]): Promise<OpenSegment> {
    const now = this.#place.system.clock.now();
    const bytes = events.reduce((sum, { body }) => sum + body.length, 0);
    const open = this.#segment;
    const hasRecords = open !== undefined && open.end > SEGMENT_HEAD_BYTES;
    const isOver = hasRecords && (open.end + bytes > SEGMENT_BYTES || now - open.head.begunAt > SEGMENT_MS);
    if (open && !isOver) return open;
    this.#leave();
    const { state, system } = this.#place;
    const name = segmentName(this.#side, this.#next);
    await state.begin(name);
    const salt = Number.parseInt(system.random.hex(4), 16);
    const head = { salt, first: this.#next, before: this.#last, begunAt: now };
    const segment = { log: state.open(name), name, head, end: SEGMENT_HEAD_BYTES };
    this.#segment = segment;
    this.#sizes.push({ first: head.first, bytes: SEGMENT_HEAD_BYTES });
    segment.log.write(segmentHeadBytes(head), 0);
    return segment;
  }

  #leave(): void {
    this.#segment?.log[Symbol.dispose]();
    this.#segment = undefined;
  }

  /** Events that wait, by what the reader has saved last. @throws RunError `STATE.CORRUPT` */
  waiting(): Waiting {
    const done = savedDone(this.#place.state, this.#side);
    const seen = done?.seen ?? 0;
    let bytes = done?.waiting.bytes ?? 0;
    for (const [index, { first, bytes: size }] of this.#sizes.entries()) {
      const last = (this.#sizes[index + 1]?.first ?? this.#last + 1) - 1;
      const all = last - first + 1;
      const unseen = Math.min(all, Math.max(0, last - seen));
      if (all > 0) bytes += Math.round((size * unseen) / all);
    }
    return { events: (done?.waiting.events ?? 0) + Math.max(0, this.#last - seen), bytes };
  }

  [Symbol.dispose](): void {
    this.#leave();
  }
}
