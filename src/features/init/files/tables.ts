import { basename, dirname, extname } from 'node:path';
import { type InspectedColumn, LISTED_VALUES_MAX, ValueSet } from '../../../input/columns/column.ts';
import { defined } from '../../../input/json/defined.ts';
import { sheetOf } from '../../../input/sources/formats.ts';
import type { SampleRow } from '../../../inspection/count-columns.ts';
import { commonFolder, namedPaths, relativeTo, type Surroundings } from '../../../inspection/trees/globs.ts';
import type { UnreadLike } from '../../../inspection/trees/many-files.ts';
import { grouped } from '../../../terminal/printable.ts';
import { type EntityGuess, SPECIFIED } from '../guess/entity-guess.ts';
import type { Examined, Inspection } from './inspect-file.ts';

/** Files of one form, which become one source. */
export type Table = {
  /** Paths and globs, relative to the pipeline file. */
  readonly paths: readonly string[];
  /** The files that were read and have rows. */
  readonly files: readonly Inspection[];
  /** The folder that all files are in, relative to the pipeline file; empty for its own. */
  readonly folder: string;
  /** Paths of files that begin as these do and were not read. */
  readonly unread: readonly string[];
  readonly rows: number;
  readonly faulty: number;
  /** False if only the beginning of some file was read, or not every file. */
  readonly whole: boolean;
  readonly entity?: EntityGuess;
  /** The columns of all files. */
  readonly columns: readonly InspectedColumn[];
  /** The values of each column, also of `$dir` and `$file`. */
  readonly keys: ReadonlyMap<string, ValueSet>;
  readonly sample: readonly SampleRow[];
};

const SAMPLE_ROWS = 5_000;

/** Files that become tables. */
export type FoundFiles = Omit<Surroundings, 'base'> & {
  readonly examined: readonly Examined[];
  /** Files without rows whose form is known. */
  readonly headed?: readonly Examined[];
  readonly unread?: readonly UnreadLike[];
};

/**
 * Groups files by their form: files with the same format and header are one table.
 * @param base the folder of the pipeline file
 */
export function tablesOf(found: FoundFiles, base: string): Table[] {
  const groups = Map.groupBy(withEncodings(found.examined), ({ inspection }) =>
    JSON.stringify([formOf(inspection), encodingOf(inspection)]),
  );
  adopt(groups);
  return [...groups.values()].flatMap(alike).map((group) => tableOf(group, { ...found, base }));
}

/** True if a file without rows has the columns, or the place of rows, that the files of a group have. */
function isHeadOf({ inspection }: Examined, [first]: readonly Examined[]): boolean {
  const { format, rowsAt, header, columns } = inspection;
  const names = (each: readonly InspectedColumn[]): string => JSON.stringify(each.map(({ name }) => name));
  const other = first?.inspection;
  return (
    rowsAt === other?.rowsAt &&
    // A document of one line is read as NDJSON, too.
    (rowsAt !== undefined || format === other?.format) &&
    header === other?.header &&
    (header === undefined || names(columns) === names(other?.columns ?? []))
  );
}

/** A file of few rows may not show what it is: it goes to the largest group of files that know its columns. */
function adopt(groups: Map<string, Examined[]>): void {
  const isObjects = ({ inspection: { header, rowsAt, kind } }: Examined): boolean =>
    header === undefined && rowsAt === undefined && kind === undefined;
  const known = [...groups.values()]
    .filter(([first]) => first?.inspection.entity && isObjects(first))
    .sort((a, b) => b.length - a.length)
    .map((group) => ({ group, names: new Set(group.flatMap(({ keys }) => [...keys.keys()])) }));
  for (const [form, group] of [...groups]) {
    if (group.some(({ inspection }) => inspection.entity)) continue;
    const homeless = group.filter((file) => {
      if (!isObjects(file) || file.keys.size === 0) return true;
      const own = [...file.keys.keys()];
      const home = known.find(
        ({ names }) => own.filter((name) => names.has(name)).length >= own.length * ALIKE,
      );
      home?.group.push(file);
      return !home;
    });
    if (homeless.length > 0) groups.set(form, homeless);
    else groups.delete(form);
  }
}

/** Share of the columns of a file that others must have, too, to be of their kind. */
const ALIKE = 0.8;
/** With fewer columns in common, files of one entity are two tables: each names people and rooms in its own way. */
const IN_COMMON = 0.6;

/** Files whose rows name their own members, by what they have in common. */
function alike(group: readonly Examined[]): Examined[][] {
  const tables: { readonly names: Set<string>; readonly files: Examined[] }[] = [];
  for (const file of group) {
    const own = file.inspection.header === undefined ? [...file.keys.keys()] : [];
    const home = tables.find(
      ({ names }) =>
        own.filter((name) => names.has(name)).length >= Math.min(own.length, names.size) * IN_COMMON,
    );
    home?.files.push(file);
    for (const name of own) home?.names.add(name);
    if (!home) tables.push({ names: new Set(own), files: [file] });
  }
  return tables.map(({ files }) => files);
}

/** A file without a character beyond ASCII has the encoding that others of its form show. */
function withEncodings(files: readonly Examined[]): readonly Examined[] {
  const known = new Map(
    files
      .filter(({ isAscii }) => !isAscii)
      .map(({ inspection }) => [formOf(inspection), inspection.encoding] as const),
  );
  return files.map((file) => {
    const encoding = file.isAscii ? known.get(formOf(file.inspection)) : undefined;
    return encoding ? { ...file, inspection: { ...file.inspection, encoding } } : file;
  });
}

const encodingOf = ({ encoding }: Inspection): string => (encoding.how === 'file' ? 'utf' : encoding.value);

/** The form that all files of a source must have in common, besides the encoding. */
function formOf({ format, delimiter, header, columns, entity, rowsAt, kind, sheet }: Inspection): string {
  const names = header === undefined ? [] : columns.map(({ name }) => name);
  // Rows that name their own members are alike if they are of one entity; users and groups may have the same columns.
  const isOwner = entity?.entity === 'users' || entity?.entity === 'groups';
  const of = header === undefined || isOwner || entity?.evidence === SPECIFIED ? entity?.entity : '';
  return JSON.stringify([format, delimiter?.value, header, names, of, rowsAt, kind, sheet]);
}

function tableOf(
  group: readonly Examined[],
  { headed = [], unread: rest = [], ...around }: FoundFiles & Surroundings,
): Table {
  const files = group.map(({ inspection }) => inspection);
  const own = new Set(files.map(({ path }) => path));
  const unread = rest.flatMap(({ like, paths }) =>
    like.filter((path) => own.has(path)).length * 2 > like.length ? paths : [],
  );
  const heads = headed.filter((each) => isHeadOf(each, group)).map(({ inspection }) => inspection.path);
  const keys = new Map<string, ValueSet>();
  for (const { keys: own } of group)
    for (const [name, set] of own) {
      const before = keys.get(name) ?? new ValueSet();
      before.addAll(set);
      keys.set(name, before);
    }
  for (const [name, values] of pathParts([...own, ...unread])) keys.set(name, values);
  const guesses = files.flatMap(({ entity }) => entity ?? []);
  const [entity] = [...guesses].sort((a, b) => Number(b.certain) - Number(a.certain));
  const rows = files.reduce((sum, file) => sum + file.rows - file.faulty.rows, 0);
  const share = Math.ceil(SAMPLE_ROWS / group.length);
  return {
    paths: namedPaths(booksOf([...own, ...unread, ...heads]), { ...around, all: booksOf(around.all) }),
    files,
    folder: commonFolder(booksOf([...own, ...unread]).map((path) => relativeTo(around.base, path))),
    unread,
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    faulty: files.reduce((sum, { faulty }) => sum + faulty.rows, 0),
    whole: unread.length === 0 && files.every(({ whole }) => whole),
    ...(entity ? { entity } : {}),
    columns: merged(files).map((column) => ({
      ...column,
      empty: rows - column.filled,
      distinct: distinctIn(keys.get(column.name), column),
    })),
    keys,
    sample: group.flatMap(({ inspection, sample }) =>
      sample.slice(0, share).map((row) => ({ ...row, ...partsOfPath(inspection.path) })),
    ),
  };
}

/** Paths of files; of a sheet, that of its workbook. */
const booksOf = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.map((path) => sheetOf(path).book)),
];

/** The paths of all files of a table, also of those that were not read; none of files without rows. */
export const pathsInTable = ({ files, unread }: Pick<Table, 'files' | 'unread'>): string[] => [
  ...files.map(({ path }) => path),
  ...unread,
];

/** The number of files of a table, and how many of them were read. */
export function filesText({ files, unread }: Pick<Table, 'files' | 'unread'>): string {
  const all = files.length + unread.length;
  return unread.length > 0 ? `${grouped(files.length)} of ${grouped(all)} files` : `${grouped(all)} files`;
}

/** Files may have the same values: what is known of all of them counts. */
const distinctIn = (
  keys: ValueSet | undefined,
  { distinct, filled }: InspectedColumn,
): InspectedColumn['distinct'] =>
  keys && !keys.hasLong
    ? { count: Math.min(keys.size, filled), error: keys.error }
    : { ...distinct, count: Math.min(distinct.count, filled) };

/** The values of the pseudo columns that are constants of a file. */
function pathParts(paths: readonly string[]): [string, ValueSet][] {
  const names = ['$dir', '$file', '$path', '$folders', '$files'] as const;
  const sets = new Map(names.map((name) => [name, new ValueSet()]));
  for (const path of paths) {
    const parts = partsOfPath(path);
    for (const [name, set] of sets) set.add(parts[name]);
  }
  return [...sets];
}

/** The pseudo columns of a path, and its folders, with and without the name of the file. */
export function partsOfPath(path: string) {
  const inArchive = path.lastIndexOf('!/');
  const name = inArchive === -1 ? path : path.slice(inArchive + 2);
  const dir = dirname(name);
  const $dir = dir === '.' ? '' : basename(dir);
  return { $dir, $file: stemOf(name), $path: path, $folders: dir, $files: path };
}

const ENDINGS = /\.(?:gz|zstd?|csv|tsv|tab|txt|ndjson|jsonl|json|xlsx|xlsm)$/i;

/** The name of a file without the endings of format and compression. */
export function stemOf(path: string): string {
  let name = basename(path);
  while (ENDINGS.test(name) && name.length > extname(name).length)
    name = name.slice(0, -extname(name).length);
  return name;
}

/** The columns of all files; each is described by the file in which most of its cells are filled, its counts are sums. */
function merged(files: readonly Inspection[]): InspectedColumn[] {
  const columns = new Map<string, InspectedColumn>();
  for (const column of files.flatMap((file) => file.columns)) {
    const before = columns.get(column.name);
    columns.set(column.name, before ? together(before, column) : column);
  }
  return [...columns.values()];
}

function together(a: InspectedColumn, b: InspectedColumn): InspectedColumn {
  const { values: _, ...fuller } = b.filled > a.filled ? b : a;
  const empty = (column: InspectedColumn): boolean => column.filled === 0;
  const knownOf = (column: InspectedColumn): boolean => empty(column) || column.values !== undefined;
  const values = knownOf(a) && knownOf(b) && new Set([...(a.values ?? []), ...(b.values ?? [])]);
  const looks = Object.fromEntries(
    Object.entries(a.looks).map(([look, count]) => [look, count + b.looks[look as keyof typeof b.looks]]),
  ) as InspectedColumn['looks'];
  const types = new Set([a, b].filter((each) => !empty(each)).map(({ type }) => type));
  return {
    ...fuller,
    // A text in one file makes it texts in all.
    ...(types.size > 1 && types.has('text') ? { type: 'text' as const } : {}),
    filled: a.filled + b.filled,
    empty: a.empty + b.empty,
    distinct: {
      count: a.distinct.count + b.distinct.count,
      error: Math.max(a.distinct.error, b.distinct.error),
    },
    shortest: Math.min(a.shortest || b.shortest, b.shortest || a.shortest),
    longest: Math.max(a.longest, b.longest),
    ...(values && values.size > 0 && values.size <= LISTED_VALUES_MAX ? { values: [...values] } : {}),
    ...(fuller.time ? { time: timesTogether(fuller.time, a, b) } : {}),
    ...(a.order && b.order
      ? { order: { rising: a.order.rising + b.order.rising, falling: a.order.falling + b.order.falling } }
      : {}),
    looks,
  };
}

/** Of two ways to write a day, the one that some file proves. */
function timesTogether(
  time: NonNullable<InspectedColumn['time']>,
  a: InspectedColumn,
  b: InspectedColumn,
): NonNullable<InspectedColumn['time']> {
  const sure = [a.time, b.time].find((each) => each && !each.ambiguous);
  const [first] = [a, b].flatMap((each) => each.time?.first ?? []).sort();
  const [last] = [a, b]
    .flatMap((each) => each.time?.last ?? [])
    .sort()
    .reverse();
  const older = (a.time?.older ?? 0) + (b.time?.older ?? 0);
  return {
    ...(sure && sure.time.length === time.time.length ? sure : time),
    zoned: a.time?.zoned !== false && b.time?.zoned !== false,
    ...defined({ first, last, older: time.older === undefined ? undefined : older }),
  };
}
