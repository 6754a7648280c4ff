import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { currentLock } from '../../src/files/current-lock.ts';
import { takeLock } from '../../src/files/lock.ts';
import { realSystem } from '../../src/system/system.ts';

const holderFile = fileURLToPath(new URL('./lock-holder.ts', import.meta.url));

async function place() {
  const made = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  return { path: join(made.path, 'lock'), folder: made.path, [Symbol.asyncDispose]: () => made.remove() };
}

/** The holder of a lock, unless it is gone. */
const lockHolder = async (path: string) => (await currentLock(path, realSystem))?.holder;

const bootId =
  (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim() || undefined;

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '0']);
  await once(child, 'exit');
  return child.pid as number;
}

const holder = (pid: number, more: object = {}) =>
  JSON.stringify({
    pid,
    bootId,
    pidNamespace: realSystem.machine.pidNamespace,
    host: hostname(),
    user: 'ann',
    command: 'chatferry run x',
    started: '2026-01-02',
    ...more,
  });

describe('takeLock', () => {
  test('refuses a second holder with exit 8, naming the first', async () => {
    await using at = await place();
    await using _first = await takeLock(at.path, 'chatferry run a.yaml', realSystem);
    const error = await takeLock(at.path, 'b', realSystem).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'STATE.LOCKED', exitCode: 8 });
    expect(error.message).toContain(`process ${process.pid}`);
    expect(error.message).toContain('chatferry run a.yaml');
    expect(await lockHolder(at.path)).toMatchObject({ pid: process.pid, host: hostname() });
  });

  test('gives the lock back at the end of its scope and leaves nothing behind', async () => {
    await using at = await place();
    {
      await using _lock = await takeLock(at.path, 'a', realSystem);
      expect((await stat(at.path)).mode & 0o777).toBe(0o600);
    }
    expect(await readdir(at.folder)).toEqual([]);
    await using _again = await takeLock(at.path, 'a', realSystem);
    expect(await readdir(at.folder)).toEqual(['lock']);
  });

  test('takes over from a process that has ended', async () => {
    await using at = await place();
    await writeFile(at.path, holder(await deadPid()));
    expect(await lockHolder(at.path)).toBeUndefined();
    await using _lock = await takeLock(at.path, 'a', realSystem);
    expect(await lockHolder(at.path)).toMatchObject({ pid: process.pid });
    expect(await readdir(at.folder)).toEqual(['lock']);
  });

  test('takes over when the number of the process is in use by another one now', async () => {
    await using at = await place();
    await writeFile(at.path, holder(process.pid, { startTime: '1' }));
    await using _lock = await takeLock(at.path, 'a', realSystem);
    expect((await lockHolder(at.path))?.startTime).not.toBe('1');
  });

  test('takes over from before the machine was started anew, and from a file that is no lock', async () => {
    await using at = await place();
    await writeFile(at.path, holder(process.pid, { bootId: 'another' }));
    {
      await using _lock = await takeLock(at.path, 'a', realSystem);
    }
    await writeFile(at.path, 'no json');
    await using _lock = await takeLock(at.path, 'a', realSystem);
    expect(await lockHolder(at.path)).toMatchObject({ pid: process.pid });
  });

  test('leaves the lock of another machine alone', async () => {
    await using at = await place();
    await writeFile(at.path, holder(await deadPid(), { host: 'elsewhere' }));
    await expect(takeLock(at.path, 'a', realSystem)).rejects.toThrow(/elsewhere/);
  });

  test('does not remove a lock that is no longer its own', async () => {
    await using at = await place();
    const lock = await takeLock(at.path, 'a', realSystem);
    await writeFile(at.path, holder(process.pid, { command: 'somebody else' }));
    await lock[Symbol.asyncDispose]();
    expect(await readFile(at.path, 'utf8')).toContain('somebody else');
  });

  test('says that it cannot write', async () => {
    await using at = await place();
    await expect(takeLock(join(at.folder, 'missing', 'lock'), 'a', realSystem)).rejects.toMatchObject({
      code: 'STATE.UNWRITABLE',
    });
  });

  test('one of ten processes gets it, whether it is free or was left by a dead one', async () => {
    await using at = await place();
    const dead = await deadPid();
    const paths = Array.from({ length: 16 }, (_, round) => join(at.folder, `lock-${round}`));
    for (const [round, path] of paths.entries()) if (round % 4) await writeFile(path, holder(dead));
    const holders = Array.from({ length: 10 }, () => spawn(process.execPath, [holderFile, paths.join(',')]));
    const lines = holders.map(({ stdout }) => createInterface(stdout)[Symbol.asyncIterator]());
    await Promise.all(lines.map((each) => each.next()));
    const startMs = Date.now() + 100;
    for (const { stdin } of holders) stdin.write(`${startMs}\n`);
    const told = await Promise.all(lines.map((each) => each.next()));
    for (const { stdin } of holders) stdin.end();
    const got = told.map(({ value }) => JSON.parse(value ?? '') as string[]);
    for (const round of paths.keys()) {
      const ends = got.map((each) => each[round]);
      expect(
        ends.filter((end) => end === 'held'),
        `round ${round}`,
      ).toEqual(['held']);
      expect(new Set(ends)).toEqual(new Set(['held', 'STATE.LOCKED']));
    }
  });
});
