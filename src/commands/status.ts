import { stat } from 'node:fs/promises';
import type { StepState } from '../checkpoint.ts';
import type { CommandContext } from '../command.ts';
import { entityNames } from '../entity.ts';
import { lockHolder } from '../lock.ts';
import { loadPipeline } from '../pipeline.ts';
import { statePaths } from '../state.ts';
import { fileStore } from '../stores/file.ts';
import { duration, fromHere, grouped } from '../terminal-text.ts';

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
  const done = checkpoint !== undefined && Object.values(checkpoint.steps).every((step) => step.done);
  if (context.json) {
    const entities = Object.fromEntries(
      Object.entries(checkpoint?.steps ?? {}).map(([name, { counts, at, done: finished }]) => [
        name,
        { done: finished, at, counts },
      ]),
    );
    const body = {
      version: 1,
      command: 'status',
      pipeline: pipeline.name,
      started: checkpoint?.startedAt,
      saved: savedAt,
      done,
      running: holder,
      entities,
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
  if (savedAt)
    lines.push(`  state saved ${duration(Date.now() - savedAt.getTime())} ago in ${fromHere(paths.folder)}`);
  const rejects = entityNames.flatMap((name) => Object.keys(checkpoint?.steps[name]?.rejects ?? {}));
  if (rejects.length)
    lines.push(`  rejects    ${rejects.map((name) => fromHere(`${paths.rejects}/${name}`)).join('  ')}`);
  if (!holder)
    lines.push(
      `  next       ${style.bold(done ? (rejects.length ? 'correct the rows in the rejects files' : 'nothing is left to do') : `chatferry run ${options.pipeline}`)}`,
    );
  context.out(`${lines.join('\n')}\n`);
  return 0;
}

function stepLine(name: string, { counts, done, at }: StepState, red: (text: string) => string): string {
  const landed = counts.created + counts.updated + counts.exists + counts.unchanged;
  const bad = counts.rejected + counts.blocked;
  const state = done ? 'done' : at ? `at row ${grouped(at.row)} of file ${at.file + 1}` : 'waiting';
  return `  ${name.padEnd(9)}  read ${grouped(counts.read)}  landed ${grouped(landed)}${bad ? red(`  rejected ${grouped(bad)}`) : ''}${counts.skipped ? `  skipped ${grouped(counts.skipped)}` : ''}  ${state}`;
}
