import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readTree, type SourceFile } from './import-graph.ts';
import { FAMILIES, twinNames } from './unique-names.ts';

const src = fileURLToPath(new URL('../../src', import.meta.url));

const file = (path: string, code: string): SourceFile => ({
  path,
  code,
  lines: 1,
  imports: [],
  packages: [],
});

test('an exported name is exported once', () => {
  expect(twinNames(readTree(src))).toEqual([]);
});

test('each name of a family is exported more than once', () => {
  const files = readTree(src).map(({ code }) => code);
  const names = Object.values(FAMILIES).flat();
  const count = (name: string): number =>
    files.filter((code) => new RegExp(`^export .*(?:function|const|type) ${name}\\b`, 'm').test(code)).length;
  expect(names.filter((name) => count(name) < 2)).toEqual([]);
});

test('a planted twin is found, in a room of its own words only if both are in it', () => {
  const twin = 'export async function found(): void {}\n';
  expect(twinNames([file('a/b.ts', twin), file('c/d.ts', 'export type found = 1;\n')])).toEqual([
    'found is exported by a/b.ts and c/d.ts',
  ]);
  expect(twinNames([file('sandbox/b.ts', twin), file('c/d.ts', twin)])).toEqual([]);
  expect(twinNames([file('exports/systems/x/b.ts', twin), file('exports/systems/y/d.ts', twin)])).toEqual([]);
  expect(twinNames([file('sandbox/b.ts', twin), file('sandbox/d.ts', twin)])).toHaveLength(1);
  expect(
    twinNames([file('a/undo.ts', 'export const undo = 1;\n'), file('b/undo.ts', 'export const undo = 1;\n')]),
  ).toEqual([]);
});
