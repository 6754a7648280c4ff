import { dirname } from 'node:path';
import type { InspectedColumn } from '../../../input/columns/column.ts';
import { conceptsAmong } from '../../../inspection/words/concepts.ts';
import { isAround } from '../../../inspection/words/field-names.ts';
import { partsOfPath, pathsInTable, type Table } from '../files/tables.ts';

/** Names that number or date the pieces of one export: they name no channel. */
const PIECE =
  /^(?:(?:part|chunk|page|messages?|msgs?|export|data|history|chat|log|archive)?s?[-_ .]*)?(?:\d+|\d{4}[-_.]?\d\d(?:[-_.]?\d\d)?|[a-z]?\d{1,4})$/i;
const NO_NAME = /^(?:|messages?|msgs?|chat|history|data|export|log|posts?)$/i;

/** True if names differ in a month or a number alone, and are not called rooms. */
function areParts(names: ReadonlySet<string>): boolean {
  const stems = new Set([...names].map((name) => name.replace(NUMBERED, '')));
  const dated = [...names].every((name) => DATED.test(name));
  const [stem = ''] = stems;
  return names.size > 1 && stems.size === 1 && stem !== '' && (dated || !conceptsAmong(stem).has('room'));
}

const NUMBERED = /[-_. ]?\d{1,4}(?:[-_.]?\d\d){0,2}$/;
const DATED = /(?:19|20)\d\d[-_.]?(?:0[1-9]|1[0-2])(?:[-_.]?\d\d)?$/;

/**
 * The part of the paths of a table that looks like the name of a channel, as a pseudo column: `$dir`, `$file`, or, where
 * several folders or files have one name, or could have one tomorrow, as much of `$path` as makes them different.
 * Undefined if none does.
 * @param isKnown true if the values of a pseudo column are the keys of groups
 */
export function channelInPath(table: Table, isKnown: (column: string) => boolean): string | undefined {
  const paths = pathsInTable(table);
  const parts = paths.map(partsOfPath);
  const folders = new Set(paths.map((path) => dirname(path)));
  const dirs = new Set(parts.map(({ $dir }) => $dir));
  const names = new Set(parts.map(({ $file }) => $file));
  const piecesOnly = [...names].every((name) => PIECE.test(name) || NO_NAME.test(name)) || areParts(names);
  if (folders.size > 1 && (piecesOnly || names.size === 1))
    return dirs.size === folders.size && (areBeside(folders) || isKnown('$dir')) ? '$dir' : '$folders';
  if (names.size > 1 && !piecesOnly) {
    const isApart = isKnown('$file') || [...dirs].every((name) => DATED.test(name));
    return folders.size === 1 || (names.size === paths.length && isApart) ? '$file' : '$files';
  }
  return undefined;
}

/** True if folders are in one folder, where no two can have one name. */
const areBeside = (folders: ReadonlySet<string>): boolean =>
  new Set([...folders].map((folder) => dirname(folder))).size === 1;

/** Names for the room in objects around the rows: the most telling name first, the nearest object before others. */
const AROUND = [
  /^\^+\.(?:channel|room|group|conversation|chat|thread)[._]?(?:id|guid|uid|key)$/i,
  /^\^\.(?:id|guid|uid|_id|key|\$key)$/i,
  /^\^+\.(?:channel|room|group|conversation|chat|thread)(?:[._]?(?:name|title|url))?$/i,
  /^\^\.(?:name|title)$/i,
];

/** The value of an object around the rows that names the room of all of them. */
export function roomAround({ columns, rows, faulty }: Table): string[] | undefined {
  const around = columns.filter(({ name, filled }) => isAround(name) && filled === rows - faulty);
  for (const pattern of AROUND) {
    const found = around.find(({ name }) => pattern.test(name));
    if (found) return [found.name];
  }
  return undefined;
}

/** Without a header: a column with one value in each file, and different ones in different files. */
export function constantOfFile({ files, keys }: Table, free: readonly InspectedColumn[]): string | undefined {
  const constant = free.filter(
    ({ name, type }) =>
      (type === 'id' || type === 'text') &&
      files.every(({ columns }) => columns.find((column) => column.name === name)?.distinct.count === 1) &&
      (keys.get(name)?.size ?? 0) > files.length / 2,
  );
  return (constant.find(({ type }) => type === 'id') ?? constant[0])?.name;
}
