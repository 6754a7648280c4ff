import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../support/repository.ts';
import { tooLarge } from './folder-sizes.ts';

const lines = (count: number): string => '//\n'.repeat(count);
const fileNames = (folder: string, count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/${at}.csv`, '']));

describe('the folders of the repository', () => {
  test('hold few files, and files of code are short', () => {
    expect(tooLarge(repository)).toEqual([]);
  });

  test('a folder with too many files and a file with too many lines are found, wherever they are', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    await fill(folder.path, {
      ...fileNames('docs/a/b', 21),
      'test/a/long.test.ts': lines(301),
      'bench/long.js': lines(302),
    });
    expect(tooLarge(folder.path)).toEqual([
      'test/a/long.test.ts has 301 lines, at most 300',
      'bench/long.js has 302 lines, at most 300',
      'docs/a/b/ holds 21 files, at most 20',
    ]);
  });

  test('what is just small enough, long texts, and what the tool and the benchmarks write are not found', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    await fill(folder.path, {
      ...fileNames('samples', 20),
      ...fileNames('samples/a', 20),
      ...fileNames('samples/.chatferry/a', 21),
      ...fileNames('bench/out', 21),
      'src/a.ts': lines(300),
      'docs/long.md': lines(301),
      'test/fixtures/long.csv': lines(301),
    });
    expect(tooLarge(folder.path)).toEqual([]);
  });
});

async function fill(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
