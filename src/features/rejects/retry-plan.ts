import { join } from 'node:path';
import type { Checkpoint, StepState } from '../../delivery/checkpoint.ts';
import type { Plan, Step } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { formatOf, formats } from '../../input/sources/formats.ts';
import { type RejectedFromOf, rejectSource } from '../../input/sources/rejects-source.ts';
import type { Source, SourceFormat } from '../../input/sources/source.ts';
import { openStep, type PlanOptions, planNotes, planOf, shortNames } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { SourceSpec } from '../../pipeline/pipeline-schema.ts';
import type { CheckpointInputs } from '../../session/open-checkpoint.ts';
import { openRejects } from './open-rejects.ts';

/** A plan over the rejects files of a run, and which files it reads. */
export type RetryPlan = { readonly plan: Plan; readonly inputs: CheckpointInputs };

/** A source of the run that is over, or a rejects file that there is none of: it names rows and has none. */
type RejectsFile = { readonly path: string; readonly format: SourceFormat };

const LINE_MAX = 0xffff_ffff;

/**
 * Opens the rejects files of a finished run as the sources that its rows came from. The files of a step are those of
 * the run, nothing of which is read again, then its rejects files: a row keeps the place that it was rejected from, and
 * what the run learnt of a key still names the right file.
 * @param folder where the rejects files lie
 * @throws RunError `SOURCE.*` naming the file, `STATE.PIPELINE_CHANGED` when the pipeline has other entities than the run
 */
export async function retryPlan(
  pipeline: Pipeline,
  before: Checkpoint,
  folder: string,
  options: Omit<PlanOptions, 'strict'>,
): Promise<RetryPlan> {
  const notes = planNotes();
  const names = shortNames(before.inputs.map(({ path }) => path));
  const steps: Step[] = [];
  const inputs: CheckpointInputs['steps'][number][] = [];
  for (const name of entityNames) {
    const spec = pipeline.sources[name];
    const state = before.steps[name];
    if (!spec && !state) continue;
    if (!spec || !state)
      throw new RunError(
        'STATE.PIPELINE_CHANGED',
        `sources.${name} was not in the pipeline, or is not any more`,
      );
    const origins = originsIn(before, name, spec);
    const rejects = await openAll(name, spec, state, origins, names, folder);
    const sources = sourcesOf(origins, rejects);
    const nameOf = (file: number): string => {
      const origin = origins[file];
      return origin ? (names.get(origin.path) as string) : `rejects/${name}.${sources[file]?.format.name}`;
    };
    const step = openStep(name, spec.map ?? {}, sources, nameOf, { ...options, strict: false }, notes);
    steps.push(step);
    inputs.push({ entity: step.entity, sources: rejects.filter((source) => source !== undefined) });
  }
  return { plan: planOf(pipeline, steps, notes, options), inputs: { steps: inputs } };
}

/** The files of an entity that the run has read. */
const originsIn = ({ inputs }: Checkpoint, name: EntityName, spec: SourceSpec): RejectsFile[] =>
  inputs
    .filter(({ entity }) => entity === name)
    .map(({ path }) => ({ path, format: formatOf(path, spec.format) }));

/** Every file of the run, of which nothing is read again, then its rejects files. */
function sourcesOf(origins: readonly RejectsFile[], rejects: readonly (Source | undefined)[]): Source[] {
  const like = (format: SourceFormat): Source | undefined =>
    rejects.find((source) => source?.format === format);
  return [
    ...origins.map((origin) => finished(origin, like(origin.format))),
    ...formats.map((format, at) => rejects[at] ?? finished({ path: '', format })),
  ];
}

/** The rejects file of each format, in the order of the formats; undefined where the run rejected no such row. */
async function openAll(
  name: EntityName,
  spec: SourceSpec,
  { rejects }: StepState,
  origins: readonly RejectsFile[],
  names: ReadonlyMap<string, string>,
  folder: string,
): Promise<(Source | undefined)[]> {
  const opened: (Source | undefined)[] = [];
  for (const [at, format] of formats.entries()) {
    const file = `${name}.${format.name}`;
    const places = originsOf(origins, names, format);
    opened.push(
      Object.hasOwn(rejects, file)
        ? rejectSource(await openRejects(join(folder, file), origins.length + at, spec), places)
        : undefined,
    );
  }
  return opened;
}

/** Finds a file of the run by the name that stands in `_file`, whatever folder the run was started from. */
function originsOf(
  origins: readonly RejectsFile[],
  names: ReadonlyMap<string, string>,
  format: SourceFormat,
): RejectedFromOf {
  const found = new Map<string, number>();
  const indexOf = (name: string): number => {
    const exact = origins.findIndex(({ path }) => names.get(path) === name);
    return exact >= 0 ? exact : origins.findIndex(({ path }) => path.endsWith(`/${name}`));
  };
  return (name, line) => {
    const file = found.get(name) ?? indexOf(name);
    found.set(name, file);
    const known = origins[file]?.format === format && Number.isInteger(line) && line > 0 && line <= LINE_MAX;
    return known ? { file, line } : undefined;
  };
}

/** @param like the rejects file with rows of this one, to know their columns by */
function finished({ path, format }: RejectsFile, like?: Source): Source {
  const { columns, delimiter } = like ?? {};
  return {
    path,
    format,
    plain: false,
    encoding: 'utf-8',
    bytes: 0,
    ...(columns ? { columns } : {}),
    ...(delimiter === undefined ? {} : { delimiter }),
    async *read() {},
    async pass() {},
  };
}
