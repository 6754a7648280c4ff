import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldText, widthOf } from '../../src/terminal/width.ts';
import { cliIn } from '../support/cli-here.ts';
import { repository } from '../support/repository.ts';

// A process of its own: commands are typed in a folder.
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chatferry-'));
  await cp(join(repository, 'samples/broken'), folder, { recursive: true });
  await cp(join(repository, 'samples/legacy-dump'), join(folder, 'dump'), { recursive: true });
  await writeFile(
    join(folder, 'wide.csv'),
    'uid,name\nann,安娜安娜安娜安娜\nann,👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦\n,x\n',
  );
  await writeFile(
    join(folder, 'small.yaml'),
    'version: 1\nname: a-pipeline-with-a-name-that-is-rather-long\ntarget: sandbox\nsources:\n  users: { path: wide.csv, onDuplicate: error }\n',
  );
  for (let runs = 0; runs < 2; runs++) await cliIn(folder, ['run', 'small.yaml']);
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const LINES = [
  'validate pipeline.yaml',
  'plan pipeline.yaml',
  'run small.yaml',
  'status small.yaml',
  'verify small.yaml',
  'rejects small.yaml',
  'rejects small.yaml --code ROW.FIELD_MISSING',
  'runs small.yaml',
  'undo small.yaml',
  'report small.yaml',
  'doctor small.yaml',
  'state check small.yaml',
  'unlock small.yaml',
  'forget small.yaml --uid nobody',
  'config show small.yaml',
  'inspect users.csv messages.csv',
  'init dump --yes --zone UTC --out dump.yaml --force',
  'init nowhere',
  'explain ROW.FIELD_MISSING',
  'explain',
  'explain NO.SUCH_CODE',
  'fleet status',
  'sandbox --limits nonsense',
  'diff small.yaml a b',
  'run --frsh',
  'run nowhere/at/all/there/is/a/long/path/to/a/pipeline/file.yaml',
  'help exit-codes',
];

test.each(LINES)('%s fits 60 and 80 columns', async (line) => {
  for (const columns of [60, 80]) {
    const { out, err } = await cliIn(folder, line.split(' '), { COLUMNS: String(columns) });
    expect(out + err).not.toBe('');
    const wide = `${out}\n${err}`
      .split('\n')
      // A path or another long word cannot be broken.
      .filter((each) => widthOf(each) > columns && /\S\s+\S/.test(each.trim().replace(/ \\$/, '')));
    expect(wide).toEqual([]);
  }
});

test('a command that does not fit is broken so that it can be copied', () => {
  const command = 'chatferry run a/folder/with/a/pipeline.yaml --only users,groups --limit 10';
  const folded = foldText(`  next      ${command}`, 40);
  expect(folded.split('\n').length).toBeGreaterThan(1);
  expect(folded.replace(/^ +next +/, '').replaceAll(/ \\\n +/g, ' ')).toBe(command);
  const hint = `  → ${command}`;
  expect(
    foldText(hint, 40)
      .replace(/^ +→ /, '')
      .replaceAll(/ \\\n +/g, ' '),
  ).toBe(command);
  const late = `correct this and then that, check its files:  ${command}`;
  expect(
    foldText(late, 56)
      .replaceAll(/ \\\n +/g, ' ')
      .replaceAll(/\n +/g, ' '),
  ).toBe(late.replace(':  ', ': '));
  expect(foldText('a sentence about nothing at all, which is long', 20)).not.toContain('\\');
});
