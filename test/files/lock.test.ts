import { mkdtempDisposable, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { currentLock } from '../../src/files/current-lock.ts';
import { findLock, removeLock, takeLock } from '../../src/files/lock.ts';
import type { Clock } from '../../src/system/clock.ts';
import { type Files, realFiles } from '../../src/system/files.ts';
import { FIRST_NAMESPACE, type Machine } from '../../src/system/machine.ts';
import { realSystem, type System } from '../../src/system/system.ts';

const SILENT_MS = 30 * 60_000;

/** A second passes at every look: on a fast machine, all of a test happens while a lock still counts as seen. */
let seconds = 0;
const ticking: Clock = { ...realSystem.clock, elapsed: () => ++seconds * 1000 };

/** A process of a machine; `over` makes it one of another container, machine or start. */
function processOf(over: Partial<Machine> = {}, alive: readonly number[] = [7, 8]): System {
  const machine: Machine = {
    pid: 7,
    host: 'north',
    user: 'ann',
    id: 'm1',
    bootId: 'b1',
    pidNamespace: FIRST_NAMESPACE,
    startTimeOf: (pid) => String(pid * 100),
    isAlive: (pid) => alive.includes(pid),
    ...over,
  };
  return { ...realSystem, machine, clock: ticking };
}

async function place() {
  const made = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  return { path: join(made.path, 'lock'), folder: made.path, [Symbol.asyncDispose]: () => made.remove() };
}

/** Lets the last heartbeat of a lock be so long ago. */
async function silence(path: string, ms: number): Promise<void> {
  const then = new Date(Date.now() - ms);
  await utimes(path, then, then);
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    ({ code }: { code: string }) => code,
  );

/** Who else looks at the lock of process 7 on `north`, and what it can know. */
const others: readonly (readonly [string, System, 'alive' | 'gone' | 'unseen'])[] = [
  ['another process there', processOf({ pid: 8 }), 'alive'],
  ['another process there, after its end', processOf({ pid: 8 }, [8]), 'gone'],
  ['one that has its number now', processOf({ pid: 8, startTimeOf: () => '1' }), 'gone'],
  ['one that cannot read start times', processOf({ pid: 8, startTimeOf: () => undefined }), 'alive'],
  ['the machine after a restart', processOf({ bootId: 'b2' }), 'gone'],
  ['another container of the machine', processOf({ pidNamespace: 'pid:[4026532181]' }, []), 'unseen'],
  ['another machine', processOf({ host: 'south', id: 'm2', bootId: 'b2' }, []), 'unseen'],
  ['another machine of the same name', processOf({ id: 'm2', bootId: 'b2' }, []), 'unseen'],
  ['a machine of another name, started from a copy', processOf({ host: 'south' }, []), 'unseen'],
];

describe('a lock of process 7 on north', () => {
  test.each(others)('%s', async (_who, other, sight) => {
    await using at = await place();
    await using lock = await takeLock(at.path, 'chatferry run a.yaml', processOf());
    expect(await findLock(at.path, other)).toMatchObject({ sight, holder: { pid: 7, host: 'north' } });
    expect((await currentLock(at.path, other)) === undefined).toBe(sight === 'gone');
    const code = await codeOf(takeLock(at.path, 'b', other));
    expect(code).toBe(sight === 'gone' ? 'taken' : 'STATE.LOCKED');
    if (sight === 'gone') expect(() => lock.assertHeld()).toThrow(expect.objectContaining({ exitCode: 8 }));
    else lock.assertHeld();
  });

  test('a container cannot know whether a container of the same name was on its machine', async () => {
    await using at = await place();
    const inside = { pidNamespace: 'pid:[4026532181]', host: 'app-0', id: undefined };
    await using _lock = await takeLock(at.path, 'a', processOf(inside));
    const moved = processOf({ ...inside, bootId: 'b2' }, []);
    expect(await codeOf(takeLock(at.path, 'b', moved))).toBe('STATE.LOCKED');
  });

  test.each(others.filter(([, , sight]) => sight === 'unseen'))(
    'no run takes it over however old it is, and the error says how to: %s',
    async (_who, other) => {
      await using at = await place();
      await using _lock = await takeLock(at.path, 'chatferry run a.yaml', processOf());
      const fresh = await takeLock(at.path, 'b', other).catch((error) => error);
      expect(fresh).toMatchObject({ code: 'STATE.LOCKED', exitCode: 8 });
      expect(fresh.message).toMatch(/process 7 on north \(ann\).*last heartbeat was 0\.\d s ago/);
      expect(fresh.hint).not.toContain('unlock');
      await silence(at.path, SILENT_MS + 60_000);
      const old = await takeLock(at.path, 'b', other).catch((error) => error);
      expect(old).toMatchObject({ code: 'STATE.LOCKED', exitCode: 8 });
      expect(old.message).toContain('last heartbeat was 31 m ago');
      expect(old.hint).toContain('chatferry unlock');
      expect(await readdir(at.folder)).toEqual(['lock']);
    },
  );

  test('a process number that two containers have does not make them one', async () => {
    await using at = await place();
    const [one, two] = [4026532181, 4026532182].map((ns) =>
      processOf({ pid: 1, pidNamespace: `pid:[${ns}]` }, [1]),
    );
    const codes = await Promise.all(
      [one, two].map((system) => codeOf(takeLock(at.path, 'a', system as System))),
    );
    expect(codes.toSorted()).toEqual(['STATE.LOCKED', 'taken']);
  });
});

describe('the heartbeat', () => {
  /** A clock whose repeated work is done by hand. */
  function byHand() {
    const works = new Set<() => void>();
    let now = Date.parse('2026-01-02T03:04:05Z');
    const clock: Clock = {
      ...ticking,
      now: () => now,
      every(ms, work) {
        expect(ms).toBe(60_000);
        works.add(work);
        return { [Symbol.dispose]: () => works.delete(work) };
      },
    };
    const pass = async (path: string): Promise<void> => {
      const before = await readFile(path, 'utf8');
      now += 60_000;
      for (const work of works) work();
      await expect.poll(() => readFile(path, 'utf8')).not.toBe(before);
    };
    return { system: { ...processOf(), clock }, pass, works };
  }

  test('is written into the lock each minute, until the lock is released', async () => {
    await using at = await place();
    const { system, pass, works } = byHand();
    {
      await using lock = await takeLock(at.path, 'a', system);
      await silence(at.path, SILENT_MS);
      await pass(at.path);
      const found = await findLock(at.path, processOf({ pid: 8 }));
      expect(found?.holder).toMatchObject({
        started: '2026-01-02T03:04:05.000Z',
        heartbeat: '2026-01-02T03:05:05.000Z',
      });
      // Its age is that of the file: the clocks of two machines may differ.
      expect(found?.silentMs).toBeLessThan(60_000);
      lock.assertHeld();
    }
    expect(works.size).toBe(0);
    expect(await readdir(at.folder)).toEqual([]);
  });

  test('of a lock that was lost does not touch the new one', async () => {
    await using at = await place();
    const { system, works } = byHand();
    const lost = await takeLock(at.path, 'a', system);
    const other = processOf({ host: 'south', id: 'm2' });
    await removeLock(
      (await findLock(at.path, other)) as NonNullable<Awaited<ReturnType<typeof findLock>>>,
      other,
    );
    await using lock = await takeLock(at.path, 'b', other);
    const text = await readFile(at.path, 'utf8');
    for (const work of works) work();
    await lost[Symbol.asyncDispose]();
    expect(await readFile(at.path, 'utf8')).toBe(text);
    lock.assertHeld();
    expect(() => lost.assertHeld()).toThrow(/no longer ours/);
  });

  test('between a look and the removal keeps the lock', async () => {
    await using at = await place();
    const { system, pass } = byHand();
    await using lock = await takeLock(at.path, 'a', system);
    const other = processOf({ host: 'south', id: 'm2' });
    const found = (await findLock(at.path, other)) as NonNullable<Awaited<ReturnType<typeof findLock>>>;
    await pass(at.path);
    expect(await removeLock(found, other)).toBe(false);
    lock.assertHeld();
    expect(await readdir(at.folder)).toEqual(['lock']);
  });
});

test('a claim that its process left behind does not keep the lock for ever', async () => {
  await using at = await place();
  const gone = processOf({ pid: 9 }, [9]);
  const unseen = processOf({ pidNamespace: 'pid:[4026532181]' });
  for (const claimant of [gone, unseen]) {
    for (const [path, system] of [
      [at.path, gone],
      [`${at.path}.claim`, claimant],
    ] as const) {
      const lock = await takeLock(path, 'x', system);
      const text = await readFile(path, 'utf8');
      await lock[Symbol.asyncDispose]();
      await writeFile(path, text);
      await silence(path, 2 * 60_000);
    }
    await using _lock = await takeLock(at.path, 'a', processOf());
    expect(await readdir(at.folder)).toEqual(['lock']);
  }
});

const HOLDER = { pid: 7, host: 'north', user: 'ann', command: 'a', started: '2026-01-01T00:00:00.000Z' };
/** Holders with one member of another type. */
const ODD = [
  { pid: 0 },
  { pid: 7.5 },
  { pid: '7' },
  { host: 1 },
  { user: null },
  { started: {} },
  { bootId: 4 },
].map((odd) => JSON.stringify({ ...HOLDER, ...odd }));

test('a lock of which only the necessary members are known is one, and others are left out', async () => {
  await using at = await place();
  await writeFile(at.path, JSON.stringify({ ...HOLDER, secret: 'x' }));
  expect((await currentLock(at.path, processOf({ pid: 8 })))?.holder).toEqual(HOLDER);
});

test('a text that names no process is no lock', async () => {
  await using at = await place();
  for (const text of ['', '{}', 'null', '[]', 'true', '{"pid":7,"host":"north"}', '{"pid":-1}', ...ODD]) {
    await writeFile(at.path, text);
    await using lock = await takeLock(at.path, 'a', processOf());
    lock.assertHeld();
  }
});

const refuse = (code: string) => async (): Promise<never> => {
  throw Object.assign(new Error(code), { code });
};

/** What file systems of networks and object stores do, and what is said of them. */
const fileSystems: readonly (readonly [string, Partial<Files>, string])[] = [
  [
    'that creates a file which is there',
    { open: (path, flags, mode) => realFiles.open(path, flags === 'wx' ? 'w' : flags, mode) },
    'creates a file that is there already',
  ],
  [
    'whose links replace files',
    {
      link: async (existing, path) => {
        await rm(path, { force: true });
        await realFiles.link(existing, path);
      },
    },
    'replaces a file by a link',
  ],
  ['without links', { link: refuse('ENOTSUP') }, 'has no links'],
  ['without renames', { rename: refuse('ENOSYS') }, 'no renames'],
  ['whose renames copy', { rename: async () => {} }, 'does not replace one file by another'],
];

test.each(fileSystems)(
  'a file system %s is refused, and nothing is left on it',
  async (_what, files, said) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const system = { ...realSystem, files: { ...realFiles, ...files } };
    await expect(takeLock(join(folder.path, 'lock'), 'a test', system)).rejects.toMatchObject({
      code: 'STATE.FOLDER_UNSUITABLE',
      message: expect.stringContaining(said),
    });
    expect(await readdir(folder.path)).toEqual([]);
  },
);
