import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RunError } from '../../../src/errors/run-error.ts';
import {
  type SpoolOptions,
  type SpoolSpec,
  spoolCommand,
  spooledName,
} from '../../../src/pipeline/code/spool-sources.ts';
import { realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';

let folder = '';
let spools = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatferry-'));
  spools = join(folder, 'state/spool');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = (more: Partial<SpoolOptions> = {}): SpoolOptions => ({
  folder: spools,
  name: 'users-1',
  place: { file: join(folder, 'pipeline.yaml'), folder },
  allowCode: false,
  again: false,
  env: process.env,
  secrets: [],
  stdin: Readable.from([]),
  signal: new AbortController().signal,
  system: realSystem,
  ...more,
});
const spool = (spec: SpoolSpec, more?: Partial<SpoolOptions>): Promise<string> =>
  spoolCommand(spec, options(more));
const sh = (script: string): SpoolSpec => ['sh', '-c', script];
const textOf = (path: string): string => zstdDecompressSync(readFileSync(path)).toString();

async function refused(work: Promise<unknown>): Promise<RunError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RunError)) throw new Error(`no RunError: ${error}`);
  expect(readdirSync(spools)).toEqual([]);
  return error;
}

test('the output of a program is kept, compressed, for its owner alone, and used again', async () => {
  const script = sh('echo ran >> count; printf "uid,name\\nann,Ann\\n"');
  const path = await spool(script);
  expect(textOf(path)).toBe('uid,name\nann,Ann\n');
  expect([statSync(path).mode & 0o777, statSync(spools).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(await spool(script)).toBe(path);
  expect(path).toMatch(/users-1-[0-9a-f]{12}\.csv\.zst$/);
  expect(readFileSync(join(folder, 'count'), 'utf8')).toBe('ran\n');
  await spool(script, { again: true });
  expect(readFileSync(join(folder, 'count'), 'utf8')).toBe('ran\nran\n');
  expect(readdirSync(spools)).toHaveLength(1);
});

test('a changed command is never taken for the one before, and nothing goes through a shell', async () => {
  const one = await spool(['echo', '$HOME; exit 1', '*']);
  expect(textOf(one)).toBe('$HOME; exit 1 *\n');
  expect(await spool(['echo', 'b'])).not.toBe(one);
});

test('the first bytes tell the format, which a later export may change', async () => {
  expect(await spool(['echo', '{"uid":"ann"}'])).toMatch(/\.ndjson\.zst$/);
  const script = sh('if [ -e ran ]; then echo "{}"; else echo uid; fi; : > ran');
  const first = await spool(script, { name: 'groups-1' });
  expect(first).toMatch(/\.csv\.zst$/);
  const second = await spool(script, { name: 'groups-1', again: true });
  expect(second).toMatch(/\.ndjson\.zst$/);
  expect(readdirSync(spools).filter((name) => name.startsWith('groups'))).toHaveLength(1);
  expect(await spool(script, { name: 'groups-1' })).toBe(second);
});

test('what is compressed already is kept as it is', async () => {
  const bytes = gzipSync('uid\nann\n');
  writeFileSync(join(folder, 'a.gz'), bytes);
  expect(readFileSync(await spool(['cat', 'a.gz']))).toEqual(bytes);
});

test('a large output arrives whole', async () => {
  const path = await spool([
    process.execPath,
    '-e',
    'for (let n = 0; n < 400000; n++) console.log("row", n)',
  ]);
  const lines = textOf(path).split('\n');
  expect([lines.length, lines.at(-2)]).toEqual([400_001, 'row 399999']);
});

test.each([
  ['echo "uid"; echo "ERROR: no table" >&2; exit 3', 'sh ended with exit code 3\nERROR: no table'],
  ['echo uid; kill -9 $$', 'sh was ended by SIGKILL'],
  ['echo quiet >&2', 'sh printed nothing\nquiet'],
  [
    'for n in 1 2 3 4 5 6 7; do echo "line $n" >&2; done; exit 1',
    'exit code 1\nline 3\nline 4\nline 5\nline 6\nline 7',
  ],
  ['printf "\\033[31mred\\n" >&2; exit 1', 'exit code 1\n\\u001b[31mred'],
])('a command that fails is told, and no part of its output is used: %s', async (script, said) => {
  const error = await refused(spool(sh(script)));
  expect([error.code, error.where]).toEqual(['SOURCE.COMMAND_FAILED', { file: 'command:sh' }]);
  expect(error.message).toContain(said);
});

test('a program that is not there or cannot be run is told', async () => {
  expect((await refused(spool(['no-such-program-here']))).message).toBe(
    'no-such-program-here did not start: there is no such program',
  );
  writeFileSync(join(folder, 'plain'), 'x', { mode: 0o600 });
  expect((await refused(spool(['./plain']))).message).toContain('is not executable');
});

test('a program beside the pipeline that others can change is not run', async () => {
  writeFileSync(join(folder, 'dump.sh'), '#!/bin/sh\necho uid\n', { mode: 0o700 });
  expect(textOf(await spool(['./dump.sh']))).toBe('uid\n');
  chmodSync(join(folder, 'dump.sh'), 0o777);
  await expect(spool(['./dump.sh'], { again: true })).rejects.toThrow('can be changed by others');
  expect(textOf(await spool(['./dump.sh'], { again: true, allowCode: true }))).toBe('uid\n');
  expect(spooledName(['./dump.sh'])).toBe('command:dump.sh');
});

test('a silent command is ended with all that it started', async () => {
  const error = await refused(
    spool(sh('echo waiting >&2; sleep 60 & echo $! > pid; wait'), { silentMs: 4_500 }),
  );
  expect([error.code, error.message]).toEqual([
    'SOURCE.COMMAND_SILENT',
    'sh printed nothing for 4.5 seconds and was ended\nwaiting',
  ]);
  await untilGone(readFileSync(join(folder, 'pid'), 'utf8'));
});

test('a command that says something now and then is not silent', async () => {
  expect(
    textOf(await spool(sh('for n in 1 2 3 4 5 6; do sleep 1; echo $n; done'), { silentMs: 5_000 })),
  ).toBe('1\n2\n3\n4\n5\n6\n');
});

test('an interrupt ends the command, also one that ignores it, and leaves nothing', async () => {
  const stop = new AbortController();
  const reason = new RunError('RUN.INTERRUPTED', 'SIGINT');
  const work = spool(sh('trap "" TERM PIPE; echo $$ > pid; while :; do sleep 0.1; done'), {
    signal: stop.signal,
  });
  await expect
    .poll(() => (existsSync(join(folder, 'pid')) ? readFileSync(join(folder, 'pid'), 'utf8') : ''))
    .toMatch(/\d\n/);
  stop.abort(reason);
  expect(await refused(work)).toBe(reason);
  await untilGone(readFileSync(join(folder, 'pid'), 'utf8'));
});

test('output that does not fit is told before the disk is full, and is removed', async () => {
  const space = { bavail: 1_000, bsize: 4_096 } as ReturnType<typeof realFiles.statfsSync>;
  const files = { ...realFiles, statfsSync: () => space };
  const error = await refused(spool(sh('while :; do echo row; done'), { system: { ...realSystem, files } }));
  expect(error.code).toBe('SOURCE.SPOOL_FULL');
  expect(error.message).toContain('4 MB free');
});

test('a disk that is full is told the same way', async () => {
  const files = {
    ...realFiles,
    open: async (...where: Parameters<typeof realFiles.open>) => ({
      ...(await realFiles.open(...where)),
      write: () => Promise.reject(Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' })),
      close: async () => {},
      [Symbol.asyncDispose]: async () => {},
    }),
  } as typeof realFiles;
  expect((await refused(spool(sh('echo row'), { system: { ...realSystem, files } }))).code).toBe(
    'SOURCE.SPOOL_FULL',
  );
});

test('what a killed run has left is removed, what belongs to another source is not', async () => {
  await spool(['echo', 'x'], { name: 'messages-1' });
  writeFileSync(join(spools, 'users-1-aa.zst.00.part'), 'half');
  writeFileSync(join(spools, 'users-10-aa.zst.00.part'), 'half');
  await spool(['echo', 'x']);
  expect(readdirSync(spools).filter((name) => name.endsWith('.part'))).toEqual(['users-10-aa.zst.00.part']);
});

test('the command gets no setting of chatferry', async () => {
  const env = { ...process.env, CHATFERRY_API_KEY: 'k123', DATABASE: 'chat' };
  expect(textOf(await spool(sh('echo "$DATABASE [$CHATFERRY_API_KEY]"'), { env }))).toBe('chat []\n');
});

test('standard input is kept the same way, once', async () => {
  const stdin = Readable.from([Buffer.from('uid,na'), Buffer.from('me\nann,Ann\n')]);
  const path = await spool('-', { stdin });
  expect(textOf(path)).toBe('uid,name\nann,Ann\n');
  expect(await spool('-', { stdin })).toBe(path);
  const second = await spool('-', { stdin, name: 'groups-1' }).catch((thrown: RunError) => thrown);
  expect((second as RunError).message).toContain('was already read');
  expect((second as RunError).hint).toBe('use a file or a command for all entities but one');
  expect(spooledName('-')).toBe('stdin');
});

test('standard input that is a terminal or empty is told', async () => {
  const terminal = Object.assign(Readable.from(['x']), { isTTY: true });
  const error = await spool('-', { stdin: terminal }).catch((thrown: RunError) => thrown);
  expect(error).toMatchObject({ code: 'SOURCE.STDIN_MISSING', message: 'standard input is a terminal' });
  expect((error as RunError).hint).toMatch(
    /: {2}cat messages\.csv \| chatferry run \S*\/pipeline\.yaml --yes$/,
  );
  expect((await refused(spool('-'))).message).toBe('standard input is empty');
});

test('an interrupt ends the wait for standard input', async () => {
  const stop = new AbortController();
  const reason = new RunError('RUN.INTERRUPTED', 'SIGINT');
  const work = spool('-', { stdin: new Readable({ read: () => {} }), signal: stop.signal });
  await sleep(50);
  stop.abort(reason);
  expect(await refused(work)).toBe(reason);
});

/** Waits until a process has ended. */
async function untilGone(pid: string): Promise<void> {
  for (; ; await sleep(50)) {
    try {
      process.kill(Number(pid), 0);
      if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid.trim()}/status`, 'utf8'))) return;
    } catch {
      return;
    }
  }
}
