import { basename, relative } from 'node:path';
import type { Plan, Step } from '../delivery/plan.ts';
import { SAMPLES_MAX } from '../delivery/tally.ts';
import { nearest } from '../errors/nearest.ts';
import { RunError } from '../errors/run-error.ts';
import { entities } from '../input/entities/entities.ts';
import { type Entity, type EntityName, entityNames, referredNames } from '../input/entities/entity.ts';
import type { Retention } from '../input/rows/judge.ts';
import {
  compileMapping,
  type FieldMap,
  isMemberOf,
  type Mapping,
  mappedColumns,
} from '../input/rows/mapping.ts';
import { formatOf } from '../input/sources/formats.ts';
import { readRows } from '../input/sources/read-rows.ts';
import { isRejectFile, rejectSource } from '../input/sources/rejects-source.ts';
import type { Source } from '../input/sources/source.ts';
import type { Route } from '../service/targets/target.ts';
import type { Files } from '../system/files.ts';
import { findFiles } from './find-files.ts';
import type { Pipeline } from './pipeline.ts';
import type { SourceSpec } from './pipeline-schema.ts';

export type PlanOptions = {
  readonly routes: Readonly<Record<EntityName, Route>>;
  /** The current time for ages, milliseconds since 1970. */
  readonly nowMs: number;
  /** A column that no field uses is an error. */
  readonly strict: boolean;
  /**
   * Examples kept for each code.
   * @default SAMPLES_MAX
   */
  readonly samplesMax?: number | undefined;
  /**
   * Where the sources are.
   * @default realFiles
   */
  readonly files?: Files | undefined;
};

const WARNINGS_MAX = 100;
const DAY_S = 86_400;

/**
 * Finds and opens every source of a pipeline, reads the headers and resolves the map.
 * @throws RunError `SOURCE.*` naming the file
 */
export async function openPlan(pipeline: Pipeline, options: PlanOptions): Promise<Plan> {
  const notes = planNotes();
  const found = [];
  for (const name of entityNames) {
    const spec = pipeline.sources[name];
    if (spec) found.push({ name, spec, paths: await findFiles(spec, pipeline.folder, name, options.files) });
  }
  const names = shortNames(found.flatMap(({ paths }) => paths));
  const steps: Step[] = [];
  for (const { name, spec, paths } of found) {
    const sources: Source[] = [];
    for (const [file, path] of paths.entries())
      sources.push(await openSource(path, file, spec, entities[name], options.files));
    const nameOf = (file: number): string => names.get(paths[file] as string) as string;
    const step = openStep(name, spec.map ?? {}, sources, nameOf, options, notes);
    reportColumns(step, notes);
    // A sync has its own guard for a source without rows, because it compares with the sync run before.
    if (!pipeline.sync && !(await hasRows(sources)))
      throw new RunError(
        'SOURCE.EMPTY',
        `sources.${name}: ${paths.map((path) => names.get(path)).join(', ')} has a header and no row`,
      );
    steps.push(step);
  }
  return planOf(pipeline, steps, notes, options);
}

/** Warns of guesses about a file and of columns that no field uses. */
function reportColumns({ sources, mappings, nameOf, onUnknown }: Step, { warnings }: PlanNotes): void {
  sources.forEach(({ columns = [], guessed }, file) => {
    if (guessed) warnings.add(`${nameOf(file)}: ${guessed}`);
    for (const column of columns)
      if (!mappings[file]?.columns.has(column) && !column.startsWith('_')) onUnknown(file, column);
  });
}

/** Warnings that are collected while sources are opened and rows are read. */
export type PlanNotes = { readonly warnings: Set<string>; readonly unknownColumns: Set<string> };

export const planNotes = (): PlanNotes => ({ warnings: new Set(), unknownColumns: new Set() });

/** A step of a plan over open sources. */
export function openStep(
  name: EntityName,
  map: FieldMap,
  sources: readonly Source[],
  nameOf: (file: number) => string,
  { routes, strict }: Omit<PlanOptions, 'nowMs'>,
  { warnings, unknownColumns }: PlanNotes,
): Step {
  const entity = entities[name];
  const said: Set<string>[] = [];
  return {
    entity,
    route: routes[name],
    sources,
    mappings: sources.map((source, file) => mapSource(entity, map, source, nameOf(file))),
    nameOf,
    onUnknown: (file, column) => {
      // Once per file and name: rows that name their own members ask again for each of them, and the nearest name is
      // costly to find.
      const known = said[file] ?? new Set();
      said[file] = known;
      if (known.has(column) || unknownColumns.size >= WARNINGS_MAX) return;
      known.add(column);
      const text = unknownColumn(entity, nameOf(file), column);
      if (strict)
        throw new RunError('SOURCE.COLUMN_UNKNOWN', text, { where: { file: nameOf(file), line: 1 } });
      unknownColumns.add(`${nameOf(file)}: ${column}`);
      warnings.add(text);
    },
  };
}

/** A plan of these steps, with the rules of a pipeline. */
export function planOf(
  pipeline: Pipeline,
  steps: readonly Step[],
  { warnings, unknownColumns }: PlanNotes,
  { nowMs, samplesMax = SAMPLES_MAX }: Pick<PlanOptions, 'nowMs' | 'samplesMax'>,
): Plan {
  return {
    steps,
    warnings,
    unknownColumns,
    samplesMax,
    namesOf: Object.fromEntries(steps.map(({ entity, nameOf }) => [entity.name, nameOf])),
    closed: closedEntities(pipeline),
    now: Math.floor(nowMs / 1000),
    retention: retentionOf(pipeline, nowMs),
  };
}

/** Reads until there is a row: an export without rows is a failed export. */
async function hasRows(sources: readonly Source[]): Promise<boolean> {
  const { signal } = new AbortController();
  for await (const rows of readRows(sources, undefined, signal)) if (rows.length > 0) return true;
  return false;
}

async function openSource(
  path: string,
  file: number,
  spec: SourceSpec,
  entity: Entity,
  files: Files | undefined,
): Promise<Source> {
  const source = await formatOf(path, spec.format).open(path, file, {
    ...(spec.encoding === undefined ? {} : { encoding: spec.encoding }),
    ...(spec.delimiter === undefined ? {} : { delimiter: spec.delimiter }),
    ...(spec.columns === undefined ? {} : { columns: spec.columns }),
    ...(files ? { files } : {}),
    known: [...Object.keys(entity.fields), ...mappedColumns(spec.map ?? {})],
  });
  return (await isRejectFile(source)) ? rejectSource(source) : source;
}

function mapSource(entity: Entity, map: FieldMap, source: Source, name: string): Mapping {
  const { columns } = source;
  const { mapping, missing } = compileMapping(entity, map, columns);
  const [absent] = missing;
  if (absent !== undefined) {
    const meant = nearest(absent, columns ?? []);
    const has = meant ? `did you mean ${meant}` : `it has ${columns?.join(', ')}`;
    throw new RunError('SOURCE.COLUMN_MISSING', `${name} has no column ${JSON.stringify(absent)}, ${has}`, {
      where: { file: name, line: 1 },
    });
  }
  const unknown = Object.keys(map).find(
    (field) => !Object.hasOwn(entity.fields, field) && !isMemberOf(entity, field),
  );
  if (unknown !== undefined) {
    const meant = nearest(unknown, Object.keys(entity.fields));
    throw new RunError(
      'CONFIG.INVALID',
      `sources.${entity.name}.map: ${unknown} is not a field of ${entity.name}, ${meant ? `did you mean ${meant}` : `expected one of ${Object.keys(entity.fields).join(', ')}`}`,
    );
  }
  return mapping;
}

function unknownColumn(entity: Entity, file: string, column: string): string {
  const meant = nearest(column, Object.keys(entity.fields));
  return `${file}: no field of ${entity.name} takes the column ${JSON.stringify(column)}${meant ? `, did you mean ${meant}` : ''}`;
}

/** File names; files with the same name get their paths relative to the working directory. */
export function shortNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const counts = Map.groupBy(paths, (path) => basename(path));
  return new Map(
    paths.map((path) => [
      path,
      new Set(counts.get(basename(path))).size === 1 ? basename(path) : relative(process.cwd(), path),
    ]),
  );
}

/** By default, references are closed if the pipeline has a source for the rows they refer to. */
function closedEntities({ references, sources }: Pipeline): ReadonlySet<EntityName> {
  if (references === 'open') return new Set();
  return new Set(referredNames.filter((name) => references === 'closed' || sources[name]));
}

function retentionOf({ retention }: Pipeline, nowMs: number): Retention | undefined {
  if (!retention) return undefined;
  const { messagesOlderThanDays: days, policy, hosted } = retention;
  return { days, policy, hosted, before: Math.floor(nowMs / 1000) - days * DAY_S };
}
