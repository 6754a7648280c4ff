import { Gauge, Registry } from 'prom-client';
import { replaceFile } from '../../../files/private-file.ts';
import { printable } from '../../../terminal/printable.ts';
import { ANSWER_BOUNDS, type AnswerTimes, addedTimes } from '../receive/answer-times.ts';
import type { LiveDocument } from './documents/live-document.ts';
import type { LiveContext } from './live-session.ts';

/** Metrics in a file for the textfile collector of Prometheus' node exporter. */
export type LiveMetrics = {
  readonly take: (live: LiveDocument, answers: AnswerTimes) => void;
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
  const refused = gauge('chatferry_live_refused_total', 'Requests at the right address that were not taken', [
    'reason',
  ]);
  const gaps = gauge('chatferry_live_open_gaps', 'Times in which nobody received events', []);
  const phases = gauge('chatferry_live_phase', '1 for the phase that it is in', ['phase']);
  let last: LiveDocument | undefined;
  let answers = addedTimes([]);
  let isSaid = false;
  const write = async (): Promise<void> => {
    if (!last) return;
    const { forward, back, lagMs, badSignatures, phase } = last;
    for (const [side, counts] of [['old', forward] as const, ['new', back] as const]) {
      if (!counts) continue;
      const { received: _, waiting: waits, ...outcomes } = counts;
      for (const [outcome, count] of Object.entries(outcomes)) events.set({ pipeline, side, outcome }, count);
      waiting.set({ pipeline, side }, waits);
    }
    lag.set({ pipeline, quantile: '0.5' }, lagMs.p50 / 1_000);
    lag.set({ pipeline, quantile: '0.95' }, lagMs.p95 / 1_000);
    oldest.set({ pipeline }, (lagMs.oldestWaiting ?? 0) / 1_000);
    bad.set({ pipeline }, badSignatures);
    for (const [reason, count] of Object.entries(last.refused)) refused.set({ pipeline, reason }, count);
    gaps.set({ pipeline }, last.gaps.filter(({ closed }) => !closed).length);
    phases.reset();
    phases.set({ pipeline, phase }, 1);
    try {
      const text = `${await registry.metrics()}\n${answersText(pipeline, answers)}`;
      await replaceFile(files, path, text, READABLE);
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
    take: (live, times) => {
      const isFirst = last === undefined;
      last = live;
      answers = times;
      if (isFirst) writing = writing.then(write);
    },
    close: async () => {
      timer[Symbol.dispose]();
      await writing.then(write);
    },
  };
}

/** The times of answers as a histogram; they are counted in a thread or a process of its own, so that no client library has seen them. */
function answersText(pipeline: string, { counts, sumMs }: AnswerTimes): string {
  const name = 'chatferry_live_answer_seconds';
  const label = `pipeline=${JSON.stringify(pipeline)}`;
  const upTo = (at: number): number => counts.slice(0, at + 1).reduce((sum, count) => sum + count, 0);
  const buckets = [
    ...ANSWER_BOUNDS.map((ms, at) => [ms / 1_000, at] as const),
    ['+Inf', counts.length] as const,
  ];
  return [
    `# HELP ${name} Time from a request of a system to its answer`,
    `# TYPE ${name} histogram`,
    ...buckets.map(([le, at]) => `${name}_bucket{le="${le}",${label}} ${upTo(at)}`),
    `${name}_sum{${label}} ${sumMs / 1_000}`,
    `${name}_count{${label}} ${upTo(counts.length)}`,
    '',
  ].join('\n');
}
