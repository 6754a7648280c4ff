import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StateStore } from '../../../files/state/state-store.ts';
import type { System } from '../../../system/system.ts';
import type { Side } from '../side.ts';
import { DoneMarks, doneName, doneText, savedDone } from './done-marks.ts';
import { GroupCommit } from './group-commit.ts';
import type { InboxEvent, Waiting } from './inbox.ts';
import { lostBefore, type SegmentName, segmentHead, segmentsOf } from './segment.ts';
import { SegmentReader } from './segment-reader.ts';

/** The most bytes of events that are taken at once. */
export const TAKEN_BYTES_MAX = 16 << 20;
/** Bytes that are read before others have their turn. */
const TURN_BYTES = 4 << 20;
/** For so long what is not as it should be may be a record that is just being written, milliseconds. */
const WRITTEN_MS = 2_000;

/** Place of segments that are read. */
export type ReadPlace = {
  readonly folder: string;
  readonly state: StateStore;
  readonly system: Pick<System, 'files' | 'clock'>;
};

/** Reads the events of a side while another process or thread writes them, and keeps which of them are done. */
export class SideReader implements Disposable {
  readonly #side: Side;
  readonly #place: ReadPlace;
  readonly #marks: DoneMarks;
  /** Those with events that are not done, and the last one; the oldest first. */
  readonly #segments: SegmentReader[] = [];
  readonly #saves: GroupCommit<undefined>;
  #events = 0;
  #bytes = 0;
  #doubt: { readonly at: string; readonly since: number } | undefined;
  #reading: Promise<unknown> = Promise.resolve();

  /** @throws RunError `STATE.CORRUPT` if what is done is unknown */
  constructor(side: Side, place: ReadPlace) {
    this.#side = side;
    this.#place = place;
    const done = savedDone(place.state, side);
    this.#marks = new DoneMarks(done?.low, done?.above);
    this.#saves = new GroupCommit(() => this.#save());
  }

  /** Events that are not done and not among `taken`. */
  async take(most: number, taken: ReadonlySet<number>): Promise<readonly InboxEvent[]> {
    await this.readOn();
    const events: InboxEvent[] = [];
    let bytes = 0;
    for (const seq of this.#marks.missing(this.#last)) {
      if (events.length >= most) break;
      const segment = taken.has(seq) ? undefined : this.#segmentOf(seq);
      if (!segment) continue;
      bytes += segment.bytesOf(seq);
      if (events.length > 0 && bytes > TAKEN_BYTES_MAX) break;
      const event = segment.event(this.#side, seq);
      if (event) events.push(event);
    }
    return events;
  }

  async find(seq: number): Promise<InboxEvent | undefined> {
    await this.readOn();
    const segment = this.#segmentOf(seq);
    if (segment) return segment.event(this.#side, seq);
    const names = await this.#names();
    const name = names.findLast(({ first }) => first <= seq);
    if (!name || this.#segments.some((known) => known.name === name.name)) return undefined;
    using older = this.#open(name);
    if (!older) return undefined;
    for (const { head } of older.more()) if (head.seq === seq) return older.event(this.#side, seq);
    return undefined;
  }

  /** @throws RunError `STATE.UNWRITABLE` */
  async done(seqs: readonly number[]): Promise<void> {
    if (seqs.length === 0) return;
    for (const seq of seqs) {
      if (this.#marks.has(seq)) continue;
      this.#count(seq, -1);
      this.#marks.add(seq);
    }
    this.#letGo();
    await this.#saves.add(undefined);
  }

  async #save(): Promise<void> {
    const { low, above } = this.#marks;
    const text = doneText({ version: 1, low, above, seen: this.#last, waiting: this.waiting });
    await this.#place.state.save(doneName(this.#side), text);
  }

  get waiting(): Waiting {
    return { events: this.#events, bytes: this.#bytes };
  }

  get oldest(): number | undefined {
    for (const seq of this.#marks.missing(this.#last)) {
      const segment = this.#segmentOf(seq);
      if (segment) return segment.headOf(seq).receivedAt;
    }
    return undefined;
  }

  /** Removes segments that are done and that were followed by another one before a time. */
  async clean(before: number): Promise<void> {
    await this.readOn();
    const names = await this.#names();
    for (const [index, { name }] of names.entries()) {
      const next = names[index + 1];
      if (!next || next.first - 1 > this.#marks.low) return;
      using follower = this.#open(next);
      if (!follower || follower.head.begunAt > before) return;
      await this.#place.state.remove(name);
    }
  }

  /** Reads what has come since. @throws RunError `STATE.CORRUPT` */
  readOn(): Promise<void> {
    const next = this.#reading.then(() => this.#readOn());
    this.#reading = next.catch(() => {});
    return next;
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const open = this.#segments.at(-1);
      if (open) await this.#readMore(open);
      const names = await this.#names();
      const segment = this.#firstIn(
        open ? names.filter(({ first }) => first > open.head.first) : this.#undone(names),
      );
      if (!segment) {
        if (open) this.#watch(open);
        return;
      }
      // Nothing is added to the one before from now on.
      if (open) {
        await this.#readMore(open);
        this.#close(open, segment);
      } else if (segment.head.before > this.#marks.low)
        throw lostBefore(this.#place.state.pathOf(segment.name), segment.head);
      this.#marks.add(Math.max(this.#last, this.#marks.low) + 1, segment.head.first - 1);
      this.#segments.push(segment);
      this.#letGo();
    }
  }

  /** The segments from the first on with an event that is not done. */
  #undone(names: readonly SegmentName[]): readonly SegmentName[] {
    const index = names.findIndex(({ first }) => first - 1 > this.#marks.low);
    return names.slice(Math.max(0, (index < 0 ? names.length : index) - 1));
  }

  /** Opens the first that has a beginning: one without has nothing that was acknowledged. */
  #firstIn(names: readonly SegmentName[]): SegmentReader | undefined {
    for (const name of names) {
      const segment = this.#open(name);
      if (segment) return segment;
    }
    return undefined;
  }

  async #readMore(segment: SegmentReader): Promise<void> {
    let turn = segment.end;
    for (const { head, end } of segment.more()) {
      if (head.isRemoved) this.#marks.add(head.seq);
      else if (!this.#marks.has(head.seq)) this.#count(head.seq, 1);
      if (end - turn < TURN_BYTES) continue;
      turn = end;
      await nextTurn();
    }
  }

  /** A segment that another one follows has all that was acknowledged; what it has besides was not. */
  #close(segment: SegmentReader, { head }: SegmentReader): void {
    if (segment.last < head.before) throw segment.damaged(segment.end);
    for (let seq = Math.max(head.before + 1, segment.head.first); seq <= segment.last; seq++) {
      if (this.#marks.has(seq)) continue;
      this.#count(seq, -1);
      this.#marks.add(seq);
    }
  }

  /** Finds damage at the end of the last segment, which nothing follows that would tell. */
  #watch(segment: SegmentReader): void {
    const at = `${segment.name} ${segment.end}`;
    const now = this.#place.system.clock.elapsed();
    if (!segment.hasRest()) this.#doubt = undefined;
    else if (this.#doubt?.at !== at) this.#doubt = { at, since: now };
    else if (now - this.#doubt.since > WRITTEN_MS) {
      if (segment.isDamagedBehind()) throw segment.damaged(segment.end);
      // A kill has left it, and nothing will be added there.
      this.#doubt = { at, since: Number.POSITIVE_INFINITY };
    }
  }

  #names(): Promise<readonly SegmentName[]> {
    const { folder, system } = this.#place;
    return segmentsOf(this.#side, folder, system.files);
  }

  /** Opens a segment; undefined if it is gone, or its beginning is not there yet. */
  #open({ name }: SegmentName): SegmentReader | undefined {
    const { state } = this.#place;
    const log = state.read(name);
    if (!log) return undefined;
    try {
      const path = state.pathOf(name);
      const head = segmentHead(log, path);
      if (head) return new SegmentReader(name, head, log, path);
    } catch (error) {
      log[Symbol.dispose]();
      throw error;
    }
    log[Symbol.dispose]();
    return undefined;
  }

  #segmentOf(seq: number): SegmentReader | undefined {
    const segment = this.#segments.findLast(({ head }) => head.first <= seq);
    return segment && seq <= segment.last ? segment : undefined;
  }

  get #last(): number {
    return this.#segments.at(-1)?.last ?? 0;
  }

  #count(seq: number, change: 1 | -1): void {
    const segment = this.#segmentOf(seq);
    if (!segment) return;
    this.#events += change;
    this.#bytes += change * segment.bytesOf(seq);
  }

  /** Forgets where the records of segments are that are done. */
  #letGo(): void {
    while (this.#segments.length > 1 && (this.#segments[0] as SegmentReader).last <= this.#marks.low)
      this.#segments.shift()?.[Symbol.dispose]();
  }

  async idle(): Promise<void> {
    await this.#saves.idle();
    await this.#reading;
  }

  [Symbol.dispose](): void {
    for (const segment of this.#segments.splice(0)) segment[Symbol.dispose]();
  }
}
