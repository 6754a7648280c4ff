import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../support/repository.ts';
import { readTree, type SourceFile } from './import-graph.ts';
import { depsViolations, TRAVELLERS, travelViolations } from './travellers.ts';

describe('bundles that are handed on', () => {
  const files = readTree(join(repository, 'src'));

  test('are named by few files', () => {
    expect(travelViolations(files, TRAVELLERS)).toEqual([]);
  });

  test('have few fields', () => {
    expect(depsViolations(files)).toEqual([]);
  });

  test('a bundle in more files than it may be in is found, and a maximum that leaves room for more', async () => {
    const tree = await planted({
      'a.ts': 'export type RunOptions = { readonly yes: boolean };\n',
      'b.ts': 'export type More = RunOptions & { readonly no: boolean };\n',
      'c.ts': '// RunOptions are not named by this.\nexport const runOptions = 1;\n',
    });
    const of = (max: number) => [{ what: 'the options', names: ['RunOptions'], max }];
    expect(travelViolations(tree, of(1))).toEqual(['the options travel through 2 files, at most 1']);
    expect(travelViolations(tree, of(2))).toEqual([]);
    expect(travelViolations(tree, of(3))).toEqual([
      'the options travel through 2 files: lower the maximum of 3',
    ]);
  });

  test('a bundle with too many fields is found, also in two parts; what its fields are made of does not count', async () => {
    const fields = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, at) => `  readonly f${from + at}: number;\n`).join('');
    const tree = await planted({
      'a.ts': `export type WideDeps = {\n${fields(0, 13)}};\n`,
      'b.ts': `type SplitDeps = Other & {\n${fields(0, 7)}} & {\n${fields(7, 13)}};\n`,
      'c.ts': `export type FitDeps = {\n${fields(0, 11)}  readonly in: {\n  ${fields(0, 9)}  };\n};\n`,
      'd.ts': `export type OtherNames = {\n${fields(0, 13)}};\n`,
      'e.ts': `export interface MethodDeps {\n${fields(0, 12)}  call(one: string): void;\n}\n`,
    });
    expect(depsViolations(tree)).toEqual([
      'WideDeps in a.ts has 13 fields, at most 12',
      'SplitDeps in b.ts has 13 fields, at most 12',
      'MethodDeps in e.ts has 13 fields, at most 12',
    ]);
  });
});

/** Reads a tree that was made of these files. */
async function planted(files: Readonly<Record<string, string>>): Promise<readonly SourceFile[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder.path, path), text);
  return readTree(folder.path);
}
