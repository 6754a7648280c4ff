import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widthOf } from '../../src/terminal/width.ts';
import { mainHere } from '../support/main-here.ts';

const FAMILY = '👩‍👩‍👧‍👦';
const ESCAPE = '\u001b';
const [cwd, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'widths-'))];

// Paths are shown from the working directory, so that the expected texts hold none of this machine.
beforeAll(() => {
  const users = Array.from({ length: 1_200 }, (_, n) => `u${n},名前${n},x,hello\n`).join('');
  writeFileSync(
    join(folder, '利用者.csv'),
    `uid,name,部署${FAMILY}と役職,statusMessage\n山田${FAMILY},山田,x,\n${users}`,
  );
  writeFileSync(
    join(folder, 'チーム.csv'),
    `guid,name,owner\nteam,チーム${FAMILY},"山田 太郎さん${FAMILY.repeat(12)}"\n`,
  );
  const target = 'target: { baseUrl: "https://127.0.0.1:9/v3", apiKey: { env: NONE } }';
  const lines = ['sources:', '  users: { path: 利用者.csv }', '  groups: { path: チーム.csv }', target];
  const write = (name: string, ...more: string[]): void =>
    writeFileSync(join(folder, name), ['version: 1', 'name: wide', ...lines, ...more].join('\n'));
  write('移行.yaml');
  write(
    '誤り.yaml',
    `references: "山田${FAMILY}と、とても長い名前の誰か"`,
    'limits: { batch: 99, concurrency: 99, timeoutSeconds: 0 }',
  );
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(cwd);
  rmSync(folder, { recursive: true, force: true });
});

const timeless = (text: string): string => text.replaceAll(/\d+(?:\.\d)? s\b/g, 'T s');
const PLAIN = { NO_COLOR: '1', TERM: 'xterm', CI: '' };

describe.each([60, 80, 120])('on a terminal of %i columns', (columns) => {
  test.each([
    ['plan', ['plan', '移行.yaml'], 0],
    ['validate', ['validate', '移行.yaml'], 4],
    ['error', ['validate', '誤り.yaml'], 2],
  ] as const)(
    '%s says the same as before, in lines that fit by the cells they take',
    async (name, args, exit) => {
      const { code, out, err } = await mainHere(args, PLAIN, { typed: '', columns });
      expect(code, err).toBe(exit);
      const text = timeless(exit === 2 ? err : out);
      await expect(text).toMatchFileSnapshot(`../fixtures/widths/${name}-${columns}.txt`);
      // A command is never cut or folded, so that it can be copied.
      const long = text.split('\n').filter((line) => widthOf(line) > columns && !line.includes('chatferry '));
      expect(long).toEqual([]);
      expect(text).toMatch(/[^ -~\n]/);
    },
  );
});

describe('colours and moves of the cursor', () => {
  const shown = async (env: Record<string, string>, typed?: string): Promise<string> => {
    const { out, err } = await mainHere(['validate', '移行.yaml'], env, typed === undefined ? {} : { typed });
    return out + err;
  };
  const nothing = { NO_COLOR: '', CI: '', TERM: 'xterm', FORCE_COLOR: '', CLICOLOR_FORCE: '' };

  test('are there on a terminal', async () => expect(await shown(nothing, '')).toContain(ESCAPE));
  test.each([
    ['in a pipe', nothing, undefined],
    ['with NO_COLOR', { ...nothing, NO_COLOR: '1' }, ''],
    ['with TERM=dumb', { ...nothing, TERM: 'dumb' }, ''],
    ['with CI', { ...nothing, CI: 'true' }, ''],
  ])('are not there %s', async (_where, env, typed) => {
    expect(await shown(env, typed)).not.toContain(ESCAPE);
  });
});
