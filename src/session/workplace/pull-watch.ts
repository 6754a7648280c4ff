import type { PullEvent, PulledCounts } from '../../pipeline/pull-event.ts';
import { pullLine } from '../../report/events/progress-lines.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { pulledCountsText } from '../../report/result/export-lines.ts';
import type { Clock } from '../../system/clock.ts';
import type { Stderr } from '../../terminal/context.ts';
import { printable } from '../../terminal/printable.ts';

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 10_000;
const LISTENERS_EVERY_MS = 1_000;

/** Words for the ways of a pull. */
const BEGINS = {
  first: 'reading',
  again: 'reading what is new of',
  full: 'reading everything anew of',
  resumed: 'continuing to read',
} as const;

/** Shows a pull to the person at the terminal, and tells those who listen to the run. */
export class PullWatch {
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #person: Pick<Stderr, 'err' | 'errStyle' | 'live' | 'columns' | 'quiet'>;
  readonly #listeners: readonly RunListener[];
  #source = '';
  #isDrawn = false;
  #shownAt = Number.NEGATIVE_INFINITY;
  #heardAt = Number.NEGATIVE_INFINITY;

  constructor(
    clock: Pick<Clock, 'now' | 'elapsed'>,
    person: Pick<Stderr, 'err' | 'errStyle' | 'live' | 'columns' | 'quiet'>,
    listeners: readonly RunListener[] = [],
  ) {
    this.#clock = clock;
    this.#person = person;
    this.#listeners = listeners;
  }

  /** Takes an event of the pull. */
  readonly observe = (event: PullEvent): void => {
    if (event.type === 'pull.started') {
      const { type, source, mode } = event;
      this.#source = source;
      this.#tell({ type, source, mode });
      // A screen shows the address in its line.
      if (!this.#person.live) this.#say(`${BEGINS[mode]} ${printable(source)}`);
      this.#shownAt = this.#person.live ? this.#shownAt : this.#clock.elapsed();
    } else if (event.type === 'pull.progress') this.#onProgress(event);
    else {
      const { type, ms } = event;
      this.#tell({ type, seconds: ms / 1_000, ...countsOf(event) });
      this.#erase();
      this.#say(`read ${printable(this.#source)}: ${pulledCountsText(event, ms)}`);
    }
  };

  #onProgress({
    type,
    conversationsDone,
    leftMs,
    ...event
  }: Extract<PullEvent, { type: 'pull.progress' }>): void {
    const now = this.#clock.elapsed();
    const eta = leftMs === undefined ? {} : { etaSeconds: Math.round(leftMs / 1_000) };
    const progress = { type, conversationsDone, ...eta, ...countsOf(event) };
    if (now - this.#heardAt >= LISTENERS_EVERY_MS) {
      this.#heardAt = now;
      this.#tell(progress);
    }
    const { live, columns, errStyle, err, quiet } = this.#person;
    if (quiet || now - this.#shownAt < (live ? LIVE_EVERY_MS : PLAIN_EVERY_MS)) return;
    this.#shownAt = now;
    if (live) {
      const line = pullLine(progress, { style: errStyle, columns: columns() });
      err(`${this.#isDrawn ? ABOVE : ''}${line}\n`);
      this.#isDrawn = true;
    } else this.#say(pullLine(progress, undefined));
  }

  #erase(): void {
    if (this.#isDrawn) this.#person.err(ABOVE);
    this.#isDrawn = false;
  }

  #say(sentence: string): void {
    const { live, quiet, err } = this.#person;
    if (quiet) return;
    err(live ? `  ${sentence}\n` : `${new Date(this.#clock.now()).toISOString()} ${sentence}\n`);
  }

  #tell(event: Parameters<RunListener['observe']>[0]): void {
    for (const listener of this.#listeners) listener.observe(event);
  }
}

/** Moves onto the line above and clears it. */
const ABOVE = '\u001b[1A\u001b[J';

const countsOf = ({ requests, bytes, users, conversations, messages }: PulledCounts): PulledCounts => ({
  requests,
  bytes,
  users,
  conversations,
  messages,
});
