import { basename, join } from 'node:path';
import { type Checkpoint, type StepState, sourcesOf as sourceCount } from '../../delivery/checkpoint.ts';
import type { Plan, Step } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { entities } from '../../input/entities/entities.ts';
import { type Entity, type EntityName, entityNames } from '../../input/entities/entity.ts';
import { compileMapping, type Mapping } from '../../input/rows/mapping.ts';
import type { WrittenPlace } from '../../input/rows/place.ts';
import type { Row, Values } from '../../input/rows/row.ts';
import { fileOnDisk } from '../../input/sources/bytes/zip-member.ts';
import { formatOf } from '../../input/sources/formats.ts';
import {
  openRejects,
  ownColumns,
  type RejectedFromOf,
  type RestoredRow,
  rejectSource,
} from '../../input/sources/rejects-source.ts';
import type { Source, SourceFormat } from '../../input/sources/source.ts';
import type { Files } from '../../system/files.ts';
import { spoolSpecOf } from '../code/spool-sources.ts';
import { withFileCopies } from '../copied-plan.ts';
import { copiesOf } from '../copies-of.ts';
import { findFiles } from '../find-files.ts';
import { readForgotten, withoutForgotten } from '../forgotten.ts';
import { keptNames, withKept } from '../open/kept-rows.ts';
import { openExportOf } from '../open/open-export-of.ts';
import { usedColumns } from '../open/open-files.ts';
import { mapRejected, rejectedContext, transformedAgain } from '../open/open-rejected.ts';
import { NO_WORKPLACE, type Opening, type OpenSource, type Workplace } from '../open/opening.ts';
import { planNotes } from '../open/plan-notes.ts';
import { shortNames } from '../open/short-names.ts';
import { needsPreparing } from '../open/tables/preparation.ts';
import { type OpenPlanOptions, openingOf, openPlan, planOf } from '../open-plan.ts';
import { openStep } from '../open-step.ts';
import type { Pipeline } from '../pipeline.ts';
import { remoteName } from '../remote/copies.ts';
import { isExported, isFiles, type SourceSpec } from '../schema/source-schema.ts';
import { narrowed } from '../selection/open-selected.ts';
import { type KnownFile, type KnownFiles, knownFiles } from './known-files.ts';

/** A plan for the rejects files of a run, and the files that it reads. */
export type RetryPlan = {
  readonly plan: Plan;
  readonly inputs: { readonly steps: readonly Pick<Step, 'entity' | 'files'>[] };
};

/** A source of the finished run, which is not read again. */
type UnreadFile = { readonly path: string; readonly format: SourceFormat };

/** A rejects file, with the number of the source whose rows it has. */
type RejectsSource = { readonly source: Source; readonly index: number };

/**
 * Opens the rejects files of a finished run. The files of a step are the sources of the run, which are not read again, then
 * its rejects files: so a row keeps its original file and line, and the file numbers in the run's keys stay right.
 * @param before the checkpoint of the run, with the paths that its inputs have now
 * @param folder with the rejects files
 * @throws RunError `SOURCE.*` with the file, `STATE.PIPELINE_CHANGED` if the pipeline has other entities than the run
 */
export async function retryPlan(
  pipeline: Pipeline,
  before: Checkpoint,
  folder: string,
  options: Omit<OpenPlanOptions, 'strict'>,
): Promise<RetryPlan> {
  const notes = planNotes();
  const names = shortNames(before.inputs.map(({ path }) => path));
  const copies = await copiesOf(lookedUpBy(pipeline), options.workplace ?? NO_WORKPLACE);
  const opening = await withExportedIds(
    await openingOf(pipeline, { names, copies }, options, notes),
    options,
  );
  const known = knownFiles(names, opening);
  // A row that a person has added has no other place than the rejects file.
  const pathOf = (name: string): string => known({ file: name, line: 0, row: 0 })?.file ?? name;
  const steps: Step[] = [];
  const inputs: RetryPlan['inputs']['steps'][number][] = [];
  for (const name of entityNames) {
    const specs = pipeline.sources[name];
    const state = before.steps[name];
    if (!state && (specs ?? []).every(isExported)) continue;
    if (!specs || !state)
      throw new RunError(
        'STATE.PIPELINE_CHANGED',
        `sources.${name} was added to the pipeline or removed from it since the run`,
      );
    const origins = originsIn(before.inputs, name, specs, sourceCount(before, name));
    const entity = entities[name];
    const from = await rejectedContext(entity, specs, opening);
    const used = new Set(specs.flatMap((spec) => (isFiles(spec) ? usedColumns(spec) : [])));
    const rejects = await openAll(specs, state, origins, known, {
      folder,
      files: options.files,
      readAs: (index, file, columns) =>
        restoredRow(columns, used, known, (row, code, place, known) =>
          transformedAgain(entity, from, index, known?.name ?? file)(row, code, place),
        ),
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
  const workplace = options.workplace ?? NO_WORKPLACE;
  const left = withoutForgotten(steps, forgotten, notes);
  const complete = await withKept(left, referred, pipeline.policies, workplace.signal);
  const plan = { ...planOf(pipeline, complete, notes, options), referred };
  const all = pipeline.files ? await copiesOf(pipeline, workplace) : copies;
  return { plan: await withFileCopies(plan, pipeline, all, workplace), inputs: { steps: inputs } };
}

/**
 * Finds the users of the export whom an app's own ids name by e-mail or name: corrected rows have ids of the export alone.
 * @throws RunError `SOURCE.*`, `EXPORT.*`, `LOOKUP.PERSON_*`
 */
async function withExportedIds(
  opening: Opening,
  { workplace }: Pick<OpenPlanOptions, 'workplace'>,
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
  options: Omit<OpenPlanOptions, 'strict'>,
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
    const format: SourceFormat = formatOf(path, declared);
    return format.writtenAs ?? format;
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

/** Place of rejects files, and how their rows are read. */
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

/** True if any source of a pipeline is prepared before it is read. */
export const isPrepared = ({ sources }: Pipeline): boolean =>
  Object.values(sources)
    .flat()
    .some((spec) => !isFiles(spec) || spoolSpecOf(spec) !== undefined || needsPreparing(spec));

/**
 * The plan of a run that is finished: nothing of it is read, so no source is prepared again and no command runs.
 * @param before the checkpoint of the run
 */
export function finishedPlan(pipeline: Pipeline, before: Checkpoint, options: OpenPlanOptions): Plan {
  const { warnings = [], derived = {}, exported } = before.opened ?? {};
  const notes = planNotes(new Set(warnings));
  const steps = entityNames.flatMap((name) => {
    if (!before.steps[name]) return [];
    const sources = Array.from({ length: sourceCount(before, name) }, () => unreadSource(name));
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

/** A source whose rows are not read again, mapped to nothing. */
function unreadSource(name: EntityName): OpenSource {
  const source = unread({ path: name, format: formatOf('', 'ndjson') });
  const { mapping } = compileMapping(entities[name], {}, undefined);
  return { source, mapping, name, origin: { index: 0, cells: {} } };
}

/** The input files of a pipeline, as they are now. */
export type InputsNow = {
  /** Path of a file that the pipeline names: a copy, if it is on a server. */
  pathOf(named: string): string;
  /** The files of the sources of an entity that are read, with the paths that they are known by. */
  filesOf(entity: EntityName): AsyncGenerator<{ readonly path: string; readonly known: string }>;
};

/**
 * Finds the input files of a pipeline. Those of a server are copied; no command runs.
 * @throws RunError `SOURCE.*`
 */
export async function inputsNow(pipeline: Pipeline, workplace: Workplace): Promise<InputsNow> {
  const { folder } = pipeline;
  const { files } = workplace.system;
  const copies = await copiesOf(pipeline, workplace);
  return {
    pathOf: (named) => copies.get(named) ?? named,
    async *filesOf(entity) {
      for (const spec of pipeline.sources[entity] ?? []) {
        if (!isFiles(spec) || spec.path === undefined || spoolSpecOf(spec)) continue;
        const found = await findFiles({ path: spec.path }, { folder, copies }, entity, files);
        const onDisk = await Promise.all(found.map((path) => fileOnDisk(path, files)));
        for (const path of onDisk) yield { path, known: remoteName(path, copies) ?? path };
      }
    },
  };
}

const NAMES = ['$path', '$dir', '$file', '$line', '$row'] as const;

/**
 * Restored rows with the place that they are from. Their empty cells that say which place it is are filled: a row that
 * could not be divided into cells has none, and a person who corrects it need not know them.
 * @param columns those of the rejects file, as of the source; undefined if its rows are objects
 * @param used the pseudo columns that the sources take
 * @param next makes of a row that could be read what the source makes of it, from the file that it is from
 */
function restoredRow(
  columns: readonly string[] | undefined,
  used: ReadonlySet<string>,
  known: KnownFiles,
  next: (row: Row, code: string, place: WrittenPlace, from: KnownFile | undefined) => Row,
): RestoredRow {
  const places = NAMES.flatMap((name) => {
    const at = columns?.indexOf(name) ?? -1;
    return at < 0 ? [] : [[name, at] as const];
  });
  const filled = (values: Values, cells: Readonly<Record<string, string>>): Values => {
    if (!Array.isArray(values)) {
      const own = Object.entries(cells).filter(([name]) => used.has(name));
      return { ...Object.fromEntries(own), ...values };
    }
    const all = [...(values as readonly string[])];
    for (const [name, at] of places) if (!all[at]) all[at] = cells[name] ?? '';
    return all;
  };
  return (row, code, place) => {
    const { line, row: number } = place;
    const from = line > 0 ? known(place) : undefined;
    if (!from) return row.fault ? row : next(row, code, place, from);
    const placed = { file: from.file, line, row: number };
    if (row.fault) return { ...row, placed };
    const values = filled(row.values, {
      ...from.constants,
      $line: String(line),
      ...(number > 0 ? { $row: String(number) } : {}),
    });
    // What is made of the row is made of it where it stood.
    const made = next({ ...row, values, line, row: number || row.row }, code, place, from);
    return { ...made, placed, line: row.line, row: row.row };
  };
}
