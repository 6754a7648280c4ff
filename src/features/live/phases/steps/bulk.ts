import { exitCodes, RunError } from '../../../../errors/run-error.ts';
import type { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { RunListener } from '../../../../report/events/run-listener.ts';
import { isDone, State } from '../../../../state/state.ts';
import { runPipeline } from '../../../run/run-pipeline.ts';
import type { LiveContext } from '../live-session.ts';

/** Options of the whole run between capture and catch-up. */
export type BulkOptions = {
  /** The pipeline file as typed. */
  readonly file: string;
  /** When the export was made as the user says, milliseconds since 1970. */
  readonly exportedAt?: number | undefined;
  readonly allowNotifications: boolean;
  readonly listener: RunListener;
};

/**
 * Runs the whole pipeline, unless a whole run began after capture did. Nobody may have the lock of the pipeline.
 * @param captureSince milliseconds since 1970
 * @returns the exit code of the run
 * @throws RunError `LIVE.GAP` if the export may be older than the first event, and what a run throws
 */
export async function bulk(
  pipeline: Pipeline,
  captureSince: number,
  { file, exportedAt, allowNotifications, listener }: BulkOptions,
  context: LiveContext,
): Promise<number> {
  const before = await new State(pipeline.stateFolder, context.system.files).store.load();
  const isCurrent = before !== undefined && Date.parse(before.startedAt) >= captureSince;
  if (isCurrent && isDone(before)) return exitCodes.ok;
  if (!pipeline.pull) await requireNewExport(pipeline, captureSince, exportedAt, context);
  return await runPipeline(
    {
      pipeline: file,
      yes: true,
      strict: false,
      events: false,
      // Rows of a run from before are recognised.
      fresh: !pipeline.sync && before !== undefined && !isCurrent,
      allowNotifications,
      maxDurationMs: undefined,
      confirm: undefined,
      plan: undefined,
      listeners: [listener],
    },
    // The one result is that of `live`.
    { ...context, out: () => {}, json: false },
  );
}

/** Exit codes of a run after which the rest is live: rejected rows stay in their files. */
export const isBulkDone = (exitCode: number): boolean =>
  exitCode === exitCodes.ok || exitCode === exitCodes.rejected;

/** @throws RunError `LIVE.GAP` */
async function requireNewExport(
  pipeline: Pipeline,
  captureSince: number,
  exportedAt: number | undefined,
  { system }: Pick<LiveContext, 'system'>,
): Promise<void> {
  const made = exportedAt ?? (await oldestInput(pipeline, system.files));
  if (made !== undefined && made >= captureSince) return;
  const began = new Date(captureSince).toISOString();
  const when = made === undefined ? 'at an unknown time' : new Date(made).toISOString();
  throw new RunError('LIVE.GAP', `the export was made ${when}, and events are received since ${began}`);
}

/** When the oldest file of the export was written; undefined if that cannot be told. */
async function oldestInput(
  { sources }: Pipeline,
  files: LiveContext['system']['files'],
): Promise<number | undefined> {
  const paths = new Set<string>();
  for (const spec of Object.values(sources).flat()) {
    const { path } = Object(spec) as { readonly path?: string | readonly string[] };
    for (const each of [path ?? []].flat()) paths.add(each);
  }
  const times: number[] = [];
  for (const path of paths) {
    const found = await files.stat(path).catch(() => undefined);
    if (!found) return undefined;
    times.push(found.mtimeMs);
    if (found.isDirectory())
      for (const name of await files.readdir(path)) {
        const inside = await files.stat(`${path}/${name}`).catch(() => undefined);
        if (inside && !inside.isDirectory()) times.push(inside.mtimeMs);
      }
  }
  return times.length > 0 ? Math.min(...times) : undefined;
}
