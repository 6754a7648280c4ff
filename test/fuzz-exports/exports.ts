import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { exportSystems } from '../../src/exports/readers.ts';
import { zipDirectory } from '../../src/input/sources/bytes/zip-directory.ts';
import { ZipWindow } from '../../src/input/sources/bytes/zip-window.ts';
import { realFiles } from '../../src/system/files.ts';
import { repository } from '../support/repository.ts';

/** The files of an export, by their names with `/`. */
export type ExportBytes = ReadonlyMap<string, Buffer>;

/** An export of the fixtures. */
export type Fixture = { readonly system: string; readonly name: string; readonly files: ExportBytes };

const FIXTURES = join(repository, 'test/fixtures/exports');
const SAMPLES = join(repository, 'samples/exports');
const foldersOf = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The exports of a folder, each a folder or an archive. */
const exportsOf = (system: string): Promise<Fixture>[] =>
  readdirSync(join(FIXTURES, system), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.zip'))
    .map(async (entry) => {
      const path = join(FIXTURES, system, entry.name);
      const files = entry.isDirectory() ? filesOfFolder(path) : await filesOfArchive(path);
      return { system, name: `${system}/${entry.name}`, files };
    });

const systemsOfFixtures = foldersOf(FIXTURES);

/** All exports of `test/fixtures/exports`: folders, and archives by their content; of a system without any, its sample. */
export const fixtures: readonly Fixture[] = await Promise.all([
  ...systemsOfFixtures.flatMap(exportsOf),
  ...foldersOf(SAMPLES)
    .filter((name) => !systemsOfFixtures.includes(name) && exportSystems.some((system) => system === name))
    .map((system) => ({ system, name: `${system}/sample`, files: filesOfFolder(join(SAMPLES, system)) })),
]);

async function filesOfArchive(path: string): Promise<ExportBytes> {
  const { entries } = await zipDirectory(realFiles, path);
  await using archive = await ZipWindow.open(path, realFiles);
  const files = new Map<string, Buffer>();
  for (const name of entries.keys()) {
    const bytes = await archive.read(name, Number.MAX_SAFE_INTEGER);
    if (bytes) files.set(name, Buffer.from(bytes));
  }
  return files;
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

function filesOfFolder(folder: string): ExportBytes {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [relative(folder, path), readFileSync(path)]),
  );
}
