import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { RunListener } from '../../../report/events/run-listener.ts';
import type { Report } from '../../../report/result/report.ts';
import { State } from '../../../state/state.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import { notify, requireOwnNotifiers } from './notify/notify.ts';
import { classOf, endByError, type Moment, type RunEnd } from './run-end.ts';

/** A run that is watched from outside. */
export type MonitoredRun = {
  readonly pipeline: Pipeline;
  readonly startedAt: Date;
  /** The file that gets metrics; none if undefined. */
  readonly metrics: string | undefined;
};

/**
 * Does a run, and tells those whom the pipeline and the command line name: how it starts, how it goes on and how it has
 * ended, also where it fails early. None of that changes its exit code.
 * @throws what the run throws; RunError `CONFIG.CODE_NOT_OWN`
 */
export async function monitorRun(
  { pipeline, startedAt, metrics: file }: MonitoredRun,
  context: Runtime & Pick<Stderr, 'err'>,
  run: (listener: RunListener) => Promise<number>,
): Promise<number> {
  const about = { pipeline: pipeline.name, startedAt };
  const tell = (moment: Pick<Moment, 'class' | 'end'>): Promise<void> =>
    notify({ ...about, ...moment }, pipeline, context);
  const { runs } = new State(pipeline.stateFolder, context.system.files);
  const metrics =
    file === undefined
      ? undefined
      : await (await import('./metrics.ts')).openMetrics(file, { ...about, runs }, context);
  let report: Report | undefined;
  const listener: RunListener = {
    // It needs no progress: the metrics are written each minute.
    everyMs: 60_000,
    observe(event) {
      if (event.type === 'run.finished') report = event.result;
      metrics?.observe(event);
    },
    follow: (event) => metrics?.follow(event),
  };
  const now = (): Date => new Date(context.system.clock.now());
  // The run does not wait for it; the end is told after it.
  const started = tell({ class: 'start' });
  let end: RunEnd | undefined;
  try {
    await requireOwnNotifiers(pipeline, context);
    const exitCode = await run(listener);
    end = { exitCode, finishedAt: now(), report, error: report?.error };
    return exitCode;
  } catch (thrown) {
    end = { ...endByError(thrown, context.signal, now()), report };
    throw thrown;
  } finally {
    await started;
    if (end) {
      await metrics?.close(end);
      await tell({ class: classOf(end.exitCode), end });
    }
  }
}
