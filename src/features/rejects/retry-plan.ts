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
import { currentPath } from '../../session/input-paths.ts';
import type { CheckpointInputs } from '../../session/open-checkpoint.ts';
import type { Files } from '../../system/files.ts';
import { openRejects } from './open-rejects.ts';

/** A plan for the rejects files of a run, and the files that it reads. */
export type RetryPlan = { readonly plan: Plan; readonly inputs: CheckpointInputs };

/** A file that is not read: a source of the finished run, or a rejects file that does not exist. */
type UnreadFile = { readonly path: string; readonly format: SourceFormat };

const LINE_MAX = 0xffff_ffff;

/**
 * Opens the rejects files of a finished run. The files of a step are the source files of the run, which are not read again,
 * then its rejects files: so a row keeps its original file and line, and the file numbers in the run's keys stay right.
 * @param folder with the rejects files
 * @throws RunError `SOURCE.*` with the file, `STATE.PIPELINE_CHANGED` if the pipeline has other entities than the run
 */
export async function retryPlan(
  pipeline: Pipeline,
  before: Checkpoint,
  folder: string,
  options: Omit<PlanOptions, 'strict'>,
): Promise<RetryPlan> {
  const notes = planNotes();
  const runInputs = before.inputs.map((input) => ({
    ...input,
    path: currentPath(pipeline.folder, input.path),
  }));
  const names = shortNames(runInputs.map(({ path }) => path));
  const steps: Step[] = [];
  const inputs: CheckpointInputs['steps'][number][] = [];
  for (const name of entityNames) {
    const spec = pipeline.sources[name];
    const state = before.steps[name];
    if (!spec && !state) continue;
    if (!spec || !state)
      throw new RunError(
        'STATE.PIPELINE_CHANGED',
        `sources.${name} was added to the pipeline or removed from it since the run`,
      );
    const origins = originsIn(runInputs, name, spec);
    const rejects = await openAll(name, spec, state, origins, names, { folder, files: options.files });
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

/** The source files of an entity in the run. */
const originsIn = (inputs: Checkpoint['inputs'], name: EntityName, spec: SourceSpec): UnreadFile[] =>
  inputs
    .filter(({ entity }) => entity === name)
    .map(({ path }) => ({ path, format: formatOf(path, spec.format) }));

/** Every source file of the run, which is not read again, then its rejects files. */
function sourcesOf(origins: readonly UnreadFile[], rejects: readonly (Source | undefined)[]): Source[] {
  const like = (format: SourceFormat): Source | undefined =>
    rejects.find((source) => source?.format === format);
  return [
    ...origins.map((origin) => unread(origin, like(origin.format))),
    ...formats.map((format, at) => rejects[at] ?? unread({ path: '', format })),
  ];
}

/** The rejects file of each format, in the order of the formats; undefined if the run has none. */
async function openAll(
  name: EntityName,
  spec: SourceSpec,
  { rejects }: StepState,
  origins: readonly UnreadFile[],
  names: ReadonlyMap<string, string>,
  { folder, files }: { readonly folder: string; readonly files: Files | undefined },
): Promise<(Source | undefined)[]> {
  const opened: (Source | undefined)[] = [];
  for (const [at, format] of formats.entries()) {
    const file = `${name}.${format.name}`;
    const places = originsOf(origins, names, format);
    opened.push(
      Object.hasOwn(rejects, file)
        ? rejectSource(await openRejects(join(folder, file), origins.length + at, spec, files), places)
        : undefined,
    );
  }
  return opened;
}

/** Finds a source file of the run by its name in `_file`, from any working directory. */
function originsOf(
  origins: readonly UnreadFile[],
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

/**
 * A source without rows.
 * @param like a rejects file with rows of this file; its columns are used
 */
function unread({ path, format }: UnreadFile, like?: Source): Source {
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
