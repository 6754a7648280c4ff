import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { checkMessages } from '../../e2e/checker.ts';
import { cli, startCli } from '../../e2e/cli-process.ts';
import { serviceReader } from '../../e2e/service-reader.ts';
import { FAST, targetOf, type Workspace, workspace } from '../../e2e/workspace.ts';
import { startSandboxHere } from '../../support/cli-here.ts';
import { program } from '../../support/repository.ts';
import { startGate } from '../../support/services/gate.ts';

/** The program that gives a process its own namespaces; only Linux has it. */
const NAMESPACES = 'unshare';
const UNSHARE = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canUnshare = spawnSync(NAMESPACES, [...UNSHARE, 'true']).status === 0;

const lockOf = ({ folder }: Workspace): string => join(folder, '.chatferry/e2e/lock');

async function untilSome(count: () => Promise<number>): Promise<void> {
  while ((await count()) < 100) await sleep(20);
}

/** Waits until the messages have stayed as many for a while: nothing is on its way. */
async function settled(count: () => Promise<number>): Promise<number> {
  for (;;) {
    const before = await count();
    await sleep(2_000);
    if ((await count()) === before) return before;
  }
}

/** A command line in a process namespace of its own, as in a container. */
function startInside(args: readonly string[]): {
  child: ChildProcess;
  ended: Promise<number | null>;
  err: () => string;
} {
  const child = spawn(NAMESPACES, [...UNSHARE, process.execPath, program, ...args], { stdio: 'pipe' });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stdout.resume();
  return { child, err: () => text, ended: once(child, 'close').then(([code]) => code as number | null) };
}

/** The messages of the service, counted by reading them. */
async function messagesIn(reader: ReturnType<typeof serviceReader>): Promise<number> {
  let count = 0;
  for await (const _ of reader.messages()) count++;
  return count;
}

/**
 * @param perMinute limits of the first run; `hurry` lifts them, which changes nothing of the run itself
 * @param requests with messages that come through before it
 */
async function place(perMinute: number, requests?: number) {
  const space = workspace(2_000);
  const sandbox = await startSandboxHere(space.folder);
  const gate = await startGate(sandbox.baseUrl, '/data_import/messages', requests);
  const target = targetOf({ ...sandbox, baseUrl: gate.baseUrl });
  const file = space.pipeline({ target, rest: `limits: { requestsPerMinute: ${perMinute} }` });
  const reader = serviceReader(sandbox.baseUrl, sandbox.apiKey);
  return {
    space,
    file,
    reader,
    hurry: () => {
      gate.open();
      space.pipeline({ target, rest: FAST });
    },
    /** Every row is there once, in order. */
    async check() {
      const verdict = await checkMessages([join(space.folder, 'messages.ndjson')], () => true, reader);
      expect(verdict).toMatchObject({ ok: 2_000, lost: 0, duplicated: 0, orderViolations: 0 });
    },
    async [Symbol.asyncDispose]() {
      await gate[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
      space[Symbol.dispose]();
    },
  };
}

describe.skipIf(!canUnshare)(
  `two process namespaces${canUnshare ? '' : ' (skipped: unshare is not allowed here)'}`,
  () => {
    test('a run of one is never taken over by the other, and what it left goes by unlock', async () => {
      await using at = await place(6_000, 3);
      const { space, file, reader } = at;
      const inside = startInside(['run', file, '--yes', '--quiet']);
      await untilSome(() => messagesIn(reader));
      expect(JSON.parse(readFileSync(lockOf(space), 'utf8'))).toMatchObject({ pid: 1 });

      // The other one is held back all the time: nothing waits for its end.
      const outside = await cli(['run', file, '--yes', '--json']);
      expect(outside.code, outside.err).toBe(8);
      expect(JSON.parse(outside.out).error).toMatchObject({ code: 'STATE.LOCKED' });
      expect(outside.err).toContain('process 1 on');
      const other = startInside(['run', file, '--yes', '--quiet']);
      expect(await other.ended, other.err()).toBe(8);
      expect(existsSync(lockOf(space))).toBe(true);

      inside.child.kill('SIGKILL');
      await inside.ended;
      const left = readFileSync(lockOf(space), 'utf8');
      expect((await cli(['run', file, '--yes'])).code).toBe(8);
      expect((await cli(['unlock', file, '--yes'])).code).toBe(8);
      expect(readFileSync(lockOf(space), 'utf8')).toBe(left);
      const then = new Date(Date.now() - 31 * 60_000);
      utimesSync(lockOf(space), then, then);
      const silent = await cli(['run', file, '--yes']);
      expect(silent.code).toBe(8);
      expect(silent.err).toContain('chatferry unlock');
      const unlocked = await cli(['unlock', file, '--yes']);
      expect(unlocked.code, unlocked.err).toBe(0);
      at.hurry();
      const resumed = await cli(['run', file, '--yes', '--json']);
      expect(resumed.code, resumed.err).toBe(0);
      expect((JSON.parse(resumed.out) as Report).entities.messages).toMatchObject({
        read: 2_000,
        created: 2_000,
      });
      await at.check();
    });
  },
);

test('a stopped run whose lock was removed sends nothing when it continues, and ends with exit 8', async () => {
  await using at = await place(60);
  const { space, file, reader } = at;
  const { child, ended } = startCli(['run', file, '--yes']);
  await untilSome(() => messagesIn(reader));
  child.kill('SIGSTOP');
  const arrived = await settled(() => messagesIn(reader));
  // A stopped process is alive: nobody takes its lock, however long it stands still.
  const then = new Date(Date.now() - 40 * 60_000);
  utimesSync(lockOf(space), then, then);
  expect((await cli(['run', file, '--yes'])).code).toBe(8);
  expect((await cli(['unlock', file, '--yes', '--force'])).code).toBe(8);
  rmSync(lockOf(space));
  const other = await cli(['run', file, '--yes', '--json']);
  // Its ledger is open in the stopped process.
  expect(other.code, other.err).toBe(8);
  expect(JSON.parse(other.out).error.message).toContain('ledger');
  child.kill('SIGCONT');
  const { code, err } = await ended;
  expect(err).toContain('STATE.LOCK_LOST');
  expect(code).toBe(8);
  expect(await messagesIn(reader)).toBe(arrived);
  at.hurry();
  const resumed = await cli(['run', file, '--yes', '--json']);
  expect(resumed.code, resumed.err).toBe(0);
  expect((JSON.parse(resumed.out) as Report).entities.messages).toMatchObject({
    read: 2_000,
    created: 2_000,
  });
  await at.check();
});

test('a run that was stopped for a while, and whose lock nobody touched, goes on', async () => {
  await using at = await place(600);
  const { file, reader } = at;
  const { child, ended } = startCli(['run', file, '--yes']);
  await untilSome(() => messagesIn(reader));
  child.kill('SIGSTOP');
  await sleep(2_000);
  child.kill('SIGCONT');
  const { code, err } = await ended;
  expect(code, err).toBe(0);
  await at.check();
});
