import { expect, test } from 'vitest';
import { realMachine } from '../../../src/system/machine.ts';
import { realSystem, type System } from '../../../src/system/system.ts';
import { Disk } from '../../simulation/disk.ts';
import { type End, Life } from '../../simulation/life.ts';
import { sized } from '../../support/long-form.ts';
import { seeded } from '../../support/random.ts';
import { allWaiting, eventOfText, InboxHere, textOf } from './inbox-here.ts';

const DAY_MS = 86_400_000;

/** What a process has heard of before it ended. */
type Heard = {
  readonly acknowledged: string[];
  readonly done: string[];
  /** Those that it was about to mark as done: the next process may know it. */
  readonly marked: Set<string>;
};

/** Adds events, takes them, and removes segments that are done, over three days; tries again what the disk refuses. */
async function work(inbox: InboxHere, life: Life, disk: Disk, heard: Heard): Promise<void> {
  let [now, elapsed] = [1_000_000_000, 0];
  const system: System = {
    ...realSystem,
    files: disk.files,
    // Another process than the one that looks at what is left.
    machine: { ...realMachine, pid: 4_194_303 },
    clock: {
      ...realSystem.clock,
      now: () => now,
      elapsed: () => {
        elapsed += 1_100;
        return elapsed;
      },
      every: () => ({ [Symbol.dispose]: () => {} }),
    },
  };
  life.onEnd = (end) => {
    if (end.kind === 'disk') life.disk = end.code;
  };
  const writer = await inbox.writer(system);
  const reader = await inbox.reader(system);
  for (let number = 0; number < 9; number++) {
    if (number % 3 === 0) now += 2 * DAY_MS;
    const text = `event ${number} ${'x'.repeat(number * 50)}`;
    try {
      await writer.add([eventOfText(text), eventOfText(text, 'new')]);
      heard.acknowledged.push(text);
      const [first] = await reader.take('old', 1, new Set());
      if (!first) continue;
      heard.marked.add(textOf(first));
      await reader.done('old', [first.seq]);
      heard.done.push(textOf(first));
      if (number % 4 === 3) await reader.clean();
    } catch (error) {
      expect(error).toMatchObject({ code: 'STATE.UNWRITABLE' });
    }
  }
  await reader[Symbol.asyncDispose]();
  await writer[Symbol.asyncDispose]();
}

/** Ends a process, and checks what the next one finds; returns how many points it had. */
async function endedAt(end: End | undefined, seed: number): Promise<number> {
  using inbox = new InboxHere();
  const heard: Heard = { acknowledged: [], done: [], marked: new Set() };
  const life = new Life(end);
  const disk = new Disk(life, seeded(seed));
  const working = work(inbox, life, disk, heard);
  // Whoever opens it may have failed, too.
  const failed = working.then(
    () => undefined,
    (error: unknown) => error,
  );
  await Promise.race([failed, life.death.promise]);
  const isPower = end?.kind === 'power';
  life.die();
  disk.afterKill(isPower);
  {
    await using writer = await inbox.writer();
    for (const side of ['old', 'new'] as const) await writer.add([eventOfText('next', side)]);
  }
  await using reader = await inbox.reader();
  const found = (await allWaiting(reader)).map(textOf);
  const due = heard.acknowledged.filter((text) => !heard.marked.has(text));
  expect(found.filter((text) => due.includes(text))).toEqual(due);
  expect(found.filter((text) => heard.done.includes(text))).toEqual([]);
  expect(found.filter((text) => text === 'next')).toHaveLength(1);
  const others = (await allWaiting(reader, 'new')).map(textOf);
  expect(others.filter((text) => heard.acknowledged.includes(text))).toEqual(heard.acknowledged);
  expect(others.filter((text) => text === 'next')).toHaveLength(1);
  return life.points;
}

test.for([
  ['kill', (at: number): End => ({ kind: 'kill', at })],
  ['power cut', (at: number): End => ({ kind: 'power', at })],
  ['full disk', (at: number): End => ({ kind: 'disk', at, code: 'ENOSPC', once: false })],
  ['broken write', (at: number): End => ({ kind: 'disk', at, code: 'EIO', once: true })],
] as const)('a %s at any write loses nothing that was acknowledged', async ([, endOf]) => {
  const points = await endedAt(undefined, 1);
  expect(points).toBeGreaterThan(100);
  for (let seed = 1; seed <= sized(1, 5); seed++)
    for (let at = 1; at <= points; at += sized(11, 1)) await endedAt(endOf(at), seed + at);
});
