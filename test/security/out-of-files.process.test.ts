import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startSandboxProcess } from '../e2e/cli-process.ts';
import { FAST, messageLines, targetOf, workspace } from '../e2e/workspace.ts';
import { program } from '../support/repository.ts';

/** Runs a command that may have `limit` files open at once. */
async function within(limit: number, args: readonly string[]) {
  const child = spawn(
    'sh',
    ['-c', `ulimit -n ${limit} && exec "$0" "$@"`, process.execPath, program, ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, out, err };
}

test('a run that is out of files or connections says so, and the same command goes on', async () => {
  using space = workspace(3);
  for (let file = 0; file < 80; file++)
    space.write(`messages-${file}.ndjson`, messageLines(20).replaceAll('"m-', `"m-${file}-`));
  await using sandbox = await startSandboxProcess(space.folder);
  const sources =
    '  users: { path: users.csv }\n  groups: { path: groups.csv }\n  members: { path: members.csv }\n  messages: { path: "messages-*.ndjson" }';
  const rest = FAST.replace('{', '{ concurrency: 64,');
  const pipeline = space.pipeline({ target: targetOf(sandbox), sources, rest });
  let named = 0;
  for (const limit of [24, 26, 28, 30]) {
    const { code, err } = await within(limit, ['run', pipeline, '--yes']);
    expect([0, 7]).toContain(code);
    if (code === 0) continue;
    named++;
    expect(err).toContain('MACHINE.TOO_MANY_FILES');
    expect(err).toContain('ulimit -n 4096');
    expect(err).not.toContain('BUG.UNEXPECTED');
  }
  expect(named).toBeGreaterThan(1);
  const done = await within(1024, ['run', pipeline, '--yes']);
  expect([done.code, done.err]).toEqual([0, expect.any(String)]);
  const checked = await within(1024, ['verify', pipeline, '--json']);
  expect(checked.code).toBe(0);
});

test('64 files are enough for the usual job, with the service that it starts', async () => {
  using space = workspace(300);
  const { code } = await within(64, ['run', space.pipeline({})]);
  expect(code).toBe(0);
});

test('a service that cannot be started for want of files is named as that', async () => {
  using space = workspace(3);
  const pipeline = space.pipeline({});
  for (const limit of [25, 27]) {
    const { code, err } = await within(limit, ['run', pipeline]);
    expect(code).toBe(7);
    expect(err).toContain('MACHINE.TOO_MANY_FILES');
    rmSync(join(space.folder, '.chatferry'), { recursive: true, force: true });
  }
});
