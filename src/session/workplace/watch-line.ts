import type { RunListener } from '../../report/events/run-listener.ts';
import type { Clock } from '../../system/clock.ts';
import type { Stderr } from '../../terminal/context.ts';
import type { Style } from '../../terminal/style.ts';

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 10_000;

/** Moves onto the line above and clears it. */
const ABOVE = '\u001b[1A\u001b[J';

/** The part of a terminal that a line of progress needs. */
export type Watcher = Pick<Stderr, 'err' | 'errStyle' | 'live' | 'columns' | 'quiet'>;

/** A line of progress that is redrawn on a terminal, and said anew every ten seconds without one. */
class WatchLine {
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #person: Watcher;
  #isDrawn = false;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>, person: Watcher) {
    this.#clock = clock;
    this.#person = person;
  }

  /** Says what begins; a screen says that in its line. */
  begin(sentence: string): void {
    if (this.#person.live) return;
    this.#say(sentence);
    this.#shownAt = this.#clock.elapsed();
  }

  /** Shows the progress, unless that was done a moment ago. */
  show(line: (screen: { readonly style: Style; readonly columns: number } | undefined) => string): void {
    const { live, columns, errStyle, err, quiet } = this.#person;
    const now = this.#clock.elapsed();
    if (quiet || now - this.#shownAt < (live ? LIVE_EVERY_MS : PLAIN_EVERY_MS)) return;
    this.#shownAt = now;
    if (!live) {
      this.#say(line(undefined));
      return;
    }
    err(`${this.#isDrawn ? ABOVE : ''}${line({ style: errStyle, columns: columns() })}\n`);
    this.#isDrawn = true;
  }

  /** Says what has ended, in the place of the progress. */
  end(sentence: string): void {
    if (this.#isDrawn) this.#person.err(ABOVE);
    this.#isDrawn = false;
    this.#say(sentence);
  }

  #say(sentence: string): void {
    const { live, quiet, err } = this.#person;
    if (quiet) return;
    err(live ? `  ${sentence}\n` : `${new Date(this.#clock.now()).toISOString()} ${sentence}\n`);
  }
}

/** Shows work to the person at the terminal, and tells those who listen to the run. */
export abstract class RunWatch {
  protected readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  protected readonly line: WatchLine;
  protected readonly listeners: readonly RunListener[];

  constructor(
    clock: Pick<Clock, 'now' | 'elapsed'>,
    person: Watcher,
    listeners: readonly RunListener[] = [],
  ) {
    this.clock = clock;
    this.line = new WatchLine(clock, person);
    this.listeners = listeners;
  }

  protected tell(event: Parameters<RunListener['observe']>[0]): void {
    for (const listener of this.listeners) listener.observe(event);
  }
}
