import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { RunError } from '../../errors/run-error.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { inputsNow } from '../../pipeline/finished/finished-plans.ts';
import type { Workplace } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { currentPath, sameFile, samePipeline } from '../../state/open-checkpoint.ts';

/**
 * Checks that the files and the pipeline of a finished run are still the same; the output of its commands is not asked for
 * again.
 * @throws RunError `STATE.INPUT_CHANGED`, `STATE.PIPELINE_CHANGED`
 */
export async function checkFinished(
  pipeline: Pipeline,
  before: Checkpoint,
  workplace: Workplace,
): Promise<void> {
  const { system, signal } = workplace;
  const { files } = system;
  samePipeline(before, pipeline);
  const { folder } = pipeline;
  const changed = (message: string): RunError => new RunError('STATE.INPUT_CHANGED', message);
  const inputs = await inputsNow(pipeline, workplace);
  for (const input of before.inputs) {
    if (input.spooled) continue;
    const known = currentPath(folder, input.path);
    const path = inputs.pathOf(known);
    if (!files.existsSync(path))
      throw changed(`${path} (${input.entity}) was an input when this run began, but is not there any more`);
    await sameFile({ ...input, path: known }, path, signal, files, changed);
  }
  for (const entity of entityNames) {
    const known = new Set(
      before.inputs.filter((each) => each.entity === entity).map(({ path }) => currentPath(folder, path)),
    );
    for await (const added of inputs.filesOf(entity))
      if (!known.has(added.known))
        throw changed(`${added.path} (${entity}) is an input now, but was not when this run began`);
  }
}
