import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadPipeline, parsePipeline } from '../../src/pipeline/pipeline.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fault(text: string): { message: string; line: number; column: number } {
  try {
    parsePipeline(text, join(folder, 'p.yaml'), {});
  } catch (error) {
    const { message, where } = error as Error & { where: { line: number; column: number } };
    return { message, line: where.line, column: where.column };
  }
  throw new Error('it was taken');
}

const HEAD = 'version: 1\nname: a\n';

test.each([
  [`${HEAD}source:\n  users: { path: u.csv }\n`, /^unknown key source, did you mean sources\n/, 3, 1],
  [HEAD, /^sources is missing: expected a mapping$/, 1, 1],
  ['', /expected a mapping, got nothing/, 1, 1],
  [`${HEAD}sources: 5\n`, /^sources: expected a mapping, got a number$/, 3, 10],
  ['version: 1\nname: 29e999\n', /^name: expected text, got a number: put it in quotes\n/, 2, 7],
  ['version: 1\nname: 2900\n', /^name: expected text, got a number: put it in quotes\n/, 2, 7],
  [`${HEAD}sources:\n  users: {}\n`, /sources\.users/, 4, 10],
  ['version: 1\nname: a: b\n', /^a second ": " in one line/, 2, 7],
  [`${HEAD}sources:\n\tusers: { path: u.csv }\n`, /^a tab cannot indent YAML/, 4, 1],
  [`${HEAD}sources:\n  users: [\n  { path: u.csv }\n`, /^wrong indentation/, 5, 3],
  [`${HEAD}name: b\n`, /^this key is there twice/, 3, 1],
  [`${HEAD}sources: *none\n`, /^there is no anchor &none before the alias \*none$/, 3, 10],
  [`${HEAD}sources:\n  users: { <<: 5 }\n`, /^<< expects an alias of a mapping/, 4, 12],
  [`${HEAD}sources: { users: { path: u.csv }\n`, /^missing|^expected|^wrong/, 4, 1],
  [
    `${HEAD}limits: { batch: 99 }\nsources: { users: { path: u } }\n`,
    /^limits.batch: expected at most 50$/,
    3,
    18,
  ],
  [
    `${HEAD}references: no\nsources: { users: { path: u } }\n`,
    /^references: expected one of closed, open$/,
    3,
    13,
  ],
  [`${HEAD}sources: @x\n`, /special character/, 3, 10],
])('%j is told in plain words, with its place', (text, message, line, column) => {
  const found = fault(text);
  expect(found.message).toMatch(message);
  expect(found.message).not.toMatch(/implicit|flow|scalar|invalid|received|undefined|too big|too small/i);
  expect([found.line, found.column]).toEqual([line, column]);
});

test('merge keys give a source what another one has', () => {
  const file = join(folder, 'merged.yaml');
  writeFileSync(
    file,
    `${HEAD}sources:\n  users: &base { path: u.csv, delimiter: ";" }\n  groups: { <<: *base, path: g.csv }\n`,
  );
  const { sources } = loadPipeline(file, {});
  expect(sources.groups).toMatchObject([{ path: 'g.csv', delimiter: ';' }]);
});
