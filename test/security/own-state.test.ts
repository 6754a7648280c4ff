import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAST, targetOf, type Workspace, workspace } from '../e2e/workspace.ts';
import { type Opened, openSandbox } from '../sandbox/sandbox-client.ts';
import { runHere } from '../support/command-here.ts';

/** Files that a command may create beside those of a finished run. */
const LATER = [
  'checkpoint.json.next',
  'ledger.log.next',
  'ledger.log.reserve',
  'ledger.sqlite',
  'ledger.sqlite-wal',
  'ledger.sqlite-shm',
  'ledger.sqlite-journal',
  'lock.claim',
  'plan.json',
  'plan.json.next',
  'report.json.next',
  'report.html.next',
  'verify.json',
  'verify.ndjson',
  'rejects/users.csv',
  'keys/members.bin',
  'sync/users.hashes',
  'sync/users.hashes.next',
  'retry/checkpoint.json',
  'retry/run.log',
  'rejects.before',
];

const stateOf = ({ folder }: Workspace): string => join(folder, '.chatferry/e2e');

const targetIn = ({ sandbox }: Opened): string =>
  targetOf({ baseUrl: sandbox.baseUrl, keyFile: sandbox.files.apiKey });

async function finished(space: Workspace, opened: Opened): Promise<string> {
  const pipeline = space.pipeline({ target: targetIn(opened), rest: FAST });
  expect(await runHere(['run', pipeline, '--yes'])).toMatchObject({ exitCode: 0 });
  return pipeline;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

test('no file of the state may be a link: the command is refused, and what it leads to is untouched', async () => {
  await using opened = await openSandbox();
  using space = workspace(20);
  const pipeline = await finished(space, opened);
  const state = stateOf(space);
  cpSync(state, `${state}.good`, { recursive: true });
  const names = [...filesIn(state), ...LATER];
  expect(names).toEqual(expect.arrayContaining(['run.log', 'ledger.log', 'checkpoint.json', 'report.json']));
  for (const name of names) {
    rmSync(state, { recursive: true });
    cpSync(`${state}.good`, state, { recursive: true });
    const path = join(state, name);
    const precious = space.write('precious', existsSync(path) ? readFileSync(path) : 'precious\n');
    const before = digest(precious);
    rmSync(path, { force: true });
    if (!existsSync(join(path, '..'))) continue;
    symlinkSync(precious, path);
    const { exitCode, stderr } = await runHere(['run', pipeline, '--yes', '--fresh']);
    expect([name, exitCode, stderr]).toEqual([
      name,
      2,
      expect.stringContaining(`${path} is a symbolic link`),
    ]);
    expect([name, digest(precious), statSync(precious).isFile()]).toEqual([name, before, true]);
  }
});

test.each([
  'run --yes',
  'plan',
  'plan --online',
  'verify',
  'undo',
  'rejects retry --yes',
  'rejects',
  'status',
  'report',
])('%s refuses a link, a folder that is one, and one that others can write', async (line) => {
  const command = line.split(' ');
  await using opened = await openSandbox();
  using space = workspace(20);
  const pipeline = await finished(space, opened);
  const state = stateOf(space);
  const precious = space.write('precious', 'precious\n');
  const words = command.filter((word) => !word.startsWith('--'));
  const refusal = async (): Promise<string> => {
    const { exitCode, stderr } = await runHere([...words, pipeline, ...command.slice(words.length)]);
    expect(exitCode, stderr).toBe(2);
    return stderr;
  };
  const requests = opened.events.length;
  symlinkSync(precious, join(state, 'ledger.sqlite-wal'));
  expect(await refusal()).toMatch(/STATE\.NOT_OWN/);
  rmSync(join(state, 'ledger.sqlite-wal'));
  chmodSync(join(state, 'rejects'), 0o770);
  expect(await refusal()).toContain('its mode is 0770');
  chmodSync(join(state, 'rejects'), 0o700);
  chmodSync(state, 0o707);
  expect(await refusal()).toContain(`chmod go-w ${state}`);
  chmodSync(state, 0o700);
  cpSync(state, `${state}.elsewhere`, { recursive: true });
  rmSync(state, { recursive: true });
  symlinkSync(`${state}.elsewhere`, state);
  expect(await refusal()).toContain('is a symbolic link');
  expect(opened.events.length).toBe(requests);
  expect(readFileSync(precious, 'utf8')).toBe('precious\n');
});

test('the folder around the state is no link, belongs to nobody else, and nobody else writes to it or above it', async () => {
  await using opened = await openSandbox();
  using space = workspace(3);
  const pipeline = await finished(space, opened);
  const around = join(space.folder, '.chatferry');
  const again = async () => {
    const { exitCode, stderr } = await runHere(['run', pipeline, '--yes']);
    return exitCode === 0 ? 'ok' : stderr;
  };
  for (const path of [around, space.folder])
    for (const [mode, may] of [
      [0o777, false],
      [0o1777, true],
      // The group of this user is that of nobody else.
      [0o770, true],
      [0o700, true],
    ] as const) {
      chmodSync(path, mode);
      const said = await again();
      if (may) expect([path, mode, said]).toEqual([path, mode, 'ok']);
      else expect(said).toContain(`chmod go-w ${path}`);
    }
  renameSync(around, join(space.folder, 'disk'));
  symlinkSync(join(space.folder, 'disk'), around);
  expect(await again()).toContain(`${around} is a symbolic link`);
});

/** A user who is not this one. */
const OTHER = 65_534;

test.runIf(process.getuid?.() === 0)(
  'the state of another user is not written to, also by root',
  async () => {
    await using opened = await openSandbox();
    using space = workspace(3);
    const pipeline = await finished(space, opened);
    const around = join(space.folder, '.chatferry');
    const requests = opened.events.length;
    for (const path of [around, join(around, 'e2e'), join(around, 'e2e/checkpoint.json')]) {
      chownSync(path, OTHER, OTHER);
      const { exitCode, stderr } = await runHere(['run', pipeline, '--yes']);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('STATE.NOT_OWN')]);
      expect(stderr).toContain(`chown -R 0 ${path}`);
      chownSync(path, 0, 0);
    }
    expect(opened.events.length).toBe(requests);
    expect(await runHere(['run', pipeline, '--yes'])).toMatchObject({ exitCode: 0 });
  },
);

test('whatever the umask, what is saved is for its owner alone', async () => {
  await using opened = await openSandbox();
  using space = workspace(20);
  writeFileSync(join(space.folder, 'users.csv'), 'uid,name\nann,Ann\nb d,Bad\nben,Ben\ncy,Cy\n');
  const before = process.umask(0);
  try {
    const pipeline = space.pipeline({ target: targetIn(opened), rest: FAST });
    await runHere(['run', pipeline, '--yes']);
    await runHere(['plan', pipeline]);
    await runHere(['verify', pipeline]);
  } finally {
    process.umask(before);
  }
  const state = stateOf(space);
  const entries = readdirSync(state, { recursive: true, withFileTypes: true });
  expect(entries.length).toBeGreaterThan(10);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const mode = (statSync(path).mode & 0o777).toString(8);
    expect([path, mode]).toEqual([path, entry.isDirectory() ? '700' : '600']);
  }
});
