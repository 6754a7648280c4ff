import { expect, test } from 'vitest';
import type { InboxReader } from '../../../src/features/live/inbox/inbox.ts';
import { sized } from '../../support/long-form.ts';
import { allWaiting, eventOfText, InboxHere, textOf } from './inbox-here.ts';

const EVENTS = sized(10_000, 100_000);
const BODY_BYTES = 2_048;
const RATE = 1_000;
const MEMORY_MIB = 150;

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

test('many events go through with little memory, thousands a second', async () => {
  using inbox = new InboxHere();
  await using writer = await inbox.writer();
  const before = process.memoryUsage().rss;
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
  expect(await takeAll(reader)).toBe(EVENTS);
  const seconds = (performance.now() - begin) / 1_000;
  expect(EVENTS / seconds).toBeGreaterThan(RATE);
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(MEMORY_MIB);
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
