import { didYouMean } from '../../errors/nearest.ts';
import { RunError } from '../../errors/run-error.ts';
import type { Entity } from '../../input/entities/entity.ts';
import {
  compileMapping,
  type FieldMap,
  isMemberOf,
  type Mapping,
  type MappingContext,
  mappedColumns,
  whereColumns,
} from '../../input/rows/mapping.ts';
import { fileOnDisk } from '../../input/sources/bytes/zip-member.ts';
import { formatOf } from '../../input/sources/formats.ts';
import { isRejectFile, rejectSource } from '../../input/sources/rejects-source.ts';
import type { Source, SourceFormat, SourceOptions } from '../../input/sources/source.ts';
import type { FileSourceSpec } from '../schema/source-schema.ts';
import { derivedColumns } from './derived/derived-columns.ts';
import type { Opening } from './opening.ts';
import type { PlanNotes } from './plan-notes.ts';

/** The map of a source. */
export const mapOf = ({ map = {} }: FileSourceSpec): FieldMap => map as FieldMap;

/** Every column that a source names, with pseudo columns and joined ones. */
export const usedColumns = (spec: FileSourceSpec): readonly string[] => [
  ...mappedColumns(mapOf(spec)),
  ...whereColumns(spec.where ?? {}),
  ...Object.values(spec.join ?? {}).flatMap(({ on }) => Object.values(on)),
];

/**
 * The options of a source for its format.
 * @param used the columns that are taken of its rows
 */
function optionsOf(spec: FileSourceSpec, used: readonly string[]): Omit<SourceOptions, 'files'> {
  const parents = [...new Set(used.filter((name) => name.startsWith('^')))];
  return Object.fromEntries(
    [
      ...OPTIONS.map((name) => [name, spec[name]] as const),
      ['parents', parents.length > 0 ? parents : undefined] as const,
    ].filter(([, value]) => value !== undefined),
  ) as Omit<SourceOptions, 'files'>;
}

/**
 * The way in which a source of the pipeline reads a path: who joins it or looks something up in it need not say it again.
 * @param file as the pipeline names it
 */
export function declaredReading(
  { sources }: Pick<Opening['pipeline'], 'sources'>,
  file: string | readonly string[],
): Partial<SourceOptions> {
  const name = JSON.stringify([file].flat());
  const spec = Object.values(sources)
    .flat()
    .find((each): each is FileSourceSpec => 'path' in each && JSON.stringify([each.path].flat()) === name);
  const { rows: _, ...read } = spec ? optionsOf(spec, []) : {};
  return read;
}

/** Options that a pipeline gives for a file and that its format needs to know. */
const OPTIONS = [
  'encoding',
  'delimiter',
  'columns',
  'header',
  'quote',
  'escape',
  'comment',
  'trim',
  'rows',
  'nulls',
  'skipLines',
  'width',
] as const satisfies readonly (keyof FileSourceSpec & keyof SourceOptions)[];

/** A file of sources, and what it is opened with. */
export type FileToOpen = {
  readonly path: string;
  /** Its number in the step. */
  readonly file: number;
  /** The sources that name it; the first one says how it is read. */
  readonly specs: readonly FileSourceSpec[];
  /** True if it may be without rows, because there are others. */
  readonly emptyAllowed: boolean;
};

/**
 * Opens a file of a source; one that is a rejects file is read as the original rows.
 * @throws RunError `SOURCE.*`
 */
export async function openFile(
  { path, file, specs, emptyAllowed }: FileToOpen,
  entity: Entity,
  { files, notes, nameOf, pipeline }: Pick<Opening, 'files' | 'notes' | 'nameOf' | 'pipeline'>,
): Promise<Source> {
  const [spec] = specs as readonly [FileSourceSpec];
  const used = [...specs.flatMap(usedColumns), ...derivedColumns(pipeline, entity.name)];
  const format: SourceFormat = formatOf(path, spec.format);
  const options: SourceOptions = {
    ...optionsOf(spec, used),
    files,
    known: [...Object.keys(entity.fields), ...specs.flatMap((each) => mappedColumns(mapOf(each)))],
  };
  const warn = (...said: [sentence: string, count?: number]): void => notes.ofFile(nameOf(path), ...said);
  const source = await format.open(path, file, { ...options, emptyAllowed, warn });
  const { delimiter, rowWidth } = source;
  const guessed = {
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(rowWidth ? { width: rowWidth } : {}),
  };
  const like = (other: string): Promise<Source> =>
    source.format.open(other, file, { ...options, ...guessed, encoding: 'utf-8', emptyAllowed: true });
  const plain = format.textOf ? source : { ...source, like };
  const read = (await isRejectFile(source)) ? rejectSource(source) : plain;
  const onDisk = await fileOnDisk(path, files);
  return onDisk === path ? read : { ...read, inputs: [onDisk] };
}

/** Files that are opened at the same time: opening is mostly waiting. */
const OPENING_MAX = 8;

/**
 * Opens files, some at a time. What is said of them, and the error of the first that cannot be opened, come in their order.
 * @throws RunError `SOURCE.*`
 */
export async function openFiles(
  all: readonly FileToOpen[],
  entity: Entity,
  opening: Pick<Opening, 'files' | 'notes' | 'nameOf' | 'pipeline'>,
): Promise<Source[]> {
  const sources: Source[] = [];
  for (let at = 0; at < all.length; at += OPENING_MAX) {
    const some = all.slice(at, at + OPENING_MAX).map((each) => ({ each, notes: heldNotes(opening.notes) }));
    const results = await Promise.allSettled(
      some.map(({ each, notes }) => openFile(each, entity, { ...opening, notes })),
    );
    for (const [index, result] of results.entries()) {
      some[index]?.notes.release();
      if (result.status === 'rejected') throw result.reason;
      sources.push(result.value);
    }
  }
  return sources;
}

/** Holds back what is said of files, until it is released. */
function heldNotes(notes: PlanNotes): PlanNotes & { release(): void } {
  let held: Parameters<PlanNotes['ofFile']>[] | undefined = [];
  return {
    ...notes,
    ofFile: (...said) => void (held ? held.push(said) : notes.ofFile(...said)),
    release() {
      for (const said of held ?? []) notes.ofFile(...said);
      held = undefined;
    },
  };
}

/**
 * The mapping of a file.
 * @throws RunError `SOURCE.COLUMN_MISSING`, `CONFIG.INVALID` if the map names a field that the entity does not have
 */
export function mapSource(
  entity: Entity,
  map: FieldMap,
  { columns }: Pick<Source, 'columns'>,
  name: string,
  context: MappingContext,
): { mapping: Mapping; whereMissing: readonly string[] } {
  const { mapping, missing, whereMissing } = compileMapping(entity, map, columns, context);
  const [absent] = missing;
  if (absent !== undefined) throw columnMissing(absent, { name, columns }, context);
  refuseUnknownFields(entity, map);
  return { mapping, whereMissing };
}

/** The error for a column that a file does not have; of a joined column, for the own one by which rows are joined. */
export function columnMissing(
  absent: string,
  { name, columns = [] }: { readonly name: string; readonly columns?: readonly string[] | undefined },
  { joins }: Pick<MappingContext, 'joins'>,
): RunError {
  const by = joinedBy(absent, joins);
  const [join] = absent.split('.');
  const meant = didYouMean(by ?? absent, columns, `it has ${columns.join(', ')}`);
  const of = by === undefined ? '' : `, which join.${join} needs`;
  return new RunError(
    'SOURCE.COLUMN_MISSING',
    `${name} has no column ${JSON.stringify(by ?? absent)}${of}${meant}`,
    {
      where: { file: name, line: 1 },
      ...(by === undefined ? {} : { hint: `correct  join: { ${join}: { on: { …: <column of ${name}> } } }` }),
    },
  );
}

/** The own column by which the rows of a joined column are found; undefined if it is no joined column. */
export function joinedBy(name: string, joins: MappingContext['joins']): string | undefined {
  let by: string | undefined;
  joins?.(name, (column) => {
    by = column;
    return () => undefined;
  });
  return by;
}

function refuseUnknownFields(entity: Entity, map: FieldMap): void {
  const known = Object.keys(entity.fields);
  const unknown = Object.keys(map).find((field) => !known.includes(field) && !isMemberOf(entity, field));
  if (unknown === undefined) return;
  const meant = didYouMean(unknown, known, `expected one of ${known.join(', ')}`);
  throw new RunError(
    'CONFIG.INVALID',
    `sources.${entity.name}.map: ${unknown} is not a field of ${entity.name}${meant}`,
  );
}
