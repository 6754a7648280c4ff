import type { Clock } from '../../../system/clock.ts';
import type { Side } from '../side.ts';
import { type Gap, gapOf, type ReceiverDocument, withGap } from './receiver-state.ts';
import type { SignsOfLife } from './signs-of-life.ts';
import type { ReceiverTally } from './tally.ts';

const EVERY_MS = 1_000;
/** Beats between two writes while nothing happens: a disk may want to sleep, and a gap be a little longer than it was. */
const IDLE_BEATS = 5;
/** A process that has not beaten for this long has not listened either: it was stopped, or its machine slept. */
const SILENT_MS = 15_000;

type HeartbeatPlace = Pick<ReceiverDocument, 'host' | 'port'> & {
  /** The sides whose events are received. */
  readonly listening: readonly Side[];
};

/** The sign of life of a receiver in the state, from which the next one learns when nobody listened. */
export class Heartbeat implements AsyncDisposable {
  readonly #signs: SignsOfLife;
  readonly #clock: Clock;
  readonly #tally: ReceiverTally;
  readonly #place: Pick<ReceiverDocument, 'host' | 'port' | 'since'>;
  readonly #heart: Disposable;
  readonly #listening: readonly Side[];
  #beatAt: number;
  #gaps: readonly Gap[];
  #isNew = true;
  #idle = 0;
  #last = '';
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    signs: SignsOfLife,
    clock: Clock,
    tally: ReceiverTally,
    { listening, ...place }: HeartbeatPlace,
    before: ReceiverDocument | undefined,
  ) {
    const since = clock.now();
    const gap = gapOf(before, since);
    this.#listening = listening;
    this.#beatAt = since;
    this.#signs = signs;
    this.#clock = clock;
    this.#tally = tally;
    this.#place = { ...place, since };
    this.#gaps = before?.gaps ?? [];
    if (gap) this.#wasSilent(gap);
    this.#heart = clock.every(EVERY_MS, () => {
      const now = clock.now();
      if (now - this.#beatAt > SILENT_MS) this.#wasSilent({ from: this.#beatAt, to: now });
      this.#beatAt = now;
      this.#writing = this.#writing.then(() => this.#beat());
    });
  }

  /** Begins to beat. @throws RunError `STATE.CORRUPT`; the error of the store */
  static async begin(
    signs: SignsOfLife,
    clock: Clock,
    tally: ReceiverTally,
    place: HeartbeatPlace,
  ): Promise<Heartbeat> {
    const { before } = signs;
    if (before) tally.begin(before.sides, before.answers);
    const heart = new Heartbeat(signs, clock, tally, place, before);
    const first = heart.#write();
    // Beats follow it: two that are written at once take each other's file.
    heart.#writing = first.catch(() => {});
    try {
      await first;
    } catch (error) {
      heart.#heart[Symbol.dispose]();
      throw error;
    }
    return heart;
  }

  /** Notes that an event of a side was not taken at this moment. */
  missed(side: Side): void {
    const now = this.#clock.now();
    this.#gaps = withGap(this.#gaps, { side, from: now, to: now, why: 'refused' });
    this.#isNew = true;
  }

  #wasSilent(span: Pick<Gap, 'from' | 'to'>): void {
    for (const side of this.#listening) this.#gaps = withGap(this.#gaps, { ...span, side, why: 'silent' });
    this.#isNew = true;
  }

  async #beat(): Promise<void> {
    const numbers = JSON.stringify([this.#tally.of('old'), this.#tally.of('new')]);
    this.#idle += 1;
    if (!this.#isNew && numbers === this.#last && this.#idle < IDLE_BEATS) return;
    this.#last = numbers;
    // A disk that refuses it leaves a longer gap than there is.
    await this.#write().catch(() => {});
  }

  #write(): Promise<void> {
    this.#isNew = false;
    this.#idle = 0;
    return this.#signs.save({
      ...this.#place,
      beat: this.#clock.now(),
      sides: { old: this.#tally.of('old'), new: this.#tally.of('new') },
      answers: this.#tally.answers,
      waiting: this.#tally.waiting,
      gaps: this.#gaps,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#heart[Symbol.dispose]();
    await this.#writing;
    await this.#write().catch(() => {});
  }
}
