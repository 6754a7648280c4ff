import { pick } from '../../input/json/defined.ts';
import type { PullEvent, PulledCounts } from '../../pipeline/pull-event.ts';
import { pullLine } from '../../report/events/progress-lines.ts';
import { pulledCountsText } from '../../report/result/export-lines.ts';
import { printable } from '../../terminal/printable.ts';
import { RunWatch } from './watch-line.ts';

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
