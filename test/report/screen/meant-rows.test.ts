import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';

const row = (kind: string, id: string, name = id): string => `${kind},${id},${name}\n`;
const others = (count: number): string =>
  Array.from({ length: count }, (_, at) => row('login', `x${at}`)).join('');

/** One log of events; the users are the rows of one kind. */
const log = (...users: readonly string[]) => ({
  files: { 'users.csv': `kind,uid,name\n${users.join('')}${others(400)}` },
});

/** Starts a service, and writes the pipeline with further limits and further lines. */
async function runOf(
  more: { readonly limits?: string; readonly rest?: string },
  ...users: readonly string[]
) {
  const here = await serviceHere({ ...log(...users), rest: more.rest ?? '' });
  const text = readFileSync(here.pipeline, 'utf8')
    .replace('users: { path: users.csv }', 'users: { path: users.csv, where: { kind: user } }')
    .replace('limits: { ', `limits: { ${more.limits ?? ''}`);
  writeFileSync(here.pipeline, text);
  return here;
}

const GOOD = [row('user', 'ann'), row('user', 'ben')];

test('rows that a rule leaves out are in no share: of the screen, of the page, of the dry run', async () => {
  await using here = await runOf({}, ...GOOD);
  const { pipeline } = here;
  const dry = await runHere(['validate', pipeline]);
  expect(dry.stdout).toContain('  users 2/2, skipped 400\n');
  const { exitCode, stdout, stderr } = await runHere(['run', pipeline, '--yes']);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('  users 2/2, skipped 400\n')]);
  expect(stderr).toContain('users done: 402 rows, 400 skipped');
  const page = readFileSync(join(here.folder, '.chatferry/here/report.html'), 'utf8');
  expect(page).toContain('All 2 rows imported, 400 skipped by a rule');
  expect(page).toMatch(/<td[^>]*>402<\/td>.*<td[^>]*>100\u00a0%<\/td>/s);
});

test('nor in the shares of guards and thresholds', async () => {
  const bad = [...GOOD, row('user', 'cy', '')];
  for (const [more, said] of [
    [{ rest: 'thresholds: { rejected: "<20%" }' }, 'rejected is 33.33 %, not <20%'],
    [{ limits: 'maxRejects: 20%, ' }, '1 of 3 rows were rejected or blocked, limits.maxRejects is 20%'],
  ] as const) {
    await using here = await runOf(more, ...bad);
    for (const args of [['validate'], ['run', '--yes']]) {
      const { exitCode, result } = await here.json(args[0] as string, ...args.slice(1));
      expect([exitCode, result.error?.message]).toEqual([11, said]);
    }
  }
});
