import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InboxPlace } from '../../../src/features/live/inbox/inbox-place.ts';
import { openInboxReader } from '../../../src/features/live/inbox/open-inbox-reader.ts';
import { openInboxWriter } from '../../../src/features/live/inbox/open-inbox-writer.ts';
import { realSystem } from '../../../src/system/system.ts';
import { type PostgresServer, rowsOf, startPostgres } from '../../support/postgres.ts';
import { allWaiting, eventOfText, InboxHere, textOf } from './inbox-here.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => await server[Symbol.asyncDispose]());

const placeOf = (url: string, name = 'shared'): InboxPlace => ({
  folder: '/nowhere',
  server: { url, name },
  keepMs: 1_000,
});

const inOrder = (texts: readonly string[]): string[] =>
  texts.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

test('two writers add at once; each event is there once, done ones are not taken again', async () => {
  const place = placeOf(await server.database());
  await using one = await openInboxWriter(place, realSystem);
  await using two = await openInboxWriter(place, realSystem);
  const texts = Array.from({ length: 200 }, (_, index) => `event ${index}`);
  await Promise.all(texts.map((text, index) => (index % 2 === 0 ? one : two).add([eventOfText(text)])));
  await two.add([{ ...eventOfText('', 'new'), headers: { a: 'ä"' }, body: Buffer.from([0, 255, 92, 34]) }]);
  await using reader = await openInboxReader(place, realSystem);
  const events = await allWaiting(reader);
  expect(inOrder(events.map(textOf))).toEqual(texts);
  expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((a, b) => a - b));
  const [other] = await reader.take('new', 10, new Set());
  expect(other).toMatchObject({ side: 'new', headers: { a: 'ä"' }, body: Buffer.from([0, 255, 92, 34]) });
  await reader.done(
    'old',
    events.slice(0, 150).map(({ seq }) => seq),
  );
  expect(await allWaiting(reader)).toHaveLength(50);
  await using again = await openInboxReader(place, realSystem);
  expect(again.waiting('old').events).toBe(50);
  expect(again.oldest('old')).toBe(1_000);
  const first = events[0]?.seq ?? 0;
  expect(await again.find('old', first)).toEqual(events[0]);
  await again.clean();
  expect(await again.find('old', first)).toBeUndefined();
  await using third = await openInboxWriter(place, realSystem);
  expect(third.waiting().events).toBe(51);
});

test('an event whose transaction commits late is taken, although later ones are done', async () => {
  const url = await server.database();
  const place = placeOf(url);
  await using writer = await openInboxWriter(place, realSystem);
  await using reader = await openInboxReader(place, realSystem);
  const late = new Client({ connectionString: url });
  await late.connect();
  await late.query('BEGIN');
  await late.query(
    "INSERT INTO chatferry_inbox (pipeline, side, received_at, headers, body, bytes) VALUES ('shared', 'old', 5, '{}', 'late', 4)",
  );
  await writer.add([eventOfText('early')]);
  const [early] = await allWaiting(reader);
  await reader.done('old', [early?.seq ?? 0]);
  expect(await allWaiting(reader)).toEqual([]);
  await late.query('COMMIT');
  await late.end();
  expect((await allWaiting(reader)).map(textOf)).toEqual(['late']);
});

test('what waits is known at once, few bytes are taken at once, and thousands of events quickly', async () => {
  const place = placeOf(await server.database());
  await using writer = await openInboxWriter(place, realSystem);
  await using reader = await openInboxReader(place, realSystem);
  const large = 'x'.repeat(9 << 20);
  for (const text of [large, large, 'small']) await writer.add([eventOfText(text)]);
  const [first, ...others] = await reader.take('old', 10, new Set());
  expect(others).toEqual([]);
  expect(await reader.take('old', 10, new Set([first?.seq ?? 0]))).toHaveLength(2);
  expect(reader.waiting('old').events).toBe(3);
  await writer.add(Array.from({ length: 5_000 }, (_, number) => eventOfText(`${number}`)));
  const events = await allWaiting(reader);
  expect(events).toHaveLength(5_003);
  expect(reader.waiting('old').events).toBe(5_003);
  await reader.done(
    'old',
    events.map(({ seq }) => seq),
  );
  expect(reader.waiting('old')).toEqual({ events: 0, bytes: 0 });
  expect(reader.oldest('old')).toBeUndefined();
});

test('pipelines that share a database see their own events', async () => {
  const url = await server.database();
  await using writer = await openInboxWriter(placeOf(url, 'one'), realSystem);
  await writer.add([eventOfText('mine')]);
  await using other = await openInboxReader(placeOf(url, 'two'), realSystem);
  expect(await allWaiting(other)).toEqual([]);
});

test('while the database is away, events are refused as unwritable; then it works again', async () => {
  await using own = await startPostgres();
  const url = await own.database();
  const place = placeOf(url);
  await using writer = await openInboxWriter(place, realSystem);
  await writer.add([eventOfText('before')]);
  await own.stop();
  await expect(writer.add([eventOfText('lost')])).rejects.toMatchObject({ code: 'STATE.UNWRITABLE' });
  writer.waiting();
  await own.start();
  await sleep(100);
  await writer.add([eventOfText('after')]);
  await using reader = await openInboxReader(place, realSystem);
  expect((await allWaiting(reader)).map(textOf)).toEqual(['before', 'after']);
  expect(await rowsOf(url, 'SELECT count(*)::int AS count FROM chatferry_inbox')).toEqual([{ count: 2 }]);
});

test('events that wait in files move to a server that keeps the state from then on', async () => {
  using inbox = new InboxHere();
  {
    await using writer = await inbox.writer();
    await writer.add([eventOfText('done'), eventOfText('waits'), eventOfText('waits too', 'new')]);
    await using reader = await inbox.reader();
    await reader.done('old', [(await reader.take('old', 1, new Set()))[0]?.seq ?? 0]);
  }
  const place = { ...inbox.place, ...placeOf(await server.database()), folder: inbox.folder };
  for (let opened = 0; opened < 2; opened++) {
    await using reader = await openInboxReader(place, realSystem);
    expect((await allWaiting(reader)).map(textOf)).toEqual(['waits']);
    expect((await allWaiting(reader, 'new')).map(textOf)).toEqual(['waits too']);
  }
  expect(inbox.segments()).toEqual([]);
});
