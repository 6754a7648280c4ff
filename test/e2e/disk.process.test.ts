import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cli, type SandboxHere, startSandboxHere } from '../support/cli-here.ts';
import { program } from '../support/repository.ts';
import type { Ended } from './cli-process.ts';
import { serviceReader } from './service-reader.ts';
import { FAST, messageLines, targetOf, workspace } from './workspace.ts';

const MESSAGES = 1_500;

let folder: string;
let service: SandboxHere;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chatferry-disk-'));
  service = await startSandboxHere(folder);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Runs a command under a limit of the shell: `-f` of blocks of 512 bytes in a file, `-n` of open files. */
async function limited(limit: string, args: readonly string[]): Promise<Ended> {
  const command = ['-c', `ulimit ${limit}; exec "$@"`, 'sh', process.execPath, program];
  const child = spawn('sh', [...command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await closed;
  return { code, signal, out, err };
}

/** What a command that the disk has stopped must say. */
function expectStopped({ code, err }: Pick<Ended, 'code' | 'err'>, commandLine: string): void {
  expect(err).not.toMatch(/BUG\.|CORRUPT|Suppressed/);
  expect(code, err).toBe(7);
  expect(err).toMatch(/STATE\.UNWRITABLE\n {2}\/\S+ cannot be written: .+, [\d ]+ [kM]B free/);
  expect(err).toContain(`continue with:  chatferry ${commandLine}`);
}

/** A pipeline with keys of its own, so that every test has its own rows in the service. */
function pipelineIn(space: ReturnType<typeof workspace>, name: string, rest = FAST): string {
  space.write('messages.ndjson', messageLines(MESSAGES).replaceAll('"m-', `"${name}-`));
  const file = space.pipeline({ target: targetOf(service), rest });
  writeFileSync(file, readFileSync(file, 'utf8').replace('name: e2e', `name: ${name}`));
  return file;
}

async function messagesOf(name: string): Promise<number> {
  const found: string[] = [];
  for await (const { muid } of serviceReader(service.baseUrl, service.apiKey).messages())
    if (muid?.startsWith(`${name}-`)) found.push(muid);
  expect(new Set(found).size).toBe(found.length);
  return found.length;
}

describe('a file that may not become larger', () => {
  test.each([
    ['run', '', [2, 24, 72, 200]],
    ['sync', '\nsync: { onMissing: keep }', [2, 24, 72, 200]],
  ] as const)('stops a %s with exit 7, and the same command goes on', async (name, rest, sizes) => {
    using space = workspace();
    const file = pipelineIn(space, name, FAST + rest);
    for (const size of sizes) {
      const ended = await limited(`-f ${size}`, ['run', file, '--yes']);
      expectStopped(ended, `run ${file} --yes`);
    }
    const { code, err } = await cli(['run', file, '--yes']);
    expect(code, err).toBe(0);
    expect(await messagesOf(name)).toBe(MESSAGES);
  });

  test('stops a retry of the rejects and an undo with exit 7, and the same command goes on', async () => {
    using space = workspace();
    const file = pipelineIn(space, 'retry', FAST.replace('{ ', '{ maxRejects: 100%, '));
    space.write(
      'messages.ndjson',
      messageLines(MESSAGES).replaceAll('"m-', '"retry-').replaceAll('"ben"', '"nobody"'),
    );
    expect((await cli(['run', file, '--yes'])).code).toBe(4);
    const rejects = join(space.folder, '.chatferry/retry/rejects/messages.ndjson');
    writeFileSync(rejects, readFileSync(rejects, 'utf8').replaceAll('"nobody"', '"ben"'));
    const retry = ['rejects', 'retry', file, '--yes'];
    for (const size of [2, 24, 72]) expectStopped(await limited(`-f ${size}`, retry), retry.join(' '));
    const retried = await cli(retry);
    expect(retried.code, retried.err).toBe(0);
    expect(await messagesOf('retry')).toBe(MESSAGES);

    const shown = await cli(['undo', file, '--json', '--include-used']);
    const { confirm } = JSON.parse(shown.out) as { readonly confirm: string };
    const undo = ['undo', file, '--include-used', '--confirm', confirm];
    expectStopped(await limited('-f 2', undo), undo.join(' '));
    const undone = await cli(undo);
    expect(undone.code, undone.err).toBe(0);
    expect(await messagesOf('retry')).toBe(0);
  });
});

describe('a state folder that cannot be written', () => {
  test('is refused before the first request, with the path', async () => {
    using space = workspace();
    const file = pipelineIn(space, 'nowhere');
    space.write('.chatferry', 'a file where the folder should be');
    const { code, err } = await cli(['run', file, '--yes']);
    expect(code).toBe(7);
    expect(err).toContain('STATE.UNWRITABLE');
    expect(err).toContain(join(space.folder, '.chatferry/nowhere'));
    expect(err).toMatch(/a part of the path is a file \(ENOTDIR\)/);
    expect(await messagesOf('nowhere')).toBe(0);
  });
});

/** A memory file system of its own; undefined where this user may not mount one. */
function mounted(path: string, size: string): ((options: string) => void) | undefined {
  mkdirSync(path);
  const mount = (options: string): void =>
    void execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' });
  try {
    mount(`size=${size}`);
  } catch {
    return undefined;
  }
  return (options) => mount(`remount,${options}`);
}

describe('a real disk', () => {
  test('that is too small is said before, stops the run when it is full, and lets it go on', async (context) => {
    using space = workspace();
    const disk = join(space.folder, 'disk');
    const remount = mounted(disk, '384k');
    if (!remount) return context.skip('this user may not mount a memory file system');
    try {
      const file = pipelineIn(space, 'small', `${FAST}\nstate: disk`);
      const full = await cli(['run', file, '--yes']);
      expect(full.err).toMatch(
        /^warning: the disk of .+ has \d+ kB free; the sources are \d+ kB, and a run may need/,
      );
      expectStopped(full, `run ${file} --yes`);
      remount('size=384k,ro');
      const refused = await cli(['run', file, '--yes']);
      expectStopped(refused, `run ${file} --yes`);
      expect(refused.err).toContain('the file system is read-only');
      remount('size=8m,rw');
      const done = await cli(['run', file, '--yes']);
      expect(done.code, done.err).toBe(0);
      expect(await messagesOf('small')).toBe(MESSAGES);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe('open files', () => {
  test('64 are enough for a run; fewer end it with exit 7, named as that', async () => {
    using space = workspace();
    const file = pipelineIn(space, 'files');
    const few = await limited('-n 24', ['run', file, '--yes']);
    expect(few.code, few.err).toBe(7);
    expect(few.err).toContain('MACHINE.TOO_MANY_FILES');
    const enough = await limited('-n 64', ['run', file, '--yes']);
    expect(enough.code, enough.err).toBe(0);
    expect(await messagesOf('files')).toBe(MESSAGES);
  });
});

describe('output that cannot be written', () => {
  test.each([
    ['on a full device', 'full', () => openSync('/dev/full', 'w')],
    ['on a closed descriptor', 'closed', undefined],
    ['into a pipe that nobody reads', 'pipe', 'pipe'],
  ] as const)('%s stops nothing: the exit code is that of the run', async (_, name, to) => {
    using space = workspace();
    const file = pipelineIn(space, name);
    const close = to === undefined ? ' >&- 2>&-' : '';
    const output = typeof to === 'function' ? to() : 'pipe';
    const child = spawn(
      'sh',
      ['-c', `exec "$@"${close}`, 'sh', process.execPath, program, 'run', file, '--yes'],
      { stdio: ['ignore', output, output] },
    );
    child.stdout?.destroy();
    child.stderr?.destroy();
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(await messagesOf(name)).toBe(MESSAGES);
  });
});
