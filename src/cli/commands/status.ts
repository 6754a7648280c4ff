import { stat } from 'node:fs/promises';
import type { Checkpoint, StepState } from '../../delivery/checkpoint.ts';
import { lockHolder } from '../../files/lock.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { loadPipeline, type Pipeline } from '../../pipeline/pipeline.ts';
import { rejectPaths, retryHint } from '../../session/finish-run.ts';
import { isDone, statePaths } from '../../session/state-folder.ts';
import { fileStore } from '../../session/stores/file.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { duration, fromHere, grouped } from '../../terminal/printable.ts';

export type StatusOptions = { readonly pipeline: string };

/** How far a pipeline is, from its state alone; also while another process runs it. */
export async function status(options: StatusOptions, context: CommandContext): Promise<number> {
  const pipeline = loadPipeline(options.pipeline, context.env);
  const paths = statePaths(pipeline.stateFolder);
  const checkpoint = await fileStore(paths.checkpoint).load();
  const holder = await lockHolder(paths.lock);
  const savedAt = await stat(paths.checkpoint).then(
    ({ mtime }) => mtime,
    () => undefined,
  );
  const done = checkpoint !== undefined && isDone(checkpoint);
  const retry = await fileStore(statePaths(paths.retry).checkpoint).load();
  if (context.json) {
    const entities = checkpoint ? entitiesOf(checkpoint) : {};
    const body = {
      version: 1,
      command: 'status',
      pipeline: pipeline.name,
      started: checkpoint?.startedAt,
      saved: savedAt,
      done,
      running: holder,
      entities,
      ...(retry ? { retry: entitiesOf(retry) } : {}),
    };
    context.out(`${JSON.stringify(body, null, 2)}\n`);
    return 0;
  }
  const { style } = context;
  const lines = [
    `${style.bold(pipeline.name)}  ${holder ? style.green(`running as process ${holder.pid} on ${holder.host} since ${holder.started}`) : done ? style.green('done') : checkpoint ? style.yellow('not finished, nothing is running') : 'not started'}`,
  ];
  for (const name of entityNames) {
    const step = checkpoint?.steps[name];
    if (step) lines.push(stepLine(name, step, style.red));
  }
  if (retry) {
    lines.push('  retry of the rejects, not finished');
    for (const [name, step] of Object.entries(retry.steps))
      if (step.counts.read > 0) lines.push(stepLine(name, step, style.red));
  }
  if (savedAt)
    lines.push(`  state saved ${duration(Date.now() - savedAt.getTime())} ago in ${fromHere(paths.folder)}`);
  const rejects = checkpoint ? rejectPaths(paths.rejects, checkpoint) : [];
  if (rejects.length) lines.push(`  rejects    ${rejects.map(fromHere).join('  ')}`);
  if (!holder) lines.push(`  next       ${style.bold(nextStep(done, retry, rejects, pipeline, options))}`);
  context.out(`${lines.join('\n')}\n`);
  return 0;
}

function nextStep(
  done: boolean,
  retry: Checkpoint | undefined,
  rejects: readonly string[],
  pipeline: Pipeline,
  { pipeline: file }: StatusOptions,
): string {
  if (!done) return `chatferry run ${file}`;
  if (retry) return `chatferry rejects retry ${file}`;
  return rejects.length > 0 ? retryHint(rejects, file, pipeline) : 'nothing is left to do';
}

const entitiesOf = ({ steps }: Checkpoint): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, { counts, at, done }]) => [name, { done, at, counts }]),
  );

function stepLine(name: string, { counts, done, at }: StepState, red: (text: string) => string): string {
  const landed = counts.created + counts.updated + counts.exists + counts.unchanged;
  const bad = counts.rejected + counts.blocked;
  const state = done ? 'done' : at ? `at row ${grouped(at.row)} of file ${at.file + 1}` : 'waiting';
  return `  ${name.padEnd(9)}  read ${grouped(counts.read)}  landed ${grouped(landed)}${bad ? red(`  rejected ${grouped(bad)}`) : ''}${counts.skipped ? `  skipped ${grouped(counts.skipped)}` : ''}  ${state}`;
}
