import { basename, dirname, extname, relative, sep } from 'node:path';
import { type InspectedColumn, LISTED_VALUES_MAX, ValueSet } from '../../../input/columns/column.ts';
import { defined } from '../../../input/json/defined.ts';
import { escapedPattern } from '../../../input/rows/format-parts.ts';
import { byNumber } from '../../../system/by-number.ts';
import { type EntityGuess, SPECIFIED } from '../guess/entity-guess.ts';
import type { Examined, Inspection, SampleRow } from './inspect-file.ts';

/** Files of one form, which become one source. */
export type Table = {
  /** Paths and globs, relative to the pipeline file. */
  readonly paths: readonly string[];
  readonly files: readonly Inspection[];
  /** The folder that all files are in, relative to the pipeline file; empty for its own. */
  readonly folder: string;
  readonly rows: number;
  readonly faulty: number;
  /** False if only the beginning of some file was read. */
  readonly whole: boolean;
  readonly entity?: EntityGuess;
  /** The columns of all files. */
  readonly columns: readonly InspectedColumn[];
  /** The values of each column, also of `$dir` and `$file`. */
  readonly keys: ReadonlyMap<string, ValueSet>;
  readonly sample: readonly SampleRow[];
};

const SAMPLE_ROWS = 5_000;

/**
 * Groups files by their form: files with the same format and header are one table.
 * @param base the folder of the pipeline file
 * @param all paths of all files, so that a glob takes no file of another form
 */
export function tablesOf(files: readonly Examined[], base: string, all: readonly string[]): Table[] {
  const groups = Map.groupBy(files, ({ inspection }) => formOf(inspection));
  adopt(groups);
  return [...groups.values()].map((group) => tableOf(group, base, all));
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

/** The form that all files of a source must have in common. */
function formOf({ format, encoding, delimiter, header, columns, entity, rowsAt, kind }: Inspection): string {
  const declared = encoding.how === 'file' ? 'utf' : encoding.value;
  const names = header === undefined ? [] : columns.map(({ name }) => name);
  // Rows that name their own members are alike if they are of one entity.
  const of = header === undefined || entity?.evidence === SPECIFIED ? entity?.entity : '';
  return JSON.stringify([format, declared, delimiter?.value, header, names, of, rowsAt, kind]);
}

function tableOf(group: readonly Examined[], base: string, all: readonly string[]): Table {
  const files = group.map(({ inspection }) => inspection);
  const keys = new Map<string, ValueSet>();
  for (const { keys: own } of group)
    for (const [name, set] of own) {
      const before = keys.get(name) ?? new ValueSet();
      before.addAll(set);
      keys.set(name, before);
    }
  for (const [name, values] of pathParts(files)) keys.set(name, values);
  const guesses = files.flatMap(({ entity }) => entity ?? []);
  const [entity] = [...guesses].sort((a, b) => Number(b.certain) - Number(a.certain));
  const rows = files.reduce((sum, file) => sum + file.rows - file.faulty.rows, 0);
  const share = Math.ceil(SAMPLE_ROWS / group.length);
  return {
    paths: namedPaths(
      files.map(({ path }) => path),
      base,
      all,
    ),
    files,
    folder: commonFolder(files.map(({ path }) => relativeTo(base, path))),
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    faulty: files.reduce((sum, { faulty }) => sum + faulty.rows, 0),
    whole: files.every(({ whole }) => whole),
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

/** Files may have the same values: what is known of all of them counts. */
const distinctIn = (
  keys: ValueSet | undefined,
  { distinct, filled }: InspectedColumn,
): InspectedColumn['distinct'] =>
  keys?.isComplete
    ? { count: keys.size, error: 0 }
    : { ...distinct, count: Math.min(distinct.count, filled) };

/** The values of the pseudo columns that are constants of a file. */
function pathParts(files: readonly Inspection[]): [string, ValueSet][] {
  const names = ['$dir', '$file', '$path', '$folders', '$files'] as const;
  const sets = new Map(names.map((name) => [name, new ValueSet()]));
  for (const { path } of files) {
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

const ENDINGS = /\.(?:gz|zstd?|csv|tsv|tab|txt|ndjson|jsonl|json)$/i;

/** The name of a file without the endings of format and compression. */
export function stemOf(path: string): string {
  let name = basename(path);
  while (ENDINGS.test(name) && name.length > extname(name).length)
    name = name.slice(0, -extname(name).length);
  return name;
}

/** A path relative to a folder, with `/`. */
export const relativeTo = (base: string, path: string): string => relative(base, path).split(sep).join('/');

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

/** Fewer files are named one by one. */
const GLOB_FROM = 4;
const GLOB_CHARS = /[*?[\]{}]/;

/**
 * Names files for a pipeline: one by one if they are few, else by globs that match all of them and no other file.
 * @param base the folder that the paths are relative to
 * @param all the paths of all files that are there
 */
export function namedPaths(paths: readonly string[], base: string, all: readonly string[]): string[] {
  const own = paths.map((path) => relativeTo(base, path)).sort(byNumber);
  const others = all.filter((path) => !paths.includes(path)).map((path) => relativeTo(base, path));
  if (own.length < GLOB_FROM && !sameFolders(own)) return own;
  const glob = globFor(own, others);
  return glob === undefined ? own : [glob];
}

/** Two files of one name in different folders are a glob already. */
const sameFolders = (own: readonly string[]): boolean =>
  own.length > 1 && new Set(own.map((path) => dirname(path))).size === own.length;

/** The narrowest of the usual globs that takes all of these and none of the others. */
function globFor(own: readonly string[], others: readonly string[]): string | undefined {
  const folder = commonFolder(own);
  const prefix = folder === '' ? '' : `${folder}/`;
  const names = own.map((path) => basename(path));
  const ending = commonEnding(names);
  const start = commonStart(names);
  const isFlat = own.every((path) => dirname(path) === (folder === '' ? '.' : folder));
  const isDeep = own.every((path) => path.slice(prefix.length).split('/').length === 2);
  const within = isFlat ? '' : isDeep ? '*/' : '**/';
  const [name = ''] = names;
  const same = names.every((each) => each === name) ? [`${within}${name}`] : [];
  if (GLOB_CHARS.test(prefix + start + ending)) return undefined;
  // Where all names are the same, the beginning and the ending would be the same characters.
  const started = names.every((each) => each.length >= start.length + ending.length);
  return [...same, `${within}*${ending}`, ...(started ? [`${within}${start}*${ending}`] : [])]
    .map((glob) => prefix + glob)
    .find((glob) => !others.some(matcherOf(glob)));
}

/** Returns a test of a path against a glob made of folders, `*` and plain text. */
function matcherOf(glob: string): (path: string) => boolean {
  const pattern = glob
    .split(/(\*\*\/|\*)/)
    .map((part) => (part === '**/' ? '(?:[^/]+/)*' : part === '*' ? '[^/]*' : escapedPattern(part)))
    .join('');
  const expected = new RegExp(`^${pattern}$`);
  return (path) => expected.test(path);
}

function commonFolder(paths: readonly string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split('/').slice(0, -1));
  const length = first.findIndex((part, at) => rest.some((other) => other[at] !== part));
  return (length === -1 ? first : first.slice(0, length)).join('/');
}

/** The ending of all names, from the first dot on. */
function commonEnding(names: readonly string[]): string {
  const [first = ''] = names;
  for (let at = first.indexOf('.'); at !== -1; at = first.indexOf('.', at + 1)) {
    const ending = first.slice(at);
    if (names.every((name) => name.endsWith(ending))) return ending;
  }
  return '';
}

function commonStart(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  let length = 0;
  while (length < first.length && rest.every((name) => name[length] === first[length])) length += 1;
  return first.slice(0, length).replace(/[\d.]+$/, '');
}
