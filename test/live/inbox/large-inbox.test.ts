import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { InboxReader } from '../../../src/features/live/inbox/inbox.ts';
import { sized } from '../../support/long-form.ts';
import { allWaiting, eventOfText, InboxHere, textOf } from './inbox-here.ts';

const EVENTS = sized(10_000, 100_000);
const BODY_BYTES = 2_048;
const RATE = 1_000;
const HELD_MIB = 80;

/** The memory that is in use. */
function heldMib(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

async function takeAll(reader: InboxReader): Promise<number> {
  let count = 0;
  for (;;) {
    const events = await reader.take('old', 500, new Set());
    if (events.length === 0) return count;
    for (const event of events) if (!textOf(event).startsWith(`${count++} `)) throw new Error('out of order');
    await reader.done(
      'old',
      events.map(({ seq }) => seq),
    );
  }
}

test('many events go through, thousands a second, and while they wait they take no memory', async () => {
  using inbox = new InboxHere();
  await using writer = await inbox.writer();
  const before = heldMib();
  const begin = performance.now();
  let next = 0;
  const add = async (): Promise<void> => {
    while (next < EVENTS) {
      const text = `${next++} `;
      await writer.add([eventOfText(text.padEnd(BODY_BYTES, 'x'))]);
    }
  };
  await Promise.all(Array.from({ length: 64 }, add));
  await using reader = await inbox.reader();
  expect(reader.waiting('old').events).toBe(EVENTS);
  expect(reader.waiting('old').bytes).toBeGreaterThan(EVENTS * BODY_BYTES);
  expect(heldMib() - before).toBeLessThan(HELD_MIB);
  expect(await takeAll(reader)).toBe(EVENTS);
  const seconds = (performance.now() - begin) / 1_000;
  expect(EVENTS / seconds).toBeGreaterThan(RATE);
  expect(heldMib() - before).toBeLessThan(HELD_MIB);
  expect(reader.waiting('old')).toEqual({ events: 0, bytes: 0 });
});

test('few bytes are taken at once, but always at least one event', async () => {
  using inbox = new InboxHere();
  await using writer = await inbox.writer();
  const large = 'x'.repeat(9 << 20);
  for (const text of [large, large, 'small']) await writer.add([eventOfText(text)]);
  await using reader = await inbox.reader();
  expect(await reader.take('old', 10, new Set())).toHaveLength(1);
  expect(await reader.take('old', 10, new Set([1]))).toHaveLength(2);
  expect((await allWaiting(reader)).map(({ body }) => body.length)).toEqual([9 << 20, 9 << 20, 5]);
});
