import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const CLAUSE = /\/\*\*[\s*]*(?:What|Whether|Where|How|Who|Whom|Whose)\b/g;

/**
 * Doc comments that begin with a relative clause, as in "What a run needs", where a noun or a verb names the thing at once:
 * "Things that a run needs". A comment of a boolean begins with "True if".
 * @returns the number of the line of each
 */
const clauseComments = (code: string): readonly number[] =>
  Array.from(code.matchAll(CLAUSE), ({ index }) => code.slice(0, index).split('\n').length);

const src = fileURLToPath(new URL('../../src', import.meta.url));

describe('doc comments', () => {
  test('begin with a noun or a verb', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(?:ts|js)$/.test(path),
    );
    expect(files.length).toBeGreaterThan(1000);
    const found = files.flatMap((path) =>
      clauseComments(readFileSync(join(src, path), 'utf8')).map((line) => `${path}:${line}`),
    );
    expect(found).toEqual([]);
  });

  test.for([
    ['of one line', '/** What a run needs. */\nexport type Needs = 1;\n', [1]],
    [
      'of several lines',
      'const a = 1;\n/**\n * Whether it ends.\n * @default false\n */\nconst b = a;\n',
      [2],
    ],
    [
      'of a field',
      'type Row = {\n  /** Where it begins. */\n  at: number;\n  /** Who wrote it. */\n  by: string;\n};\n',
      [2, 4],
    ],
    ['of a noun', '/** Number of rows: how many there are, and where. */\nconst rows = 1;\n', []],
    ['of a condition', '/** True if a row is known. */\nconst known = true;\n', []],
    ['that is none', '// What follows is sorted.\n/* How it was. */\nconst sorted = 1;\n', []],
  ] as const)('a planted one %s', ([, code, lines]) => {
    expect(clauseComments(code)).toEqual(lines);
  });
});
