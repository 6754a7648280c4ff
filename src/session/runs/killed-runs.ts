import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { exitCodes, RunError, runCodes } from '../../errors/run-error.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { ChangeTally } from '../../report/result/changes.ts';
import { makeReport } from '../../report/result/report.ts';
import { writeHtmlReport, writeJsonReport } from '../../report/write-report.ts';
import { State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';

/**
 * Writes the reports of runs that were killed, from what is known of them: how they began, the counts of the last saved
 * checkpoint, and the changes that they have listed. Call it with the lock held and before the checkpoint is replaced. What
 * cannot be written is left for the next command.
 */
export async function closeKilledRuns(pipeline: Pipeline, files: Files): Promise<void> {
  const state = new State(pipeline.stateFolder, files);
  for (const id of await state.runs.ids().catch(() => [])) await close(pipeline, state, id, files);
}

async function close(pipeline: Pipeline, state: State, id: string, files: Files): Promise<void> {
  const { begun } = await state.runs.read(id);
  if (!begun) return;
  const own = state.runs.pathsOf(id);
  const { command, commandLine, startedAt } = begun;
  const checkpoint = await lastOf((command === 'rejects retry' ? state.retry : state).store);
  // An older one is that of another run.
  const saved = checkpoint && command !== 'undo' && checkpoint.savedAt >= startedAt ? checkpoint : undefined;
  const tally = new ChangeTally();
  for await (const change of state.runs.changesOf(id)) tally.add(change);
  const { cause, fix, exit } = runCodes['RUN.KILLED'];
  const report = makeReport({
    command,
    commandLine,
    startedAt,
    pipeline: pipeline.name,
    exitCode: exitCodes[exit],
    error: { code: 'RUN.KILLED', message: cause, hint: fix },
    target: saved?.target ?? {},
    finishedAt: saved?.savedAt ?? startedAt,
    steps: saved?.steps ?? {},
    policies: pipeline.policies,
    requests: { sent: 0, retried: 0, throttled: 0, floor: 0 },
    warnings: ['requests were not counted, and counts are those of the last saved position'],
    files: { rejects: [], ...(tally.total > 0 ? { changes: own.changes } : {}) },
    run: id,
    ...(tally.total > 0 ? { changes: tally.result(tally.total) } : {}),
  });
  const unwritten =
    (await writeHtmlReport(files, own.page, report)) ?? (await writeJsonReport(files, own.report, report));
  if (!unwritten) await files.rm(own.begun, { force: true }).catch(() => {});
}

/** The last checkpoint; undefined if there is none that can be read, which its own command says. */
async function lastOf(store: { load(): Promise<Checkpoint | undefined> }): Promise<Checkpoint | undefined> {
  try {
    return await store.load();
  } catch (error) {
    if (error instanceof RunError) return undefined;
    throw error;
  }
}
