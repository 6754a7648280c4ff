import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Arrived, all, fakeService, type Reply, rejection } from './fake-service.ts';

const page = (rows: readonly object[], meta: object = {}): Reply => ({ body: { data: rows, meta } });
const uids = (rows: readonly { readonly uid: string }[]): string[] => rows.map(({ uid }) => uid);
const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ uid: `${prefix}${at}` }));

describe('a list by page number', () => {
  test('goes on where the total says 0, and ends at a page that is not full', async () => {
    const users = named('u', 25);
    await using fake = await fakeService(({ query }) => {
      const rows = users.slice((Number(query['page']) - 1) * 10).slice(0, 10);
      return page(rows, {
        pagination: { total: 0, count: rows.length, per_page: 10, current_page: 1, total_pages: 1 },
      });
    });
    expect(await all(fake.service.users.list({ perPage: 10 }))).toEqual(users);
    expect(fake.arrived.map(({ query }) => [query['page'], query['perPage']])).toEqual([
      ['1', '10'],
      ['2', '10'],
      ['3', '10'],
    ]);
  });

  test('goes on after a short page where the service says that there are more pages', async () => {
    await using fake = await fakeService(({ query }) =>
      page(query['page'] === '3' ? [] : named(`p${query['page']}-`, 3), {
        pagination: { per_page: '10', total_pages: '3' },
      }),
    );
    expect(await all(fake.service.users.list({ perPage: 10 }))).toHaveLength(6);
  });

  test('goes on where the service gives fewer rows than asked for and does not say so', async () => {
    const users = named('u', 12);
    await using fake = await fakeService(({ query }) =>
      page(users.slice((Number(query['page']) - 1) * 5).slice(0, 5)),
    );
    expect(await all(fake.service.users.list({ perPage: 100 }))).toEqual(users);
  });

  test('ends where the service ignores the page number', async () => {
    await using fake = await fakeService(() => page(named('u', 5)));
    expect(await all(fake.service.users.list({ perPage: 5 }))).toHaveLength(5);
    expect(fake.arrived.length).toBe(2);
  });

  test('gives a row once that moves to the next page while the list is read', async () => {
    const users = named('u', 6);
    await using fake = await fakeService(({ query }) => {
      if (query['page'] === '2') users.unshift({ uid: 'new' });
      return page(users.slice((Number(query['page']) - 1) * 3).slice(0, 3), { pagination: { per_page: 3 } });
    });
    expect(uids(await all(fake.service.users.list({ perPage: 3 })))).toEqual([
      'u0',
      'u1',
      'u2',
      'u3',
      'u4',
      'u5',
    ]);
  });

  test('begins at the page asked for, and is given page by page', async () => {
    await using fake = await fakeService(({ query }) =>
      page(query['page'] === '9' ? [] : named(query['page'] ?? '', 2)),
    );
    const pages = await all(fake.service.users.list({ perPage: 2, page: 7 }).pages());
    expect(pages.map(uids)).toEqual([
      ['70', '71'],
      ['80', '81'],
    ]);
  });

  test('asks for nothing before a row is wanted, nor after enough', async () => {
    await using fake = await fakeService(({ query }) => page(named(query['page'] ?? '', 2)));
    const list = fake.service.users.list({ perPage: 2 });
    expect(fake.arrived.length).toBe(0);
    for await (const { uid } of list) if (uid === '20') break;
    expect(fake.arrived.length).toBe(2);
  });

  test('by time, follows the cursor where the page number leads nowhere', async () => {
    const groups = [1, 2, 3, 4, 5].map((updatedAt) => ({ guid: `g${updatedAt}`, updatedAt }));
    await using fake = await fakeService(({ query }) => {
      const rows = groups.filter(({ updatedAt }) => updatedAt > Number(query['updatedAt'])).slice(0, 2);
      return {
        body: { data: rows, meta: {}, cursor: { updatedAt: rows.at(-1)?.updatedAt, affix: 'prepend' } },
      };
    });
    const list = fake.service.groups.list({ affix: 'append', updatedAt: 0, perPage: 2 });
    expect((await all(list)).map(({ guid }) => guid)).toEqual(['g1', 'g2', 'g3', 'g4', 'g5']);
  });

  test('of conversations without an acting user keeps both sides', async () => {
    const sides = ['a', 'b'].map((uid) => ({
      conversationId: 'user_a_user_b',
      unreadMessageCount: '3',
      conversationWith: { uid },
    }));
    await using fake = await fakeService(({ query }) => page(query['page'] === '1' ? sides : []));
    const rows = await all(fake.service.conversations.list());
    expect(rows.map((row) => [row.conversationWith?.['uid'], row.unreadMessageCount])).toEqual([
      ['a', 3],
      ['b', 3],
    ]);
  });
});

describe('a list by cursor', () => {
  test('ends where meta.next stands there at the end, and takes ids as numbers', async () => {
    const answers = [
      page(
        [
          { id: 3, sentAt: 3 },
          { id: 4, sentAt: 4 },
        ],
        { next: { affix: 'prepend', id: 3, sentAt: 3 } },
      ),
      page(
        [
          { id: 2, sentAt: 2 },
          { id: 3, sentAt: 3 },
        ],
        { next: { affix: 'prepend', id: 2, sentAt: 2 } },
      ),
      page([{ id: 2, sentAt: 2 }], { next: { affix: 'prepend', id: 2, sentAt: 2 } }),
    ];
    await using fake = await fakeService((_, number) => answers[number - 1] ?? page([]));
    const rows = await all(fake.service.messages.list({ limit: 2 }));
    expect(rows.map(({ id }) => id)).toEqual(['4', '3', '2']);
    expect(fake.arrived.map(({ query }) => query['id'])).toEqual([undefined, '3', '2']);
  });

  test('finds its way by its own last row where the cursor leads the other way', async () => {
    const answers = [
      page([{ id: '1' }, { id: '2' }], { next: { affix: 'prepend', id: '1' } }),
      page([{ id: '3' }], { next: { affix: 'prepend', id: '3' } }),
    ];
    await using fake = await fakeService((_, number) => answers[number - 1] ?? page([]));
    expect(
      (await all(fake.service.messages.list({ limit: 2, affix: 'append' }))).map(({ id }) => id),
    ).toEqual(['1', '2', '3']);
    expect(fake.arrived[1]?.query).toMatchObject({ affix: 'append', id: '2' });
  });

  test('goes on by its own last row where the cursor does not move', async () => {
    const next = { affix: 'prepend', id: '4' };
    const answers = [
      page([{ id: '4' }, { id: '5' }], { next }),
      page([{ id: '2' }, { id: '3' }], { next }),
      page([{ id: '1' }], { next }),
    ];
    await using fake = await fakeService((_, number) => answers[number - 1] ?? page([]));
    const rows = await all(fake.service.messages.list({ limit: 2 }));
    expect(rows.map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1']);
    expect(fake.arrived.map(({ query }) => query['id'])).toEqual([undefined, '4', '2', '4']);
  });

  test('that is answered with page numbers is followed by those', async () => {
    await using fake = await fakeService(({ query }) => {
      const first = (Number(query['page'] ?? 1) - 1) * 2;
      return page(
        [1, 2, 3].slice(first, first + 2).map((id) => ({ id })),
        { pagination: { total: 0, per_page: 2 } },
      );
    });
    const rows = await all(fake.service.threads.listMessages('9', { limit: 2 }));
    expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(fake.arrived[0]?.query).toMatchObject({ limit: '2', perPage: '2' });
  });

  test('of reactions without ids tells rows apart by who reacted', async () => {
    const rows = ['a', 'b'].map((uid) => ({ reaction: 'x', uid }));
    await using fake = await fakeService(() => page(rows));
    expect(await all(fake.service.reactions.list('1'))).toHaveLength(2);
  });

  test('that fails on its second page gives the rows of its first', async () => {
    await using fake = await fakeService((_, number) =>
      number === 1
        ? page([{ id: 5 }], { next: { id: 5, affix: 'prepend' } })
        : { status: 403, body: { error: { code: 'ERR_MESSAGE_NO_ACCESS', message: 'no' } } },
    );
    const seen: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const { id } of fake.service.messages.list()) seen.push(id);
    };
    expect(await rejection(reading())).toMatchObject({ code: 'ERR_MESSAGE_NO_ACCESS' });
    expect(seen).toEqual(['5']);
  });
});

test('a list by cursor with more rows at its boundary than a page can have does not end silently', async () => {
  const rows = Array.from({ length: 1_500 }, (_, n) => ({ id: String(n + 1), sentAt: 7 }));
  await using fake = await fakeService(({ query }) =>
    page(rows.slice(0, Number(query['limit'])), { next: { sentAt: 7, affix: query['affix'] } }),
  );
  expect(await rejection(all(fake.service.messages.list()))).toMatchObject({ code: 'SERVICE.ENDLESS_LIST' });
});

type Stored = { readonly id: number; readonly sentAt: number };
type Habits = {
  readonly inclusive: boolean;
  readonly next: 'always' | 'full pages' | 'never';
  readonly numericIds: boolean;
  readonly newestFirst: boolean;
  readonly bySentAtAlone: boolean;
};

/** A list of messages as a service with these habits gives it. */
function messagesOf(stored: readonly Stored[], { query }: Arrived, habits: Habits): Reply {
  const limit = Number(query['limit']);
  const older = query['affix'] === 'prepend';
  const at = query['id'] === undefined ? -1 : stored.findIndex(({ id }) => String(id) === query['id']);
  const time = query['sentAt'] === undefined ? undefined : Number(query['sentAt']);
  const beyond = stored.filter(({ sentAt }, index) => {
    if (habits.bySentAtAlone && time !== undefined) return older ? sentAt <= time : sentAt >= time;
    if (at < 0) return true;
    return (older ? index < at : index > at) || (habits.inclusive && index === at);
  });
  const rows = older ? beyond.slice(-limit) : beyond.slice(0, limit);
  const edge = older ? rows[0] : rows.at(-1);
  const isToldNext = habits.next === 'always' || (habits.next === 'full pages' && rows.length === limit);
  const written = rows.map((row) => ({ ...row, id: habits.numericIds ? row.id : String(row.id) }));
  return page(habits.newestFirst ? written.reverse() : written, {
    ...(edge && isToldNext
      ? { next: { affix: query['affix'], id: String(edge.id), sentAt: edge.sentAt } }
      : {}),
  });
}

describe('lists, whatever the service is like', () => {
  const counts = fc.integer({ min: 0, max: 40 });
  const sizes = fc.integer({ min: 1, max: 15 });

  test('by page number: every row once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        counts,
        sizes,
        fc.constantFrom('true', 'zero', 'low', 'none' as const),
        fc.boolean(),
        async (count, perPage, total, tellsSize) => {
          const users = named('u', count);
          await using fake = await fakeService(({ query }) => {
            const rows = users.slice((Number(query['page']) - 1) * perPage).slice(0, perPage);
            const said = { true: count, zero: 0, low: Math.floor(count / 2), none: undefined }[total];
            const pagination = {
              total: said,
              count: rows.length,
              ...(tellsSize ? { per_page: perPage } : {}),
            };
            return page(rows, total === 'none' ? {} : { pagination });
          });
          expect(await all(fake.service.users.list({ perPage }))).toEqual(users);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('by cursor: every row once, in order, in either direction', async () => {
    const habits = fc.record({
      inclusive: fc.boolean(),
      next: fc.constantFrom('always', 'full pages', 'never' as const),
      numericIds: fc.boolean(),
      newestFirst: fc.boolean(),
      bySentAtAlone: fc.boolean(),
    }) as fc.Arbitrary<Habits>;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 40 }),
        sizes,
        fc.boolean(),
        habits,
        async (steps, limit, older, habit) => {
          const sentAt = (at: number): number =>
            steps.slice(0, at + 1).reduce((time, step) => time + step, 1_700_000_000);
          const stored = steps.map((_, at) => ({ id: 7 + at * 3, sentAt: sentAt(at) }));
          await using fake = await fakeService((request) => messagesOf(stored, request, habit));
          const affix = older ? 'prepend' : 'append';
          const rows = await all(fake.service.messages.list({ limit, affix }));
          const wanted = stored.map(({ id }) => String(id));
          expect(rows.map(({ id }) => id)).toEqual(older ? wanted.reverse() : wanted);
        },
      ),
      { numRuns: 150 },
    );
  });
});
