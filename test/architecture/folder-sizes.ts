import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILES_MAX, LINES_MAX } from './architecture-rules.ts';
import { lineCount, type SourceFile, withoutComments } from './import-graph.ts';
import { packedLiterals } from './packed-literals.ts';

/** The folders of the repository. */
const FOLDERS = ['src', 'test', 'bench', 'docs', 'samples', 'schema', 'pipelines'];
/** Folders of code, whose files have a maximum length. */
const CODE = /^(?:src|test|bench)\/.*\.[jt]s$/;
/** What the tool and the benchmarks write: no part of the repository. */
const WRITTEN = /(?:^|\/)\.chatferry$|^bench\/out$/;

/** Every folder with too many files, every file of code with too many lines, and what hides lines in it, a text each. */
export function tooLarge(root: string): readonly string[] {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    foldersIn(root, folder),
  );
  return folders.flatMap(({ path, files }) => [
    ...(files.length > FILES_MAX ? [`${path}/ holds ${files.length} files, at most ${FILES_MAX}`] : []),
    ...files.filter((file) => CODE.test(file)).flatMap((file) => tooLong(root, file)),
  ]);
}

type Folder = { readonly path: string; readonly files: readonly string[] };

/** A folder with the files directly in it, then every folder below it; by path from the root. */
function foldersIn(root: string, path: string): Folder[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  const below = (isWanted: (entry: (typeof entries)[number]) => boolean): string[] =>
    entries
      .filter(isWanted)
      .map(({ name }) => `${path}/${name}`)
      .filter((found) => !WRITTEN.test(found))
      .sort();
  return [
    { path, files: below((entry) => !entry.isDirectory()) },
    ...below((entry) => entry.isDirectory()).flatMap((folder) => foldersIn(root, folder)),
  ];
}

function tooLong(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const lines = lineCount(text);
  return [
    ...(lines > LINES_MAX ? [`${file} has ${lines} lines, at most ${LINES_MAX}`] : []),
    ...packedLiterals(withoutComments(text), file.startsWith('src/')).map(
      (line) => `${file}:${line} spreads a literal in a literal`,
    ),
  ];
}

/** The largest share of all lines that lie in one folder of the root. */
const ROOM_SHARE_MAX = 0.2;

/** The share of all lines of each room that has more than `max` of them, as a text each: each feature is one. */
export function tooBigRooms(files: readonly SourceFile[], max = ROOM_SHARE_MAX): readonly string[] {
  const all = files.reduce((sum, { lines }) => sum + lines, 0);
  const byRoom = Map.groupBy(files, ({ path }) => /^(?:features\/)?[^/]*\//.exec(path)?.[0] ?? '');
  return [...byRoom].flatMap(([room, own]) => {
    const share = own.reduce((sum, { lines }) => sum + lines, 0) / all;
    return room === '' || share <= max ? [] : [`${room} has ${(100 * share).toFixed(1)} % of the lines`];
  });
}
