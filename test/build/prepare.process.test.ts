import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../support/repository.ts';

type Ended = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

const NOBODY = 65_534;
let clone: string;

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'chatferry-'));
  const own = ['src', 'build', 'dist', 'package.json', 'package-lock.json', 'tsconfig.json'];
  for (const name of [...own, 'tsconfig.build.json', 'samples/small', 'pipelines'])
    await cp(join(repository, name), join(clone, name), { recursive: true, preserveTimestamps: true });
  await symlink(join(repository, 'node_modules'), join(clone, 'node_modules'));
});

afterAll(() => rm(clone, { recursive: true, force: true }));

function ended(
  program: string,
  args: readonly string[],
  options: { readonly uid?: number; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: clone, ...options }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const prepare = (uid?: number): Promise<Ended> =>
  ended(process.execPath, ['build/prepare.js'], uid === undefined ? {} : { uid });
const partsIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /^part-.*\.js$/.test(name));
const stampTime = (): number => statSync(join(clone, 'dist/.built.json')).mtimeMs;

test('prepare does nothing where dist fits the sources', async () => {
  const before = stampTime();
  expect(await prepare()).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  expect(stampTime()).toBe(before);
});

test('the first npx in a clone answers without a build, with an empty cache of npx', async () => {
  const before = stampTime();
  const cache = await mkdtemp(join(tmpdir(), 'chatferry-npx-'));
  try {
    const env = { ...process.env, npm_config_cache: cache, npm_config_update_notifier: 'false' };
    const said = await ended('npx', ['chatferry', '--version'], { env });
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    expect(said).toMatchObject({ exitCode: 0, stdout: `${version}\n` });
    expect(stampTime()).toBe(before);
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
});

test('sources that changed and a dist that is half there are built in one line, beside what a running command uses', async () => {
  // Those of this build; of builds before it there may be more, which end with the next one.
  const { files } = JSON.parse(readFileSync(join(clone, 'dist/.built.json'), 'utf8')) as { files: object };
  const [lost, ...before] = Object.keys(files).filter((name) => /^part-.*\.js$/.test(name));
  const args = ['dist/cli.js', 'sandbox', '--port', '0', '--json', '--until-stdin-ends'];
  const running = spawn(process.execPath, args, { cwd: clone });
  await once(running.stdout, 'data');
  rmSync(join(clone, 'dist', lost as string));
  appendFileSync(join(clone, 'src/cli.ts'), "process.stderr.write('');\n");

  const { stdout, ...rest } = await prepare();
  expect(rest).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^chatferry: built dist in \d+\.\d s\n$/);
  const after = partsIn(join(clone, 'dist'));
  expect(before.filter((part) => !after.includes(part))).toEqual([]);
  expect(readdirSync(clone).filter((name) => name.startsWith('dist-'))).toEqual([]);
  expect(await prepare()).toEqual({ exitCode: 0, stdout: '', stderr: '' });

  const [, [code]] = await Promise.all([
    running.stdin.end(),
    once(running, 'exit') as Promise<[number | null]>,
    text(running.stderr),
  ]);
  expect(code).toBe(0);
  expect(
    await ended(process.execPath, ['dist/cli.js', 'run', 'pipelines/one-shot-migration.yaml']),
  ).toMatchObject({
    exitCode: 0,
  });
});

test('a checkout that is read-only works as long as dist fits; else one line says what is wrong', async () => {
  const uid = process.getuid?.() === 0 ? NOBODY : undefined;
  // The folder around it is for one user alone.
  const around = dirname(clone);
  const { mode } = statSync(around);
  chmodSync(around, 0o711);
  chmodSync(clone, 0o555);
  try {
    expect(await prepare(uid)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    appendFileSync(join(clone, 'src/cli.ts'), '// changed\n');
    const { stderr, ...rest } = await prepare(uid);
    expect(rest).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^chatferry: cannot build dist: EACCES[^\n]*\n$/);
    rmSync(join(clone, 'dist/.built.json'));
    expect((await prepare(uid)).exitCode).toBe(1);
  } finally {
    chmodSync(clone, 0o755);
    chmodSync(around, mode);
  }
});
