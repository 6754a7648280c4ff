import { Gauge, Registry } from 'prom-client';
import { replaceFile } from '../../../files/private-file.ts';
import { type Counts, statuses } from '../../../input/rows/outcome.ts';
import { type FileCounts, fileOutcomes } from '../../../pipeline/files/file-counts.ts';
import type { StreamEvent } from '../../../report/events/event-schema.ts';
import type { RunListener } from '../../../report/events/run-listener.ts';
import type { State } from '../../../state/state.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import { printable } from '../../../terminal/printable.ts';
import type { RunEnd } from './run-end.ts';

/** The metrics of a run, in a file for the textfile collector of Prometheus' node exporter. */
export type Metrics = Required<Pick<RunListener, 'follow'>> & {
  /** Takes how the copying of files goes. */
  readonly observe: (event: StreamEvent) => void;
  /** Writes the last numbers. */
  close(end: RunEnd): Promise<void>;
};

const EVERY_MS = 60_000;
/** The collector is another user. */
const READABLE = 0o644;

const LAST_SUCCESS = 'chatferry_last_success_timestamp_seconds';
const EXIT_CODE = 'chatferry_exit_code';

/**
 * Writes the metrics of a run at once, each minute and at the end. What an earlier run left in the file of its last success
 * and its exit code stays until this one has its own; a new file has the last success of the runs that are kept. A file that cannot be written is a warning, said once.
 */
export async function openMetrics(
  path: string,
  {
    pipeline,
    startedAt,
    runs,
  }: { readonly pipeline: string; readonly startedAt: Date; readonly runs: State['runs'] },
  { system, err }: Pick<Runtime, 'system'> & Pick<Stderr, 'err'>,
): Promise<Metrics> {
  const { files, clock } = system;
  const gauges = gaugesFor();
  const before = await files.readFile(path, 'utf8').catch(() => '');
  // 0, not nothing, before the first success: an alert on its age then fires.
  const succeeded = valueIn(before, LAST_SUCCESS, pipeline) ?? (await runs.lastSuccess());
  gauges.lastSuccess.set({ pipeline }, succeeded ?? 0);
  const lastCode = valueIn(before, EXIT_CODE, pipeline);
  if (lastCode !== undefined) gauges.exitCode.set({ pipeline }, lastCode);
  gauges.start.set({ pipeline }, startedAt.getTime() / 1_000);
  gauges.running.set({ pipeline }, 1);
  gauges.retries.set({ pipeline }, 0);
  let isSaid = false;
  const write = async (): Promise<void> => {
    gauges.duration.set({ pipeline }, (clock.now() - startedAt.getTime()) / 1_000);
    try {
      await replaceFile(files, path, await gauges.registry.metrics(), READABLE);
    } catch (error) {
      if (!isSaid)
        err(`warning: --metrics ${path} cannot be written: ${printable((error as Error).message)}\n`);
      isSaid = true;
    }
  };
  // One after the other: two at once would take each other's file away.
  let writing = write();
  await writing;
  const timer = clock.every(EVERY_MS, () => {
    writing = writing.then(write);
  });
  let filesSince: number | undefined;
  return {
    observe(event) {
      if (event.type === 'files.started') filesSince = clock.elapsed();
      if (event.type !== 'files.progress' && event.type !== 'files.finished') return;
      const seconds =
        event.type === 'files.finished'
          ? event.seconds
          : (clock.elapsed() - (filesSince ?? clock.elapsed())) / 1_000;
      setFiles(gauges, pipeline, event.fileCopies);
      gauges.fileSeconds.set({ pipeline }, seconds);
    },
    follow: (event) => {
      if (event.type === 'tried') gauges.requests.inc({ pipeline, status: statusOf(event.status) });
      else if (event.type === 'retried') gauges.retries.inc({ pipeline });
      else if ('state' in event) setRows(gauges, { pipeline, entity: event.entity }, event.state.counts);
    },
    close: async ({ exitCode, finishedAt, report }) => {
      timer[Symbol.dispose]();
      for (const [entity, counts] of Object.entries(report?.entities ?? {}))
        setRows(gauges, { pipeline, entity }, counts);
      if (report?.fileCopies) setFiles(gauges, pipeline, report.fileCopies);
      for (const [what, count] of Object.entries(report?.export?.pulled ?? {}))
        if (typeof count === 'number') gauges.pulled.set({ pipeline, what }, count);
      gauges.running.set({ pipeline }, 0);
      gauges.exitCode.set({ pipeline }, exitCode);
      if (exitCode === 0) gauges.lastSuccess.set({ pipeline }, finishedAt.getTime() / 1_000);
      await writing.then(write);
    },
  };
}

function gaugesFor() {
  const registry = new Registry();
  const gauge = <L extends string = never>(
    name: string,
    help: string,
    labels: readonly L[] = [],
  ): Gauge<L | 'pipeline'> =>
    new Gauge({ name, help, labelNames: ['pipeline', ...labels], registers: [registry] });
  return {
    registry,
    lastSuccess: gauge(LAST_SUCCESS, 'Time when a run last ended with exit code 0'),
    exitCode: gauge(EXIT_CODE, 'Exit code of the last run that has ended'),
    running: gauge('chatferry_running', '1 while a run is active, as far as this file knows'),
    start: gauge('chatferry_start_timestamp_seconds', 'Time when the run started'),
    duration: gauge('chatferry_duration_seconds', 'Duration of the run'),
    rows: gauge('chatferry_rows', 'Rows with an outcome', ['entity', 'outcome']),
    inDoubt: gauge('chatferry_rows_in_doubt', 'Rows that were sent, with an unknown outcome', ['entity']),
    requests: gauge('chatferry_requests', 'Requests, by the class of the answer', ['status']),
    retries: gauge('chatferry_retries', 'Requests that were retried'),
    pulled: gauge('chatferry_pulled', 'What was read from the API of the old system', ['what']),
    files: gauge('chatferry_files_total', 'Files of rows, by what became of them', ['outcome']),
    fileBytes: gauge('chatferry_files_bytes_total', 'Bytes of files that were copied'),
    fileSeconds: gauge('chatferry_files_seconds', 'Duration of the copying of files'),
  };
}

type Gauges = ReturnType<typeof gaugesFor>;

type RowLabels = { readonly pipeline: string; readonly entity: string };

function setRows({ rows, inDoubt }: Gauges, labels: RowLabels, counts: Counts): void {
  for (const outcome of statuses)
    if (outcome !== 'inDoubt' && outcome !== 'pending') rows.set({ ...labels, outcome }, counts[outcome]);
  inDoubt.set({ ...labels }, counts.inDoubt);
}

function setFiles({ files, fileBytes }: Gauges, pipeline: string, counts: FileCounts): void {
  for (const outcome of fileOutcomes) files.set({ pipeline, outcome }, counts[outcome]);
  for (const [outcome, count] of Object.entries(counts.failed)) files.set({ pipeline, outcome }, count);
  fileBytes.set({ pipeline }, counts.bytesCopied);
}

/** `2xx`, `4xx`; `429` alone, because it is no failure; `none` without an answer. */
const statusOf = (status: number | undefined): string =>
  status === undefined ? 'none' : status === 429 ? '429' : `${Math.floor(status / 100)}xx`;

/** The value of a metric of this pipeline in a file of an earlier run. */
function valueIn(text: string, name: string, pipeline: string): number | undefined {
  const start = `${name}{pipeline="${pipeline}"} `;
  const line = text.split('\n').find((each) => each.startsWith(start));
  const value = Number(line?.slice(start.length));
  return line !== undefined && Number.isFinite(value) ? value : undefined;
}
