import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { sourcesOf } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { entities } from '../../input/entities/entities.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { compileMapping } from '../../input/rows/mapping.ts';
import { fileOnDisk } from '../../input/sources/bytes/zip-member.ts';
import { formatOf } from '../../input/sources/formats.ts';
import type { Source } from '../../input/sources/source.ts';
import { spoolSpecOf } from '../../pipeline/code/spool-sources.ts';
import { copiesOf } from '../../pipeline/copies-of.ts';
import { findFiles } from '../../pipeline/find-files.ts';
import type { OpenSource } from '../../pipeline/open/opening.ts';
import { planNotes } from '../../pipeline/open/plan-notes.ts';
import { needsPreparing } from '../../pipeline/open/tables/preparation.ts';
import type { Workplace } from '../../pipeline/open/workplace.ts';
import { type PlanOptions, planOf } from '../../pipeline/open-plan.ts';
import { openStep } from '../../pipeline/open-step.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { remoteName } from '../../pipeline/remote/copies.ts';
import { isFiles } from '../../pipeline/schema/source-schema.ts';
import { currentPath, sameFile, samePipeline } from '../../state/open-checkpoint.ts';

/** True if any source of a pipeline is prepared before it is read. */
export const isPrepared = ({ sources }: Pipeline): boolean =>
  Object.values(sources)
    .flat()
    .some((spec) => !isFiles(spec) || spoolSpecOf(spec) !== undefined || needsPreparing(spec));

/**
 * The plan of a run that is finished: nothing of it is read, so no source is prepared again and no command runs.
 * @param before the checkpoint of the run
 */
export function finishedPlan(pipeline: Pipeline, before: Checkpoint, options: PlanOptions): Plan {
  const { warnings = [], derived = {}, exported } = before.opened ?? {};
  const notes = planNotes(new Set(warnings));
  const steps = entityNames.flatMap((name) => {
    if (!before.steps[name]) return [];
    const sources = Array.from({ length: sourcesOf(before, name) }, () => unread(name));
    const step = openStep(
      name,
      { sources, paths: [] },
      { ...options, policies: pipeline.policies, strict: false },
      notes,
    );
    return [{ ...step, ...(derived[name] === undefined ? {} : { derived: derived[name] }) }];
  });
  return { ...planOf(pipeline, steps, notes, options), ...(exported ? { exported } : {}) };
}

function unread(name: (typeof entityNames)[number]): OpenSource {
  const source: Source = {
    path: name,
    format: formatOf('', 'ndjson'),
    plain: false,
    encoding: 'utf-8',
    bytes: 0,
    async *read() {},
    async pass() {},
  };
  const { mapping } = compileMapping(entities[name], {}, undefined);
  return { source, mapping, name, origin: { index: 0, cells: {} } };
}

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
  const copies = await copiesOf(pipeline, workplace);
  for (const input of before.inputs) {
    if (input.spooled) continue;
    const known = currentPath(folder, input.path);
    const path = copies.get(known) ?? known;
    if (!files.existsSync(path))
      throw changed(`${path} (${input.entity}) was an input when this run began, but is not there any more`);
    await sameFile({ ...input, path: known }, path, signal, files, changed);
  }
  for (const entity of entityNames) {
    const known = new Set(
      before.inputs.filter((each) => each.entity === entity).map(({ path }) => currentPath(folder, path)),
    );
    for (const spec of pipeline.sources[entity] ?? []) {
      if (!isFiles(spec) || spec.path === undefined || spoolSpecOf(spec)) continue;
      const found = await findFiles({ path: spec.path }, { folder, copies }, entity, files);
      const onDisk = await Promise.all(found.map((path) => fileOnDisk(path, files)));
      const added = onDisk.find((path) => !known.has(remoteName(path, copies) ?? path));
      if (added !== undefined)
        throw changed(`${added} (${entity}) is an input now, but was not when this run began`);
    }
  }
}
