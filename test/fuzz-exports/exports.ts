import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { repository } from '../support/repository.ts';

/** The files of an export, by their names with `/`. */
export type ExportBytes = ReadonlyMap<string, Buffer>;

/** An export of the fixtures. */
export type Fixture = { readonly system: string; readonly name: string; readonly files: ExportBytes };

const FIXTURES = join(repository, 'test/fixtures/exports');
/** What stands beside the exports: licences, and the counts of another program. */
const BESIDE = /\.expected\.json$|\.LICENSE$|\.md$/;

/** All exports of `test/fixtures/exports`; each is read when the program begins. */
export const fixtures: readonly Fixture[] = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: system }) =>
    readdirSync(join(FIXTURES, system))
      .filter((name) => !BESIDE.test(name))
      .map((name) => ({ system, name: `${system}/${name}`, files: filesAt(join(FIXTURES, system, name)) })),
  );

function filesAt(path: string): ExportBytes {
  const top = statSync(path).isDirectory() ? path : dirname(path);
  const all = top === path ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
  const paths = top === path ? all.filter((entry) => entry.isFile()) : undefined;
  return new Map(
    (paths?.map(({ parentPath, name }) => join(parentPath, name)) ?? [path])
      .sort()
      .map((each) => [relative(top, each).replaceAll('\\', '/'), readFileSync(each)]),
  );
}

/** Writes the files of an export to a folder; names that lead out of it are left out. */
export async function writeExport(folder: string, files: ExportBytes): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    if (relative(folder, path).startsWith('..')) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
}
