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
      'test/a/long.test.ts': lines(401),
      'bench/long.js': lines(402),
    });
    expect(tooLarge(folder.path)).toEqual([
      'test/a/long.test.ts has 401 lines, at most 400',
      'bench/long.js has 402 lines, at most 400',
      'docs/a/b/ holds 21 files, at most 20',
    ]);
  });

  test.each([
    ['an object in an object', 'const a = {\n  ...{ b: 1, c: 2 },\n  d: 3,\n};\n'],
    ['a list in a list', 'const a = [\n  ...[1, { b: [2] }],\n  3,\n];\n'],
    ['a list among arguments', 'call(\n  ...[1, 2],\n  3,\n);\n'],
    ['a constant list in a list', 'const a = [\n  ...([1, 2] as const),\n  3,\n] as const;\n'],
    ['what is made of a list', 'const a = [\n  ...[1, 2].map(b),\n  3,\n];\n'],
    ['a list at the end', 'const a = [1,\n  ...[2, 3]];\n'],
  ])('%s that hides lines is found', async (_what, text) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    await fill(folder.path, { 'src/a.ts': text });
    expect(tooLarge(folder.path)).toEqual(['src/a.ts:2 spreads a literal in a literal']);
  });

  test('what a condition chooses, and in a test what is made of a literal, hides nothing', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const text = "call(...(c ? [1] : []), '...[1]', ...e); // ...[1]\n";
    await fill(folder.path, { 'src/a.ts': text, 'test/a.ts': 'call(...[1, 2].map(b), ...[...d].sort());\n' });
    expect(tooLarge(folder.path)).toEqual([]);
  });

  test('what is just small enough, long texts, and what the tool and the benchmarks write are not found', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    await fill(folder.path, {
      ...fileNames('samples', 20),
      ...fileNames('samples/a', 20),
      ...fileNames('samples/.chatferry/a', 21),
      ...fileNames('bench/out', 21),
      'src/a.ts': lines(400),
      'docs/long.md': lines(401),
      'test/fixtures/long.csv': lines(401),
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
