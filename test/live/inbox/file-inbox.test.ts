import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { realFiles } from '../../../src/system/files.ts';
import { realSystem, type System } from '../../../src/system/system.ts';
import { allWaiting, eventOfText, InboxHere, textOf } from './inbox-here.ts';

test('events come out as they went in, oldest first, each side by itself', async () => {
  using inbox = new InboxHere();
  await using writer = await inbox.writer();
  await using reader = await inbox.reader();
  const raw = Buffer.from([0, 255, 10, 13, 0]);
  const headers = { 'x-signature': 'ä', 'content-type': 'text/plain' };
  await writer.add([eventOfText('one'), eventOfText('other', 'new', 7)]);
  await writer.add([{ side: 'old', receivedAt: 2_000, headers, body: raw }]);
  const events = await reader.take('old', 10, new Set());
  expect(events).toEqual([
    { ...eventOfText('one'), seq: 1 },
    { side: 'old', receivedAt: 2_000, headers, body: raw, seq: 2 },
  ]);
  expect(await reader.take('new', 10, new Set())).toEqual([{ ...eventOfText('other', 'new', 7), seq: 1 }]);
  expect(reader.oldest('old')).toBe(1_000);
  expect(reader.waiting('old').events).toBe(2);
  for (const path of inbox.segments()) expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('what is done is not taken again, by the next process neither; what is not done is', async () => {
  using inbox = new InboxHere();
  await using writer = await inbox.writer();
  await writer.add(['a', 'b', 'c', 'd'].map((text) => eventOfText(text)));
  {
    await using reader = await inbox.reader();
    expect((await reader.take('old', 2, new Set([2]))).map(textOf)).toEqual(['a', 'c']);
    await reader.done('old', [1, 3]);
    expect((await allWaiting(reader)).map(textOf)).toEqual(['b', 'd']);
    expect(textOf((await reader.find('old', 3)) ?? { body: Buffer.from('none') })).toBe('c');
    expect(await reader.find('old', 9)).toBeUndefined();
  }
  await using reader = await inbox.reader();
  expect((await allWaiting(reader)).map(({ seq, body }) => [seq, body.toString()])).toEqual([
    [2, 'b'],
    [4, 'd'],
  ]);
  expect(reader.waiting('old').events).toBe(2);
  await reader.done('old', [2, 4]);
  expect(reader.waiting('old')).toEqual({ events: 0, bytes: 0 });
  expect(reader.oldest('old')).toBeUndefined();
});

test('the writer knows what waits, as the reader has it', async () => {
  using inbox = new InboxHere();
  let elapsed = 0;
  const system: System = { ...realSystem, clock: { ...realSystem.clock, elapsed: () => elapsed } };
  await using writer = await inbox.writer(system);
  await using reader = await inbox.reader();
  await writer.add(Array.from({ length: 10 }, (_, index) => eventOfText(`event ${index}`)));
  expect(writer.waiting().events).toBe(10);
  await allWaiting(reader);
  await reader.done('old', [1, 2, 3, 5]);
  elapsed += 1_000;
  expect(writer.waiting()).toEqual(reader.waiting('old'));
  await writer.add([eventOfText('new one')]);
  elapsed += 1_000;
  expect(writer.waiting().events).toBe(7);
});

test('a second writer is refused', async () => {
  using inbox = new InboxHere();
  await using _writer = await inbox.writer();
  await expect(inbox.writer()).rejects.toMatchObject({ code: 'STATE.LOCKED' });
});

test('events that come during a sync share the next one', async () => {
  using inbox = new InboxHere();
  let syncs = 0;
  const files = {
    ...realFiles,
    fdatasync: async (file: number) => {
      syncs++;
      await realFiles.fdatasync(file);
    },
  };
  await using writer = await inbox.writer({ ...realSystem, files });
  await Promise.all(Array.from({ length: 200 }, (_, index) => writer.add([eventOfText(`${index}`)])));
  expect(syncs).toBeLessThan(20);
  await using reader = await inbox.reader();
  expect((await allWaiting(reader)).map(textOf)).toEqual(
    Array.from({ length: 200 }, (_, index) => `${index}`),
  );
});

test('segments that are done go once they were kept long enough, the last one never', async () => {
  using inbox = new InboxHere();
  let now = 1_000_000;
  const system: System = { ...realSystem, clock: { ...realSystem.clock, now: () => now } };
  await using writer = await inbox.writer(system);
  await using reader = await inbox.reader(system);
  for (let day = 0; day < 3; day++) {
    await writer.add([eventOfText(`day ${day}`)]);
    now += 90_000_000;
  }
  expect(inbox.segments()).toHaveLength(3);
  await allWaiting(reader);
  await reader.done('old', [2]);
  await reader.clean();
  expect(inbox.segments()).toHaveLength(3);
  await reader.done('old', [1, 3]);
  expect(textOf((await reader.find('old', 1)) ?? eventOfText('none'))).toBe('day 0');
  await reader.clean();
  expect(inbox.segments()).toHaveLength(1);
  expect(await reader.find('old', 1)).toBeUndefined();
  await writer.add([eventOfText('after')]);
  expect((await allWaiting(reader)).map(({ seq }) => seq)).toEqual([4]);
  expect(existsSync(join(inbox.folder, 'live/done-old'))).toBe(true);
});
