import { pick } from '../../input/json/defined.ts';
import type { FilesEvent } from '../../pipeline/files/file-counts.ts';
import type { PullEvent, PulledCounts } from '../../pipeline/pull-event.ts';
import { filesLine, pullLine } from '../../report/events/progress-lines.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { pulledCountsText } from '../../report/result/export-lines.ts';
import { fileCopiesText } from '../../report/result/file-copies.ts';
import type { Clock } from '../../system/clock.ts';
import type { Stderr } from '../../terminal/context.ts';
import { amount, duration, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 10_000;

/** Moves onto the line above and clears it. */
const ABOVE = '\u001b[1A\u001b[J';

/** The part of a terminal that a line of progress needs. */
type Watcher = Pick<Stderr, 'err' | 'errStyle' | 'live' | 'columns' | 'quiet'>;

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
abstract class RunWatch {
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

/** Shows the copying of files to the person at the terminal, and tells those who listen to the run. */
export class FilesWatch extends RunWatch {
  readonly #heardAt = new Map<RunListener, number>();
  #isSaid = false;

  /** Takes an event of the copying. */
  readonly observe = (event: FilesEvent): void => {
    switch (event.type) {
      case 'files.started':
        this.tell(event);
        // A run in which nothing is to be copied needs no words.
        this.#isSaid = event.todo > 0;
        if (this.#isSaid) this.line.begin(`copying ${amount(event.todo, 'file')} to ${printable(event.to)}`);
        return;
      case 'files.progress':
        this.#onProgress(event);
        return;
      case 'files.failed':
        this.tell(event);
        return;
      case 'files.finished': {
        const { type, ms, counts } = event;
        this.tell({ type, seconds: ms / 1_000, fileCopies: counts });
        if (this.#isSaid) this.line.end(`${fileCopiesText(counts)}, ${duration(ms)}`);
      }
    }
  };

  #onProgress({ type, done, todo, leftMs, counts }: Extract<FilesEvent, { type: 'files.progress' }>): void {
    const now = this.clock.elapsed();
    const eta = leftMs === undefined ? {} : { etaSeconds: Math.round(leftMs / 1_000) };
    const progress = { type, done, todo, ...eta, fileCopies: counts };
    for (const listener of this.listeners) {
      if (now - (this.#heardAt.get(listener) ?? Number.NEGATIVE_INFINITY) < listener.everyMs) continue;
      this.#heardAt.set(listener, now);
      listener.observe(progress);
    }
    this.line.show((screen) => filesLine(progress, screen));
  }
}

const LISTENERS_EVERY_MS = 1_000;

/** Words for the ways of a pull. */
const BEGINS = {
  first: 'reading',
  again: 'reading what is new of',
  full: 'reading everything anew of',
  resumed: 'continuing to read',
} as const;

/** Shows a pull to the person at the terminal, and tells those who listen to the run. */
export class PullWatch extends RunWatch {
  #source = '';
  #heardAt = Number.NEGATIVE_INFINITY;

  /** Takes an event of the pull. */
  readonly observe = (event: PullEvent): void => {
    if (event.type === 'pull.started') {
      const { type, source, mode } = event;
      this.#source = source;
      this.tell({ type, source, mode });
      this.line.begin(`${BEGINS[mode]} ${printable(source)}`);
    } else if (event.type === 'pull.progress') this.#onProgress(event);
    else {
      const { type, ms } = event;
      this.tell({ type, seconds: ms / 1_000, ...countsOf(event) });
      this.line.end(`read ${printable(this.#source)}: ${pulledCountsText(event, ms)}`);
    }
  };

  #onProgress({
    type,
    conversationsDone,
    leftMs,
    ...event
  }: Extract<PullEvent, { type: 'pull.progress' }>): void {
    const now = this.clock.elapsed();
    const eta = leftMs === undefined ? {} : { etaSeconds: Math.round(leftMs / 1_000) };
    const progress = { type, conversationsDone, ...eta, ...countsOf(event) };
    if (now - this.#heardAt >= LISTENERS_EVERY_MS) {
      this.#heardAt = now;
      this.tell(progress);
    }
    this.line.show((screen) => pullLine(progress, screen));
  }
}

const countsOf = (event: PulledCounts): PulledCounts =>
  pick(event, 'requests', 'bytes', 'users', 'conversations', 'messages');
