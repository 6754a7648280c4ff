import type { Clock } from '../../system/clock.ts';
import { jsonLine } from '../../terminal/printable.ts';
import type { RunListener } from './run-listener.ts';

const PROGRESS_EVERY_MS = 1_000;

/**
 * Writes the events of a run as NDJSON, as `schema/events.json` describes them. The last line is `run.finished`; nothing
 * follows it.
 */
export function eventWriter(write: (text: string) => void, clock: Pick<Clock, 'now'>): RunListener {
  let seq = 0;
  let hasEnded = false;
  return {
    everyMs: PROGRESS_EVERY_MS,
    observe(event) {
      if (hasEnded) return;
      hasEnded = event.type === 'run.finished';
      seq++;
      const { type, ...body } = event;
      const line = { v: 1, seq, ts: new Date(clock.now()).toISOString(), type, ...body };
      write(jsonLine(line));
    },
  };
}
