import { basename, join } from 'node:path';
import { type Checkpoint, type StepState, sourcesOf as sourceCount } from '../../delivery/checkpoint.ts';
import type { Plan, Step } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { entities } from '../../input/entities/entities.ts';
import { type Entity, type EntityName, entityNames } from '../../input/entities/entity.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import { formatOf } from '../../input/sources/formats.ts';
import {
  ownColumns,
  type RejectedFromOf,
  type RestoredRow,
  rejectSource,
} from '../../input/sources/rejects-source.ts';
import type { Source, SourceFormat } from '../../input/sources/source.ts';
import { copiesOf } from '../../pipeline/copies-of.ts';
import { readForgotten, withoutForgotten } from '../../pipeline/forgotten.ts';
import { keptNames, withKept } from '../../pipeline/open/kept-rows.ts';
import { openExportOf } from '../../pipeline/open/open-export-of.ts';
import { usedColumns } from '../../pipeline/open/open-files.ts';
import { mapRejected, rejectedContext, transformedAgain } from '../../pipeline/open/open-rejected.ts';
import type { Opening, OpenSource } from '../../pipeline/open/opening.ts';
import { planNotes } from '../../pipeline/open/plan-notes.ts';
import { shortNames } from '../../pipeline/open/short-names.ts';
import { needsPreparing } from '../../pipeline/open/tables/preparation.ts';
import { NO_WORKPLACE } from '../../pipeline/open/workplace.ts';
import { openingOf, openPlan, type PlanOptions, planOf } from '../../pipeline/open-plan.ts';
import { openStep } from '../../pipeline/open-step.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { isExported, isFiles, type SourceSpec } from '../../pipeline/schema/source-schema.ts';
import { narrowed } from '../../pipeline/selection/narrowed.ts';
import { type CheckpointInputs, currentPath } from '../../state/open-checkpoint.ts';
import type { Files } from '../../system/files.ts';
import { restoredRow } from './file-cells.ts';
import { type KnownFiles, knownFiles } from './known-files.ts';
import { openRejects } from './open-rejects.ts';

/** A plan for the rejects files of a run, and the files that it reads. */
export type RetryPlan = { readonly plan: Plan; readonly inputs: CheckpointInputs };

/** A source of the finished run, which is not read again. */
type UnreadFile = { readonly path: string; readonly format: SourceFormat };

/** A rejects file, with the number of the source whose rows it has. */
type RejectsSource = { readonly source: Source; readonly index: number };

/**
 * Opens the rejects files of a finished run. The files of a step are the sources of the run, which are not read again, then
 * its rejects files: so a row keeps its original file and line, and the file numbers in the run's keys stay right.
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
  const copies = await copiesOf(lookedUpBy(pipeline), options.workplace ?? NO_WORKPLACE);
  const opening = await withExportedIds(
    await openingOf(pipeline, { names, copies }, options, notes),
    options,
  );
  const known = knownFiles(names, opening);
  // A row that a person has added has no other place than the rejects file.
  const pathOf = (name: string): string => known({ file: name, line: 0, row: 0 })?.file ?? name;
  const steps: Step[] = [];
  const inputs: CheckpointInputs['steps'][number][] = [];
  for (const name of entityNames) {
    const specs = pipeline.sources[name];
    const state = before.steps[name];
    if (!state && (specs ?? []).every(isExported)) continue;
    if (!specs || !state)
      throw new RunError(
        'STATE.PIPELINE_CHANGED',
        `sources.${name} was added to the pipeline or removed from it since the run`,
      );
    const origins = originsIn(runInputs, name, specs, sourceCount(before, name));
    const entity = entities[name];
    const from = await rejectedContext(entity, specs, opening);
    const used = new Set(specs.flatMap((spec) => (isFiles(spec) ? usedColumns(spec) : [])));
    const rejects = await openAll(specs, state, origins, known, {
      folder,
      files: options.files,
      readAs: (index, file, columns) =>
        restoredRow({
          columns,
          used,
          known,
          next: (row, code, place, known) =>
            transformedAgain(entity, from, index, known?.name ?? file)(row, code, place),
        }),
    });
    const sources = sourcesOf(entity, origins, rejects, names, (source, index, shown) =>
      mapRejected(entity, source, index, shown, from),
    );
    const step = openStep(
      name,
      { sources, paths: [] },
      { ...options, pathOf, policies: pipeline.policies, strict: false },
      notes,
    );
    steps.push(step);
    const files = rejects.map(({ source: { path } }, source) => ({ path, source }));
    inputs.push({ entity: step.entity, files });
  }
  const forgotten = await readForgotten(pipeline.stateFolder, options.files);
  const referred = await openNeeded(steps, pipeline, options);
  const { signal } = options.workplace ?? NO_WORKPLACE;
  const left = withoutForgotten(steps, forgotten, notes);
  const complete = await withKept(left, referred, pipeline.policies, signal);
  return { plan: { ...planOf(pipeline, complete, notes, options), referred }, inputs: { steps: inputs } };
}

/**
 * Finds the users of the export whom an app's own ids name by e-mail or name: corrected rows have ids of the export alone.
 * @throws RunError `SOURCE.*`, `EXPORT.*`, `LOOKUP.PERSON_*`
 */
async function withExportedIds(
  opening: Opening,
  { workplace }: Pick<PlanOptions, 'workplace'>,
): Promise<Opening> {
  const { pipeline, people } = opening;
  if (people.length === 0) return opening;
  const copies = await copiesOf(pipeline, workplace ?? NO_WORKPLACE);
  // What there is to say of the export was said in the run.
  const exported = await openExportOf({ ...opening, copies, notes: planNotes() });
  return { ...opening, idMap: exported?.idMap ?? opening.idMap };
}

/**
 * Opens what corrected rows need from other sources of the run: messages the rows that their metadata keeps, other rows
 * those that they get fields from.
 */
async function openNeeded(
  steps: readonly Step[],
  pipeline: Pipeline,
  options: Omit<PlanOptions, 'strict'>,
): Promise<readonly Step[]> {
  const corrected = steps.filter(({ sources }) => sources.some(({ bytes }) => bytes > 0));
  const only = corrected.flatMap(({ entity: { name, fallback } }) => [
    ...(name === 'messages' ? keptNames(pipeline.policies) : []),
    ...(fallback ? [fallback.from.entity] : []),
  ]);
  const present = only.filter((name) => pipeline.sources[name]);
  if (present.length === 0) return [];
  const needed = narrowed(pipeline, { only: present });
  return (await openPlan(needed, { ...options, strict: false })).steps;
}

/** The pipeline without the files whose rows it reads: an address of one may have expired since the run. */
function lookedUpBy(pipeline: Pipeline): Pipeline {
  const sources = Object.entries(pipeline.sources).map(([name, specs]) => [
    name,
    specs.filter(isFiles).map(({ path: _, ...spec }) => spec),
  ]);
  return { ...pipeline, sources: Object.fromEntries(sources) };
}

/** The sources of an entity in the run, each by one of its files. */
function originsIn(
  inputs: Checkpoint['inputs'],
  name: EntityName,
  [spec]: readonly SourceSpec[],
  count: number,
): UnreadFile[] {
  const declared = spec && isFiles(spec) ? spec.format : undefined;
  const own = inputs.filter(({ entity }) => entity === name);
  const numbered = own.map(({ path, source }, at) => ({ path, source: source ?? at }));
  return Array.from({ length: count }, (_, number) => {
    // A source of derived rows has no file.
    const path = numbered.find(({ source }) => source === number)?.path ?? name;
    return { path, format: formatFor(path, declared) };
  });
}

function formatFor(path: string, declared: string | undefined): SourceFormat {
  try {
    return formatOf(path, declared === 'json' ? 'ndjson' : declared);
  } catch {
    // The rows of a prepared table are written as NDJSON, unless all of its files are CSV.
    return formatOf('', 'ndjson');
  }
}

/** Every source of the run, which is not read again, then its rejects files. */
function sourcesOf(
  entity: Entity,
  origins: readonly UnreadFile[],
  rejects: readonly RejectsSource[],
  names: ReadonlyMap<string, string>,
  mapped: (source: Source, index: number, name: string) => Mapping,
): OpenSource[] {
  const like = (format: SourceFormat): Source | undefined =>
    rejects.find(({ source }) => source.format === format)?.source;
  return [
    ...origins.map((origin) => {
      const source = unread(origin, like(origin.format));
      const name = names.get(origin.path) ?? entity.name;
      return { source, name, mapping: mapped(source, 0, name), origin: { index: 0, cells: {} } };
    }),
    ...rejects.map(({ source, index }) => {
      const name = `rejects/${basename(source.path)}`;
      return { source, name, mapping: mapped(source, index, name), origin: { index, cells: {} } };
    }),
  ];
}

/** Where rejects files are, and how their rows are read. */
type RejectsFolder = {
  readonly folder: string;
  readonly files: Files;
  readonly readAs: (index: number, file: string, columns: readonly string[] | undefined) => RestoredRow;
};

/** The rejects files of the run, in the order of their names. */
async function openAll(
  specs: readonly SourceSpec[],
  { rejects }: StepState,
  origins: readonly UnreadFile[],
  known: KnownFiles,
  { folder, files, readAs }: RejectsFolder,
): Promise<RejectsSource[]> {
  const opened: RejectsSource[] = [];
  for (const file of Object.keys(rejects).sort()) {
    const [, number = '1'] = /-(\d+)\.[a-z]+$/.exec(file) ?? [];
    const index = Number(number) - 1;
    const spec = specs[index];
    const delimiter = spec && isFiles(spec) ? spec.delimiter : undefined;
    const source = await openRejects(
      join(folder, file),
      origins.length + opened.length,
      { delimiter },
      files,
    );
    // Rows of a list of sources, or of a prepared table, are told by their place in the rejects file.
    const isPlain = specs.length === 1 && spec !== undefined && isFiles(spec) && !needsPreparing(spec);
    opened.push({
      source: rejectSource(
        source,
        isPlain ? originsOf(origins, known, source.format) : undefined,
        readAs(index, file, source.columns && ownColumns(source.columns)),
      ),
      index,
    });
  }
  return opened;
}

/** Finds a source of the run by the file that `_file` names. */
function originsOf(origins: readonly UnreadFile[], known: KnownFiles, format: SourceFormat): RejectedFromOf {
  return (place) => {
    const { line } = place;
    const from = known(place);
    const file = origins.findIndex(({ path }) => path === from?.input);
    return origins[file]?.format === format && line > 0 ? { file, line } : undefined;
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
