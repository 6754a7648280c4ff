import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptInbox } from '../../../src/features/live/inbox/kept-inbox.ts';
import { realSystem, type System } from '../../../src/system/system.ts';
import { sized } from '../../support/long-form.ts';
import { allWaiting, eventOfText, InboxHere, textOf } from './inbox-here.ts';

const DAY_MS = 86_400_000;

/** Three segments with four events each. */
async function filled(): Promise<InboxHere> {
  const inbox = new InboxHere();
  let now = 1_000_000_000;
  const system: System = { ...realSystem, clock: { ...realSystem.clock, now: () => now } };
  await using writer = await inbox.writer(system);
  for (let number = 0; number < 12; number++) {
    if (number % 4 === 0) now += 2 * DAY_MS;
    await writer.add([eventOfText(`{"number":${number}}`)]);
  }
  expect(inbox.segments()).toHaveLength(3);
  return inbox;
}

const keptOf = ({ place }: InboxHere): KeptInbox => new KeptInbox(place, 'test', realSystem);

const ALL = Array.from({ length: 12 }, (_, number) => `{"number":${number}}`);

/** Texts of what the writer and then a reader find, with one event added; undefined if a file is named as damaged. */
async function opened(inbox: InboxHere): Promise<readonly string[] | undefined> {
  // A record that is just being written looks damaged for some time.
  let elapsed = 0;
  const clock = { ...realSystem.clock, elapsed: () => (elapsed += 10_000) };
  try {
    {
      await using writer = await inbox.writer({ ...realSystem, clock });
      await writer.add([eventOfText('added')]);
    }
    await using reader = await inbox.reader({ ...realSystem, clock });
    await allWaiting(reader);
    return (await allWaiting(reader)).map(textOf);
  } catch (error) {
    expect(error).toMatchObject({
      code: 'STATE.CORRUPT',
      where: { file: expect.stringContaining('live/in/old-') },
    });
    return undefined;
  }
}

test('a flipped bit anywhere is named, or changes nothing; a repair keeps every other event', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(2),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.nat(7),
      async (which, where, bit) => {
        using inbox = await filled();
        const path = inbox.segments()[which] ?? '';
        const bytes = readFileSync(path);
        const at = Math.floor(where * bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        writeFileSync(path, bytes);
        const findings = await keptOf(inbox).examine();
        const bad = findings.filter(({ damage }) => damage).map(({ file }) => basename(file));
        const found = await opened(inbox);
        if (bad.length === 0) {
          expect(found).toEqual([...ALL, 'added']);
          return;
        }
        expect(bad).toEqual([basename(path)]);
        expect(found).toBeUndefined();
        await keptOf(inbox).repair();
        expect((await keptOf(inbox).examine()).filter(({ damage }) => damage)).toEqual([]);
        const left = await opened(inbox);
        // One event is lost, and the one that was added while it was damaged is there if its segment was sound.
        const lost = ALL.filter((text) => !left?.includes(text));
        expect(lost).toHaveLength(1);
        expect(left?.filter((text) => text !== 'added')).toEqual(ALL.filter((text) => text !== lost[0]));
      },
    ),
    { numRuns: sized(60, 3_000), seed: 44 },
  );
});

test('a file that was cut is named where later ones tell; at the end it is what a kill leaves', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(2),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (which, where) => {
        using inbox = await filled();
        const path = inbox.segments()[which] ?? '';
        truncateSync(path, Math.floor(where * statSync(path).size));
        const found = await opened(inbox);
        if (which < 2) {
          expect(found).toBeUndefined();
          await keptOf(inbox).repair();
        }
        const left = (await opened(inbox))?.filter((text) => text !== 'added') ?? [];
        const cut = ALL.filter((_, number) => Math.floor(number / 4) === which);
        const there = cut.filter((text) => left.includes(text));
        expect(there).toEqual(cut.slice(0, there.length));
        expect(there.length).toBeLessThan(4);
        expect(left).toEqual(ALL.filter((text) => !cut.includes(text) || there.includes(text)));
      },
    ),
    { numRuns: sized(40, 2_000), seed: 45 },
  );
});

test.for([0, 1])('a segment that is gone is named, and a repair does without it: %i', async (which) => {
  using inbox = await filled();
  rmSync(inbox.segments()[which] ?? '');
  expect(await opened(inbox)).toBeUndefined();
  expect((await keptOf(inbox).examine()).filter(({ damage }) => damage)).toHaveLength(1);
  expect(await keptOf(inbox).repair()).toBe(4);
  const left = await opened(inbox);
  expect(left?.filter((text) => text !== 'added')).toEqual(
    ALL.filter((_, number) => Math.floor(number / 4) !== which),
  );
});

test.for([
  ['part of a record', Buffer.from('CFev')],
  ['zeros, as after a power cut', Buffer.alloc(5_000)],
])('%s at the end is cut off', async ([, rest]) => {
  using inbox = await filled();
  appendFileSync(inbox.segments()[2] ?? '', rest as Buffer);
  expect((await keptOf(inbox).examine()).filter(({ damage }) => damage)).toEqual([]);
  expect(await opened(inbox)).toEqual([...ALL, 'added']);
});

test('damaged marks of what is done are named; without them, events are taken again', async () => {
  using inbox = await filled();
  {
    await using reader = await inbox.reader();
    await reader.take('old', 12, new Set());
    await reader.done('old', [1, 2, 3]);
  }
  const path = join(inbox.folder, 'live/done-old');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"low":3', '"low":9'));
  await expect(inbox.reader()).rejects.toMatchObject({ code: 'STATE.CORRUPT', where: { file: path } });
  await keptOf(inbox).repair();
  await using reader = await inbox.reader();
  expect((await allWaiting(reader)).map(textOf)).toEqual(ALL);
});
