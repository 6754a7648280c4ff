import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReceiversSeen, openSignsOfLife } from '../../../src/features/live/receive/open-signs-of-life.ts';
import { ensurePaths, type ReceiverDocument } from '../../../src/features/live/receive/receiver-state.ts';
import { openSharedDocuments } from '../../../src/features/live/shared/open-shared-documents.ts';
import { realSystem } from '../../../src/system/system.ts';
import { type PostgresServer, rowsOf, startPostgres } from '../../support/postgres.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => await server[Symbol.asyncDispose]());

const NONE = { received: 0, badSignatures: 2, refused: {}, lastAnswered: 0 };
const DOCUMENT: ReceiverDocument = {
  since: 1,
  beat: 2,
  host: '127.0.0.1',
  port: 1,
  sides: { old: NONE, new: NONE },
  waiting: { events: 0, bytes: 0 },
  gaps: [],
};

test('of receivers that begin at once, all have the addresses that one of them made', async () => {
  const place = { folder: '/nowhere', server: { url: await server.database(), name: 'shared' } };
  const systems = { old: 'stream', new: 'service' };
  const made = await Promise.all(
    Array.from({ length: 6 }, async () => {
      await using shared = await openSharedDocuments(place, realSystem);
      return await ensurePaths(shared, systems, realSystem.random);
    }),
  );
  expect(new Set(made.map((each) => JSON.stringify(each))).size).toBe(1);
  await using shared = await openSharedDocuments(place, realSystem);
  // Another old system has an address of its own.
  const other = await ensurePaths(shared, { ...systems, old: 'sendbird' }, realSystem.random);
  expect([other.new, other.old.startsWith('/sendbird/')]).toEqual([made[0]?.new, true]);
});

test('a time is a gap if no receiver listened, and only once that is certain', async () => {
  const url = await server.database();
  const place = { folder: '/nowhere', server: { url, name: 'shared' } };
  /** A receiver that listened, in seconds before now. */
  const listened = async (from: number, to: number): Promise<void> => {
    await using signs = await openSignsOfLife(place, realSystem);
    await signs.save(DOCUMENT);
    await rowsOf(
      url,
      `UPDATE chatferry_live SET since = clock_timestamp() - $1::int * interval '1 s', at = clock_timestamp() - $2::int * interval '1 s'
       WHERE name = (SELECT name FROM chatferry_live ORDER BY since DESC LIMIT 1)`,
      [from, to],
    );
  };
  await using seen = await openReceiversSeen(place, realSystem);
  expect(await seen.look()).toEqual([]);
  await listened(3_000, 2_000);
  await listened(2_500, 1_500);
  expect(await seen.look()).toEqual([]);
  // Nobody listened for 500 seconds, and then again, which may be a slow sign of life.
  await listened(1_000, 10);
  await listened(5, 0);
  const [gap, ...others] = await seen.look();
  expect(others).toEqual([]);
  expect(Math.round(((gap?.to ?? 0) - (gap?.from ?? 0)) / 1_000)).toBe(500);
  expect(seen.numbers.badSignatures).toBe(16);
});
