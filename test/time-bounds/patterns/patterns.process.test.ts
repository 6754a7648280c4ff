import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.ts';
import { costsMore } from './costs-more.ts';
import { allPatterns, builtPatterns, type FoundPattern, readVerdicts } from './patterns.ts';

/** Without a program of another platform: few patterns are new. */
process.env['RECHECK_SYNC_BACKEND'] = 'pure';

const isLinear = ({ source, flags }: Pick<FoundPattern, 'source' | 'flags'>): boolean =>
  checkSync(source, flags, { timeout: 60_000 }).status === 'safe';

test('every regular expression of the source takes linear time, or there is a reason why it may not', () => {
  const verdicts = readVerdicts();
  const all = allPatterns();
  expect(all.size).toBeGreaterThan(700);
  const unseen = [...all].filter(([text]) => !verdicts.has(text));
  // `npm run test:patterns` says more, and writes the verdicts.
  expect(unseen.filter(([, found]) => !isLinear(found))).toEqual([]);
  const reasons = [...verdicts].filter(([, why]) => why !== 'linear');
  expect(reasons.filter(([text]) => !all.has(text))).toEqual([]);
});

test('those that are built are found wherever they are built', () => {
  const files = globSync('src/**/*.{ts,js}', { cwd: repository }).filter((path) =>
    /\bRegExp\(/.test(readFileSync(join(repository, path), 'utf8')),
  );
  expect([...new Set(builtPatterns().map(({ path }) => path))].sort()).toEqual(files.sort());
});

test.each(['^(?:a|aa)+$', '^(\\s*)•', '\\s+$', '(?:[^"]|"(?:[^"]|"")+")*x'])(
  'a planted one is found: %s',
  (source) => {
    expect(isLinear({ source, flags: 'gm' })).toBe(false);
  },
);

test.each([
  ['(?:a|aa)+$', [{ prefix: '', pump: 'a' }], 'x', true],
  ['\\s+$', [{ prefix: '', pump: ' ' }], 'x', true],
  [
    '\\}\\s*,\\s*(?=\\{)',
    [
      { prefix: '},', pump: '\t' },
      { prefix: '', pump: '}' },
    ],
    '',
    false,
  ],
  ['a+b', [{ prefix: '', pump: 'ab' }], '', false],
] as const)(
  'an attack of the checker counts if the engine is slow, too: %s',
  (source, pumps, suffix, slow) => {
    expect(costsMore(source, 'g', { pumps, suffix })).toBe(slow);
  },
);
