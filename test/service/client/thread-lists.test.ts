import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chatService } from '../../../src/service/client/chat-service.ts';
import { openPopulated } from '../../sandbox/sandbox-client.ts';
import { all, fakeService, rejection } from './fake-service.ts';

type Row = { readonly id: string; readonly updatedAt: number };

/** Answers a list of threads: rows from the cursor on, also those of its own second. */
function answer(rows: readonly Row[], query: Record<string, string>, hasNext: boolean, most = 50) {
  const limit = Math.min(Number(query['limit']), most);
  const older = query['affix'] === 'prepend';
  const cursor = query['updatedAt'];
  const page = rows
    .toSorted((a, b) => (older ? b.updatedAt - a.updatedAt : a.updatedAt - b.updatedAt))
    .filter(({ updatedAt: at }) => !cursor || (older ? at <= Number(cursor) : at >= Number(cursor)))
    .slice(0, limit);
  const next = hasNext &&
    page.length === limit && { affix: query['affix'], updatedAt: page.at(-1)?.updatedAt };
  return { body: { data: page, meta: { current: { limit, count: page.length }, ...(next && { next }) } } };
}

test('a list of threads has every row once, in either direction, with many changes in one second', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom('append' as const, 'prepend' as const),
      fc.boolean(),
      async (times, limit, affix, hasNext) => {
        const rows = times.map((updatedAt, n) => ({ id: String(n + 1), updatedAt }));
        await using fake = await fakeService(({ query }) => answer(rows, query, hasNext));
        const read = await all(fake.service.threads.list({ limit, affix }));
        expect(read.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
        const changed = read.map(({ updatedAt = 0 }) => updatedAt);
        expect(changed).toEqual(changed.toSorted((a, b) => (affix === 'prepend' ? b - a : a - b)));
      },
    ),
    { numRuns: 40 },
  );
});

const second = (count: number, updatedAt: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: String(from + n + 1), updatedAt }));

test('a list of threads with more changes in one second than a page can have does not end silently', async () => {
  const rows = [...second(1_001, 7), ...second(5, 6, 2_000)];
  const list = (limit: number) =>
    fakeService(({ query }) => answer(rows, query, true, limit), { requestsPerMinute: { standard: 1e6 } });
  await using fake = await list(1_000);
  const seen: string[] = [];
  const reading = async (): Promise<void> => {
    for await (const { id } of fake.service.threads.list()) seen.push(id);
  };
  expect(await rejection(reading())).toMatchObject({ code: 'SERVICE.ENDLESS_LIST' });
  expect(seen).toHaveLength(1_000);
});

test('a list of threads goes on where the service gives fewer rows than asked for, and does not say how many', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => ({ id: String(n + 1), updatedAt: n + 1 }));
  await using fake = await fakeService(({ query }) => {
    const { data, meta } = answer(rows, query, true, 10).body;
    return { body: { data, meta: { ...meta, current: {} } } };
  });
  expect(await all(fake.service.threads.list({ limit: 100 }))).toHaveLength(25);
});

test('threads of the sandbox are read to the end, one a page', async () => {
  await using opened = await openPopulated();
  const apiKey = opened.secret(opened.sandbox.files.apiKey);
  await using service = chatService({ baseUrl: opened.sandbox.baseUrl, apiKey });
  const text = { receiver: 'bob', receiverType: 'user', data: { text: 'x' } } as const;
  for (let n = 0; n < 3; n++) {
    const { id } = await service.messages.send(text, { onBehalfOf: 'ann' });
    await service.threads.send(id, { ...text, receiver: 'ann' }, { onBehalfOf: 'bob' });
  }
  const threads = await all(service.threads.list({ limit: 1 }));
  expect(threads.map(({ id }) => id).toSorted()).toEqual(['1', '3', '5']);
  expect(threads.map(({ lastReply }) => lastReply?.['parentId'])).toEqual(threads.map(({ id }) => id));
});
