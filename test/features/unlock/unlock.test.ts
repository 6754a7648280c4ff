import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { takeLock } from '../../../src/files/lock.ts';
import type { Clock } from '../../../src/system/clock.ts';
import { realSystem, type System } from '../../../src/system/system.ts';
import { type Workspace, workspace } from '../../e2e/workspace.ts';
import { type Opened, openSandbox } from '../../sandbox/sandbox-client.ts';
import { runHere } from '../../support/command-here.ts';

/** A process of another machine. */
const on = (host: string): System => ({
  ...realSystem,
  machine: { ...realSystem.machine, pid: 7, host, user: 'ann', id: host, bootId: host },
});

const lockOf = ({ folder }: Workspace): string => join(folder, '.chatferry/e2e/lock');

/** Lets the last heartbeat of the lock be so many minutes ago. */
function silence(space: Workspace, minutes: number): void {
  const then = new Date(Date.now() - minutes * 60_000);
  utimesSync(lockOf(space), then, then);
}

/** A pipeline whose state is locked by a process on `north`. */
async function lockedSpace(): Promise<{ space: Workspace; file: string } & AsyncDisposable> {
  const space = workspace(3);
  const file = space.pipeline({ target: 'sandbox' });
  await runHere(['plan', file, '--json']);
  const lock = await takeLock(lockOf(space), 'chatferry run \u001b[31mx.yaml', on('north'));
  return {
    space,
    file,
    async [Symbol.asyncDispose]() {
      await lock[Symbol.asyncDispose]();
      space[Symbol.dispose]();
    },
  };
}

describe('chatferry unlock', () => {
  test('shows what it found, and leaves a lock with a fresh heartbeat alone without --force', async () => {
    await using locked = await lockedSpace();
    const { file, space } = locked;
    silence(space, 29);
    const refused = await runHere(['unlock', file, '--yes'], undefined, on('south'));
    expect(refused.exitCode).toBe(8);
    expect(refused.stdout).toMatch(/e2e {2}locked\n {2}process {4}7 on north \(ann\)\n/);
    expect(refused.stdout).toContain('command    chatferry run \\u001b[31mx.yaml\n');
    expect(refused.stdout).toMatch(/ {2}started {4}20\d\d-.*Z\n {2}heartbeat {2}29 m ago\n/);
    expect(refused.stdout).toContain('unknown from here');
    expect(refused.stderr).toContain('STATE.LOCKED');
    expect(refused.stderr).toContain(`chatferry unlock ${file} --force`);
    expect(existsSync(lockOf(space))).toBe(true);
    const forced = await runHere(['unlock', file, '--yes', '--force'], undefined, on('south'));
    expect(forced.exitCode).toBe(0);
    expect(forced.stdout).toContain('The lock is removed.');
    expect(existsSync(lockOf(space))).toBe(false);
  });

  test('removes a lock that was silent for 30 minutes, after a yes', async () => {
    await using locked = await lockedSpace();
    const { file, space } = locked;
    silence(space, 31);
    const asked: string[] = [];
    const answer = (text: string) => async (question: string) => {
      asked.push(question);
      return text;
    };
    const declined = await runHere(['unlock', file], answer('n'), on('south'));
    expect(declined.exitCode).toBe(3);
    const unasked = await runHere(['unlock', file], undefined, on('south'));
    expect(unasked.exitCode).toBe(2);
    expect(unasked.stderr).toContain(`chatferry unlock ${file} --yes`);
    expect(existsSync(lockOf(space))).toBe(true);
    expect((await runHere(['unlock', file], answer('yes'), on('south'))).exitCode).toBe(0);
    expect(existsSync(lockOf(space))).toBe(false);
    expect(asked).toEqual(Array(2).fill('  Type yes to remove this lock: '));
  });

  test('never removes the lock of a process that runs here, also not by force', async () => {
    await using locked = await lockedSpace();
    const { file, space } = locked;
    silence(space, 24 * 60);
    const { exitCode, stderr } = await runHere(['unlock', file, '--yes', '--force'], undefined, {
      ...on('north'),
      machine: { ...on('north').machine, pid: 8, isAlive: () => true },
    });
    expect(exitCode).toBe(8);
    expect(stderr).toContain('kill 7');
    expect(existsSync(lockOf(space))).toBe(true);
  });

  test('of a process that has ended needs no force; without a lock there is nothing to do', async () => {
    await using locked = await lockedSpace();
    const { file, space } = locked;
    const later = { ...on('north'), machine: { ...on('north').machine, isAlive: () => false } };
    expect((await runHere(['unlock', file, '--yes'], undefined, later)).stdout).toContain('it has ended');
    expect(existsSync(lockOf(space))).toBe(false);
    const again = await runHere(['unlock', file], undefined, later);
    expect(again).toMatchObject({ exitCode: 0, stderr: '' });
    expect(again.stdout).toContain('e2e has no lock.');
  });

  test('what received events in a container that was killed left its locks, too', async () => {
    await using locked = await lockedSpace();
    const { file, space } = locked;
    const events = ['receiver', 'in'].map((name) => join(space.folder, '.chatferry/e2e/live', name, 'lock'));
    for (const path of events) {
      mkdirSync(dirname(path), { recursive: true });
      await takeLock(path, 'chatferry live x.yaml', on('north'));
    }
    silence(space, 31);
    // The last sign of life of each counts for itself.
    const fresh = await runHere(['unlock', file, '--yes', '--json'], undefined, on('south'));
    expect(fresh.exitCode).toBe(8);
    expect(JSON.parse(fresh.stdout)).toMatchObject({ holder: { command: 'chatferry live x.yaml' } });
    expect([lockOf(space), ...events].map((path) => existsSync(path))).toEqual([false, true, true]);
    const forced = await runHere(['unlock', file, '--yes', '--force'], undefined, on('south'));
    expect(forced.exitCode).toBe(0);
    expect(forced.stdout.match(/command {4}chatferry live x\.yaml/g)).toHaveLength(2);
    expect(events.some((path) => existsSync(path))).toBe(false);
  });

  test('--json says the same', async () => {
    await using locked = await lockedSpace();
    const { file, space } = locked;
    silence(space, 2);
    const json = async (...args: string[]) => {
      const { exitCode, stdout } = await runHere(['unlock', file, '--json', ...args], undefined, on('south'));
      const result = JSON.parse(stdout);
      expect(result.exitCode).toBe(exitCode);
      return result;
    };
    expect(await json('--yes')).toMatchObject({
      version: 1,
      command: 'unlock',
      pipeline: 'e2e',
      exitCode: 8,
      locked: true,
      removed: false,
      holder: { pid: 7, host: 'north', user: 'ann', heartbeatSecondsAgo: 120, state: 'unseen' },
      error: { code: 'STATE.LOCKED' },
    });
    expect(await json('--force')).toMatchObject({ exitCode: 2, removed: false });
    expect(await json('--force', '--yes')).toMatchObject({ exitCode: 0, locked: false, removed: true });
    expect(await json()).toMatchObject({ exitCode: 0, locked: false, removed: false });
    expect(existsSync(lockOf(space))).toBe(false);
  });
});

test('status and doctor show the holder and its last heartbeat', async () => {
  await using locked = await lockedSpace();
  const { file, space } = locked;
  silence(space, 42);
  const status = await runHere(['status', file], undefined, on('south'));
  expect(status.stdout).toMatch(/locked by process 7 on north since .*, which cannot be seen from here/);
  expect(status.stdout).toContain('heartbeat  42 m ago');
  expect(status.stdout).toContain(`chatferry unlock ${file}`);
  const { running } = JSON.parse((await runHere(['status', file, '--json'], undefined, on('south'))).stdout);
  expect(running).toMatchObject({ pid: 7, host: 'north', seen: false });
  expect(Math.round(running.heartbeatSecondsAgo / 60)).toBe(42);
  const doctor = await runHere(['doctor', file], undefined, on('south'));
  expect(doctor.stdout).toMatch(/process 7 on north .*last heartbeat 42 m ago/);
  expect(doctor.stdout).toContain(`chatferry unlock ${file}`);
  const here = await runHere(['status', file], undefined, {
    ...on('north'),
    machine: { ...on('north').machine, isAlive: () => true },
  });
  expect(here.stdout).toMatch(/running as process 7 on north since/);
  expect(here.stdout).not.toContain('unlock');
});

describe('a run that stood still while another took over', () => {
  /** The clock of a process that can be stopped, as by SIGSTOP or by closing a laptop. */
  function stoppable() {
    let isStopped = false;
    let resume = Promise.withResolvers<void>();
    const { clock } = realSystem;
    const whenOn = async <T>(work: () => T): Promise<T> => {
      while (isStopped) await resume.promise;
      return work();
    };
    const own: Clock = {
      ...clock,
      sleep: (ms, signal) => clock.sleep(ms, signal).then(() => whenOn(() => {})),
      after: (ms, work) => clock.after(ms, () => void whenOn(work)),
      every: (ms, work) => clock.every(ms, () => isStopped || work()),
    };
    return {
      clock: own,
      stop: () => {
        isStopped = true;
      },
      go: () => {
        isStopped = false;
        resume.resolve();
        resume = Promise.withResolvers();
      },
    };
  }

  const isImport = ({ path }: { readonly path: string }): boolean => path.includes('data_import');
  const imports = ({ events }: Opened): number => events.filter(isImport).length;
  async function untilQuiet(service: Opened): Promise<void> {
    for (let before = -1; before !== service.events.length; await sleep(400)) before = service.events.length;
  }

  test('sends nothing and saves nothing, ends with exit 8, and nothing is lost or doubled', async () => {
    using space = workspace(2_000);
    await using service = await openSandbox();
    const { sandbox } = service;
    const file = space.pipeline({
      target: `{ baseUrl: "${sandbox.baseUrl}", apiKey: { file: ${JSON.stringify(sandbox.files.apiKey)} } }`,
      rest: 'limits: { requestsPerMinute: 600, concurrency: 2 }',
    });
    const a = stoppable();
    // A and B see no locks of each other's open files, as on two machines; A never comes to closing its own.
    const own: System['files'] = {
      ...realSystem.files,
      openDatabase: (path, options) =>
        Object.assign(new DatabaseSync(new URL(`${pathToFileURL(path)}?nolock=1`), options), {
          close: () => {},
        }),
    };
    const running = runHere(['run', file, '--yes'], undefined, {
      ...on('north'),
      clock: a.clock,
      files: own,
    });
    while (imports(service) < 8) await sleep(20);
    a.stop();
    await untilQuiet(service);
    const sentByA = imports(service);
    expect(sentByA).toBeLessThan(30);

    expect((await runHere(['run', file, '--yes'], undefined, on('south'))).exitCode).toBe(8);
    expect((await runHere(['unlock', file, '--yes'], undefined, on('south'))).exitCode).toBe(8);
    silence(space, 40);
    expect((await runHere(['unlock', file, '--yes'], undefined, on('south'))).exitCode).toBe(0);
    const faster = readFileSync(file, 'utf8').replace('600', '10000000');
    writeFileSync(file, faster);
    const other = await runHere(['run', file, '--yes', '--json'], undefined, on('south'));
    expect(other.exitCode, other.stderr).toBe(0);
    const { entities } = JSON.parse(other.stdout);
    expect(entities.messages).toMatchObject({ read: 2_000, rejected: 0 });
    const sentByB = service.events.length;
    const names = ['checkpoint.json', 'report.json', 'report.html', 'keys/messages.bin', 'ledger.log'];
    const state = () =>
      names.map((name) => readFileSync(join(space.folder, '.chatferry/e2e', name), 'latin1'));
    const saved = state();

    a.go();
    const { exitCode, stderr } = await running;
    expect(stderr.match(/STATE\.LOCK_LOST/g)).toHaveLength(1);
    expect(stderr).toContain(`chatferry status ${file};`);
    expect(exitCode).toBe(8);
    expect(service.events.length - sentByB).toBe(0);
    expect(state()).toEqual(saved);

    const again = await runHere(['run', file, '--yes', '--json'], undefined, on('south'));
    expect(again.exitCode).toBe(0);
    expect(imports(service) + service.events.filter((event) => !isImport(event)).length).toBe(sentByB);
  });
});
