import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExportReader } from '../../src/exports/export-reader.ts';
import { ExportFiles } from '../../src/exports/files/export-files.ts';
import { exportSystems } from '../../src/exports/readers.ts';
import { systems } from '../../src/exports/systems.ts';
import { realFiles } from '../../src/system/files.ts';
import { repository } from '../support/repository.ts';

/** Every export of the fixtures and samples, found by their folders, and every reader. */

/** Folders of samples that are called by the program that wrote them, not by the system. */
const WRITERS: Readonly<Record<string, string>> = { slackdump: 'slack' };
const systemOf = (folder: string): string =>
  exportSystems.find((system) => system === folder) ?? WRITERS[folder] ?? folder;

const foldersOf = (path: string): readonly string[] =>
  readdirSync(join(repository, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || /\.(?:zip|tar|tgz|archive)$/.test(entry.name))
    .map(({ name }) => name);

type Given = readonly [path: string, system: string];
const exports: readonly Given[] = [
  ...foldersOf('test/fixtures/exports').flatMap((folder) =>
    foldersOf(`test/fixtures/exports/${folder}`).map(
      (name): Given => [`test/fixtures/exports/${folder}/${name}`, systemOf(folder)],
    ),
  ),
  ...foldersOf('samples/exports')
    // It is read through its API alone.
    .filter((folder) => folder !== 'service')
    .map((folder): Given => [`samples/exports/${folder}`, systemOf(folder)]),
];

const readers: readonly ExportReader[] = await Promise.all(exportSystems.map((name) => systems[name]()));
const unpacking = { signal: new AbortController().signal, folder: () => Promise.reject(new Error('packed')) };

/** The systems whose readers take the files, as `system: auto` asks them: a guess counts where no reader is sure. */
async function takenBy(files: ExportFiles): Promise<readonly string[]> {
  const [found, guesses]: [string[], string[]] = [[], []];
  for (const reader of readers) {
    const isOthers: Parameters<ExportReader['detect']>[2] = async (file) => {
      for (const other of readers) if (other !== reader && (await other.ownsDatabase?.(file))) return true;
      return false;
    };
    const detected = await reader.detect(files, undefined, isOthers);
    if (detected) (detected.isGuess ? guesses : found).push(reader.system);
  }
  return found.length > 0 ? found : guesses;
}

describe('every export is of its own system alone', () => {
  test.each(exports)('%s: %s', async (path, system) => {
    await using files = await ExportFiles.open([join(repository, path)], realFiles, unpacking);
    expect(await takenBy(files)).toEqual([system]);
  });

  test('there is one of each system', () => {
    expect([...new Set(exports.map(([, system]) => system))].sort()).toEqual([...exportSystems].sort());
  });
});
