import { Gauge, Registry } from 'prom-client';
import { replaceFile } from '../../../files/private-file.ts';
import { printable } from '../../../terminal/printable.ts';
import type { LiveDocument } from './documents/live-document.ts';
import type { LiveContext } from './live-session.ts';

/** Metrics in a file for the textfile collector of Prometheus' node exporter. */
export type LiveMetrics = {
  readonly take: (live: LiveDocument) => void;
  /** Writes the last numbers. */
  close(): Promise<void>;
};

const EVERY_MS = 15_000;
/** The collector is another user. */
const READABLE = 0o644;

/** Writes metrics again and again. A file that cannot be written is a warning, said once. */
export function liveMetrics(
  path: string,
  pipeline: string,
  { system, err }: Pick<LiveContext, 'system' | 'err'>,
): LiveMetrics {
  const { files, clock } = system;
  const registry = new Registry();
  const gauge = <L extends string>(name: string, help: string, labels: readonly L[]): Gauge<L | 'pipeline'> =>
    new Gauge({ name, help, labelNames: ['pipeline', ...labels], registers: [registry] });
  const events = gauge('chatferry_live_events_total', 'Events, by what became of them', ['side', 'outcome']);
  const lag = gauge('chatferry_live_lag_seconds', 'Time from the receipt of events to their writing', [
    'quantile',
  ]);
  const waiting = gauge('chatferry_live_waiting', 'Events that wait', ['side']);
  const oldest = gauge('chatferry_live_oldest_waiting_seconds', 'Age of the oldest event that waits', []);
  const bad = gauge('chatferry_live_bad_signatures_total', 'Events with a wrong signature', []);
  const gaps = gauge('chatferry_live_open_gaps', 'Times in which nobody received events', []);
  const phases = gauge('chatferry_live_phase', '1 for the phase that it is in', ['phase']);
  let last: LiveDocument | undefined;
  let isSaid = false;
  const write = async (): Promise<void> => {
    if (!last) return;
    const { forward, back, lagMs, badSignatures, phase } = last;
    for (const [side, counts] of [['old', forward] as const, ['new', back] as const]) {
      if (!counts) continue;
      const { received: _, waiting: waits, waitingFor: _for, paused: _paused, ...outcomes } = counts;
      for (const [outcome, count] of Object.entries(outcomes)) events.set({ pipeline, side, outcome }, count);
      waiting.set({ pipeline, side }, waits);
    }
    lag.set({ pipeline, quantile: '0.5' }, lagMs.p50 / 1_000);
    lag.set({ pipeline, quantile: '0.95' }, lagMs.p95 / 1_000);
    oldest.set({ pipeline }, (lagMs.oldestWaiting ?? 0) / 1_000);
    bad.set({ pipeline }, badSignatures);
    gaps.set({ pipeline }, last.gaps.filter(({ closed }) => !closed).length);
    phases.reset();
    phases.set({ pipeline, phase }, 1);
    try {
      await replaceFile(files, path, await registry.metrics(), READABLE);
    } catch (error) {
      if (!isSaid)
        err(`warning: --metrics ${path} cannot be written: ${printable((error as Error).message)}\n`);
      isSaid = true;
    }
  };
  // One after the other: two at once would take each other's file away.
  let writing: Promise<void> = Promise.resolve();
  const timer = clock.every(EVERY_MS, () => {
    writing = writing.then(write);
  });
  return {
    take: (live) => {
      const isFirst = last === undefined;
      last = live;
      if (isFirst) writing = writing.then(write);
    },
    close: async () => {
      timer[Symbol.dispose]();
      await writing.then(write);
    },
  };
}
