import type { LiveSpec } from '../../../pipeline/live-spec.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { State } from '../../../state/state.ts';
import type { Questions, Runtime, Stderr, Stdout } from '../../../terminal/context.ts';
import type { InboxReader } from '../inbox/inbox.ts';
import type { ReceiverNumbers } from '../receive/receiver-numbers.ts';
import type { ReceiversSeen } from '../receive/signs-of-life.ts';
import type { SharedDocuments } from '../shared/shared-documents.ts';
import type { Side } from '../side.ts';
import type { GapKeeper } from './documents/gaps.ts';
import {
  type LiveDocument,
  liveDocument,
  liveNumbersOf,
  readNumbers,
  saveNumbers,
} from './documents/live-document.ts';
import type { LivePhase, PhaseKeeper } from './documents/phase-document.ts';
import type { LiveNews } from './news.ts';
import { type LanesOpened, lanesOf, type SidesOpened } from './opened-lanes.ts';

/** A context in which two systems are kept alike. */
export type LiveContext = Runtime & Stdout & Stderr & Questions;

/** Times that phases wait; milliseconds. */
export type LiveTimes = {
  /** From one look for what waits to the next. */
  readonly passEveryMs: number;
  /** So long the old side is silent before a switch. */
  readonly silenceMs: number;
  /** So long after a signal a pass may take. */
  readonly endWithinMs: number;
  /** The longest wait after a side could not be written to. */
  readonly backOffMaxMs: number;
};

export const LIVE_TIMES: LiveTimes = {
  passEveryMs: 200,
  silenceMs: 60_000,
  endWithinMs: 9_000,
  backOffMaxMs: 60_000,
};

/** The receiver that phases end; it may be that of another process. */
export type ReceiverSeen = {
  readonly numbers: () => ReceiverNumbers;
  /** Takes no more events. */
  readonly end: () => Promise<void>;
};

/** The things with which a process keeps two systems alike; it has the lock of the pipeline. */
type SessionParts = {
  readonly pipeline: Pipeline;
  readonly spec: LiveSpec;
  readonly state: State;
  readonly context: Runtime & Stderr;
  readonly phase: PhaseKeeper;
  readonly gaps: GapKeeper;
  readonly news: LiveNews;
  readonly times: LiveTimes;
  readonly sides: SidesOpened;
  readonly inbox: InboxReader;
  readonly shared: SharedDocuments;
  readonly receivers: ReceiversSeen;
  readonly receiver: ReceiverSeen;
};

/** Time from one saving of numbers to the next, milliseconds. */
const SAVED_EVERY_MS = 1_000;

/** Two systems that are kept alike, as one process works on them. */
export class LiveSession {
  readonly parts: SessionParts;
  /** Undefined until something is delivered. */
  lanes: LanesOpened | undefined;
  #savedAt = Number.NEGATIVE_INFINITY;
  #saved = '';
  #saving: Promise<void> = Promise.resolve();

  constructor(parts: SessionParts) {
    this.parts = parts;
  }

  get now(): number {
    return this.parts.context.system.clock.now();
  }

  /** Milliseconds from any start: for times that something takes, whatever the clock is set to. */
  get elapsed(): number {
    return this.parts.context.system.clock.elapsed();
  }

  /** The sides whose events are received. */
  get heard(): readonly Side[] {
    return this.parts.spec.direction === 'both' ? ['old', 'new'] : ['old'];
  }

  /** Events that wait on the sides whose events are received, without those that are held behind a dead one. */
  get waiting(): number {
    const { inbox } = this.parts;
    const waiting = this.heard.reduce((sum, side) => sum + inbox.waiting(side).events, 0);
    return Math.max(0, waiting - this.held);
  }

  /** Events that wait until a dead one of their conversation is read again, with success. */
  get held(): number {
    return this.lanes ? lanesOf(this.lanes).reduce((sum, { held }) => sum + held, 0) : 0;
  }

  /** The document as it is now. */
  document(): LiveDocument {
    const { phase, gaps } = this.parts;
    return liveDocument(phase.now, this.#numbers(), gaps.all, this.now);
  }

  /** Enters a phase and tells it. @throws RunError `STATE.UNWRITABLE` */
  async enter(next: LivePhase): Promise<void> {
    const { phase, news } = this.parts;
    if (phase.now.phase === next) return;
    await phase.enter(next);
    news.phase(phase.now);
  }

  /** Saves the numbers for those who look, and tells them. @throws RunError `STATE.UNWRITABLE` */
  async count(isLast = false): Promise<void> {
    const { news, context, state } = this.parts;
    if (this.lanes) {
      const all = lanesOf(this.lanes);
      const dead = all.flatMap((lane) => lane.dead()).sort((a, b) => a.at - b.at);
      news.dead(
        dead,
        all.reduce((sum, { counts }) => sum + counts.dead, 0),
      );
    }
    news.numbers(this.document(), this.parts.receiver.numbers().answers);
    const elapsed = context.system.clock.elapsed();
    if (!isLast && elapsed - this.#savedAt < SAVED_EVERY_MS) return;
    this.#savedAt = elapsed;
    const numbers = this.#numbers();
    const text = JSON.stringify({ ...numbers, at: '' });
    if (!numbers || text === this.#saved) return;
    // Two directions count, and one save after the other.
    const saving = this.#saving.catch(() => {}).then(() => saveNumbers(state.kept, numbers));
    this.#saving = saving;
    await saving;
    this.#saved = text;
  }

  #numbers(): ReturnType<typeof readNumbers> {
    const { inbox, receiver, state } = this.parts;
    const before = readNumbers(state.kept);
    const times = this.heard.flatMap((side) => inbox.oldest(side) ?? []);
    const oldest = times.length > 0 ? Math.min(...times) : undefined;
    const { badSignatures, refused } = receiver.numbers();
    const { lanes } = this;
    if (lanes) return liveNumbersOf({ ...lanes, oldest, badSignatures, refused }, this.now);
    const waiting = inbox.waiting('old').events;
    const counts = before?.forward;
    const done = (counts?.received ?? 0) - (counts?.waiting ?? 0);
    const numbers = liveNumbersOf({ oldest, badSignatures, refused }, this.now);
    const forward = { ...(counts ?? numbers.forward), received: done + waiting, waiting };
    return { ...numbers, ...before, at: numbers.at, forward, oldest, badSignatures, refused };
  }
}
