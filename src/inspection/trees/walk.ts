import { readdir, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { onlyRunError, RunError } from '../../errors/run-error.ts';
import { listArchive } from '../../input/sources/bytes/archive-list.ts';
import { isExportName, sheetOf } from '../../input/sources/formats.ts';
import { byNumber } from '../../system/by-number.ts';
import { realFiles } from '../../system/files.ts';
import { grouped } from '../../terminal/printable.ts';
import { beginningAt } from './many-files.ts';

/** A file that is not read, and why. */
export type UnreadFile = { readonly path: string; readonly reason: string };

const LINES_MAX = 20;
const NAMES_MAX = 3;

/** The first three of some paths, and how many more there are. */
export function firstNames(
  paths: readonly string[],
  nameOf: (path: string) => string = (path) => path,
): string {
  const names = paths.slice(0, NAMES_MAX).map(nameOf).join(', ');
  const more = paths.length - NAMES_MAX;
  return more > 0 ? `${names} and ${grouped(more)} more` : names;
}

/**
 * A line for each reason, with the number of files and the first of them; at most 20 lines.
 * @param nameOf the path as it is shown
 */
export function unreadLines(unread: readonly UnreadFile[], nameOf: (path: string) => string): string[] {
  // A line, a byte or a name in a sentence makes it no other reason.
  const kindOf = ({ path, reason }: UnreadFile): string =>
    reason.replaceAll(path, '').replaceAll(/\d+|"[^"]*"/g, '');
  const kinds = [...Map.groupBy(unread, kindOf).values()].sort((a, b) => b.length - a.length);
  const lines = kinds.map((files) => {
    const [{ path, reason } = { path: '', reason: '' }] = files;
    const text = reason.replaceAll(`${path} `, '');
    if (files.length === 1) return `${nameOf(path)}: ${text}`;
    const paths = files.map((file) => file.path);
    return `${grouped(files.length)} files: ${text}: ${firstNames(paths, nameOf)}`;
  });
  const beyond = kinds.slice(LINES_MAX - 1).reduce((sum, files) => sum + files.length, 0);
  return kinds.length <= LINES_MAX
    ? lines
    : [...lines.slice(0, LINES_MAX - 1), `${grouped(beyond)} more files, for other reasons`];
}

/** The files in a folder and in the folders in it. */
export type WalkedFiles = {
  readonly exports: readonly string[];
  readonly all: readonly string[];
  readonly leftOut: readonly UnreadFile[];
};

/** Folders within folders, and entries of all of them; what is beyond is left out. */
const DEPTH_MAX = 8;
const ENTRIES_MAX = 250_000;

/** Files of projects and of this tool, which are no exports. */
const NOT_EXPORTS =
  /^(?:package|package-lock|tsconfig|biome|report|checkpoint|plan|id-map)\.(?:json|csv)$|\.expected\.json$/i;
/** Names of archives that are read in place. */
export const ARCHIVES = /\.(?:zip|tar|tgz|tar\.(?:gz|zst|zstd)|xls[xm])$/i;
/** Of these, those that are tables. */
export const WORKBOOK = /\.xls[xm]$/i;
/** True if a file may have rows by its name, or is an archive of such files. */
export const mayHaveTables = (path: string): boolean => isExportName(path) || ARCHIVES.test(path);
/** Folders that have no exports: hidden ones, and those of tools. */
const NOT_FOLDERS = /^(?:\..*|node_modules|__MACOSX)$/;

/** Files that people export chats to, which need another way in. */
const FOREIGN: Readonly<Record<string, string>> = {
  '.sql': 'an SQL dump; export its tables as CSV, one file for each',
  '.xls': 'a spreadsheet; save it as .xlsx, or each sheet as CSV',
  '.ods': 'a spreadsheet; save it as .xlsx, or each sheet as CSV',
  '.xml': 'XML; convert it to CSV or JSON',
  '.html': 'HTML pages; export as CSV or JSON',
  '.db': 'a database; export its tables as CSV',
  '.sqlite': 'a database; export its tables as CSV',
  '.parquet': 'Parquet; export it as CSV or NDJSON',
  '.bson': 'BSON of MongoDB; name its folder alone',
  '.rar': 'a RAR archive; unpack it first',
  '.7z': 'a 7-Zip archive; unpack it first',
  '.xz': 'compressed with xz; unpack it first',
  '.bz2': 'compressed with bzip2; unpack it first',
};

/**
 * Walks through a folder, names in order, numbers in them by their value; of a file or an archive, it is what there is.
 * @throws RunError `SOURCE.MISSING` if the folder itself cannot be read
 */
export async function filesUnder(folder: string): Promise<WalkedFiles> {
  const all: string[] = [];
  const leftOut: UnreadFile[] = [];
  const walk = async (path: string, depth: number): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (depth > 0) {
        leftOut.push({ path, reason: `cannot be read: ${error.code}` });
        return [];
      }
      throw new RunError('SOURCE.MISSING', `the folder ${folder} cannot be read: ${error.code}`, {
        cause: error,
      });
    });
    for (const entry of entries.sort((a, b) => byNumber(a.name, b.name))) {
      const inner = resolve(path, entry.name);
      if (all.length >= ENTRIES_MAX) return;
      if (entry.isFile()) await take(inner);
      else if (entry.isDirectory() && !NOT_FOLDERS.test(entry.name)) {
        if (depth < DEPTH_MAX) await walk(inner, depth + 1);
        else leftOut.push({ path: inner, reason: `more than ${DEPTH_MAX} folders deep` });
      }
    }
  };
  const take = async (path: string): Promise<void> => {
    all.push(path);
    if (ARCHIVES.test(path)) await unzip(path);
  };
  /** The files in an archive are files like others, under `export.zip!/`. */
  const unzip = async (archive: string): Promise<void> => {
    try {
      all.push(...(await filesIn(archive)).slice(0, ENTRIES_MAX - all.length));
    } catch (error) {
      leftOut.push({ path: archive, reason: onlyRunError(error).message });
    }
  };
  const isFile = await stat(folder).then(
    (found) => found.isFile(),
    () => false,
  );
  await (isFile ? take(folder) : walk(folder, 0));
  if (all.length >= ENTRIES_MAX)
    leftOut.push({ path: folder, reason: `only its first ${ENTRIES_MAX} files were read` });
  // A workbook is its sheets.
  const books = new Set(all.filter((path) => sheetOf(path).sheet).map((path) => sheetOf(path).book));
  const exports = all.filter(
    (path) =>
      (isExportName(path) || isTableText(path)) && !NOT_EXPORTS.test(basename(path)) && !books.has(path),
  );
  for (const path of all) {
    const isText =
      /\.txt$/i.test(path) && !exports.includes(path) && !/(?:^|[/\\])readme[^/\\]*$/i.test(path);
    const reason = isText ? 'a text that is no table' : FOREIGN[extname(path).toLowerCase()];
    if (reason !== undefined) leftOut.push({ path, reason });
  }
  return { exports, all, leftOut };
}

/** Bytes of a text that show if it is a table. */
const HEAD_BYTES = 4_096;
const HEAD_LINES = 5;

/** True if the first lines of a text file have the same number of cells. */
function isTableText(path: string): boolean {
  if (!/\.txt$/i.test(path) || path.includes('!/')) return false;
  const head = beginningAt(path, HEAD_BYTES, realFiles)?.bytes.toString('latin1') ?? '';
  const lines = head
    .split(/\r?\n/)
    .slice(0, HEAD_LINES)
    .filter((line, at, all) => (at < all.length - 1 || head.length < HEAD_BYTES ? line !== '' : false));
  return (
    lines.length > 1 &&
    ['\t', ';', '|', ','].some((delimiter) => {
      const [first = 0, ...others] = lines.map((line) => line.split(delimiter).length);
      // Any sentence may have a comma.
      return first > (delimiter === ',' ? 2 : 1) && others.every((cells) => cells === first);
    })
  );
}

/**
 * The files in an archive, as paths, in order of their names.
 * @throws RunError `SOURCE.*` if it cannot be read
 */
export async function filesIn(archive: string): Promise<string[]> {
  const { names } = await listArchive(realFiles, archive);
  // The only sheet of a workbook is the one that its path alone means.
  if (names.length === 1 && WORKBOOK.test(archive)) return [];
  return [...names].sort(byNumber).map((name) => `${archive}!/${name}`);
}
