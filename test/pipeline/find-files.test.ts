import { mkdirSync, mkdtempDisposableSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFiles } from '../../src/pipeline/find-files.ts';
import { realFiles } from '../../src/system/files.ts';

/** A folder with files of these paths. */
function folderWith(...names: readonly string[]) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'find-files-'));
  for (const name of names) {
    mkdirSync(join(folder.path, name, '..'), { recursive: true });
    writeFileSync(join(folder.path, name), '');
  }
  return folder;
}

const paths = (list: readonly string[], folder: string): string[] =>
  list.map((path) => path.slice(folder.length + 1));

test('a path as on Windows is refused with the path to write, which is found', async () => {
  using folder = folderWith('export/users.csv');
  const place = { folder: folder.path, copies: new Map() };
  const refused = findFiles({ path: 'export\\users.csv' }, place, 'users', realFiles);
  await expect(refused).rejects.toMatchObject({ code: 'SOURCE.MISSING' });
  const { hint } = (await refused.catch((error: unknown) => error)) as { readonly hint: string };
  const [, written = ''] = /path: (\S+)$/.exec(hint) ?? [];
  expect(paths(await findFiles({ path: written }, place, 'users', realFiles), folder.path)).toEqual([
    'export/users.csv',
  ]);
});

describe('a glob', () => {
  test('finds each file once, in the order of numbers', async () => {
    using folder = folderWith('part-10.csv', 'part-9.csv', 'deep/part-1.csv', 'other.txt');
    const found = await findFiles(
      { path: ['**/*.csv', 'part-9.csv'] },
      { folder: folder.path, copies: new Map() },
      'users',
      realFiles,
    );
    expect(paths(found, folder.path)).toEqual(['deep/part-1.csv', 'part-9.csv', 'part-10.csv']);
  });

  test('over too many files and folders ends with what it does and what it has found', async () => {
    using folder = folderWith(...Array.from({ length: 60 }, (_, at) => `folder-${at}/part.csv`));
    const limits = { entries: 50, matches: 1_000 };
    await expect(
      findFiles({ path: '**/*.csv' }, { folder: folder.path, copies: new Map() }, 'users', realFiles, limits),
    ).rejects.toMatchObject({
      code: 'SOURCE.GLOB_TOO_WIDE',
      exitCode: 2,
      message: expect.stringMatching(
        /^sources\.users: \*\*\/\*\.csv goes through more than 50 files and folders/,
      ),
      hint: expect.stringContaining('path: /exports/chat/**/*.csv'),
    });
  });

  test('over the whole machine ends after its limit', async () => {
    const begun = performance.now();
    const limits = { entries: 2_000, matches: 1_000 };
    const found = findFiles(
      { path: '/**/no-file-has-this-name.csv' },
      { folder: tmpdir(), copies: new Map() },
      'users',
      realFiles,
      limits,
    );
    await expect(found).rejects.toMatchObject({ code: 'SOURCE.GLOB_TOO_WIDE' });
    expect(performance.now() - begun).toBeLessThan(60_000);
  });

  test('that finds too many files ends, naming the first', async () => {
    using folder = folderWith('a.csv', 'b.csv', 'c.csv');
    const limits = { entries: 100, matches: 2 };
    await expect(
      findFiles({ path: '*.csv' }, { folder: folder.path, copies: new Map() }, 'users', realFiles, limits),
    ).rejects.toMatchObject({
      code: 'SOURCE.GLOB_TOO_WIDE',
      message: expect.stringMatching(/matches more than 2 files; its first match is .*\.csv$/),
    });
  });

  test('does not go round a circle of links', async () => {
    using folder = folderWith('a/b/part.csv');
    symlinkSync(folder.path, join(folder.path, 'a/b/round'));
    const found = await findFiles(
      { path: '**/*.csv' },
      { folder: folder.path, copies: new Map() },
      'users',
      realFiles,
      {
        entries: 500,
        matches: 100,
      },
    );
    expect(paths(found, folder.path)).toEqual(['a/b/part.csv']);
  });

  test('that finds nothing is SOURCE.MISSING; a name with a bracket is a name where there is such a file', async () => {
    using folder = folderWith('a[1].csv');
    await expect(
      findFiles({ path: '*.ndjson' }, { folder: folder.path, copies: new Map() }, 'users', realFiles),
    ).rejects.toMatchObject({
      code: 'SOURCE.MISSING',
    });
    const found = await findFiles(
      { path: 'a[1].csv' },
      { folder: folder.path, copies: new Map() },
      'users',
      realFiles,
    );
    expect(paths(found, folder.path)).toEqual(['a[1].csv']);
  });
});
