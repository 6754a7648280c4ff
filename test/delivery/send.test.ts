import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type SendDeps, send } from '../../src/delivery/send.ts';
import { RunError } from '../../src/errors/run-error.ts';
import type { Item } from '../../src/input/entities/entity.ts';
import type { Outcome } from '../../src/input/rows/outcome.ts';
import { importApi } from '../../src/service/targets/import-api.ts';
import { restApi } from '../../src/service/targets/rest-api.ts';
import { retry } from '../../src/service/transport/retry.ts';
import {
  type ApiRequest,
  type ApiResponse,
  compose,
  type Transport,
  TransportError,
} from '../../src/service/transport/transport.ts';

const budget = { requests: Number.POSITIVE_INFINITY, perMs: 60_000, concurrency: 4 };
const bulk = importApi({ budget });
const rest = restApi({ core: budget, standard: budget });
const never = new AbortController().signal;

const users = (count: number): Item[] =>
  Array.from({ length: count }, (_, seq) => {
    const data = { uid: `u${seq}`, name: 'n' };
    return { key: `u${seq}`, data, json: JSON.stringify(data), seq };
  });

const reply = (status: number, body?: unknown, text?: string): ApiResponse => ({
  status,
  headers: {},
  body,
  attempts: 1,
  ambiguous: false,
  ...(text === undefined ? {} : { text }),
});
const failed = (code: string, message = 'the message of the service') => ({ error: { code, message } });
const ok = (keys: readonly string[]) =>
  reply(200, { data: Object.fromEntries(keys.map((key) => [key, { success: true, data: {} }])) });
const keysOf = ({ body = '{}' }: ApiRequest): string[] =>
  Object.keys((JSON.parse(body) as { users?: object }).users ?? {});

type Sent = { readonly outcomes: Map<number, Outcome>; readonly writes: string[][]; readonly reads: number };

async function sending(
  items: readonly Item[],
  service: (keys: string[], request: ApiRequest) => ApiResponse,
  deps: Partial<SendDeps> = {},
  alive: () => ApiResponse = () => reply(200, { data: [] }),
): Promise<Sent> {
  const sent = { outcomes: new Map<number, Outcome>(), writes: [] as string[][], reads: 0 };
  const wire: Transport = async (request) => {
    if (request.method === 'GET') {
      sent.reads++;
      return alive();
    }
    const keys = keysOf(request);
    sent.writes.push(keys);
    return service(keys, request);
  };
  await send(
    { items, lanes: [0] },
    {
      route: bulk.routes.users,
      transport: compose(wire, retry({ observe: () => {}, random: () => 0 })),
      probe: bulk.probe,
      maybeSentBelow: 0,
      since: 1_700_000_000,
      uncertainSince: 1_700_000_000,
      pastSettledAt: 0,
      graceMs: 0,
      settle: (seq, outcome) => {
        if (sent.outcomes.has(seq)) throw new Error(`row ${seq} settled twice`);
        sent.outcomes.set(seq, outcome);
      },
      ...deps,
    },
    never,
  );
  return sent;
}

const statusesOf = ({ outcomes }: Sent): string[] =>
  [...outcomes].sort(([a], [b]) => a - b).map(([, { status }]) => status);

beforeAll(() => {
  // Removes the random waits between attempts.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => {
  vi.restoreAllMocks();
});

describe('send isolates the invalid row', () => {
  test.each([0, 1, 24, 25, 31, 48, 49])(
    'row %i of 50 if the whole batch is refused, in at most 12 extra requests',
    async (bad) => {
      const sent = await sending(users(50), (keys) =>
        keys.includes(`u${bad}`) ? reply(400, failed('ERR_BAD_REQUEST')) : ok(keys),
      );
      expect(sent.writes.length - 1).toBeLessThanOrEqual(12);
      expect(statusesOf(sent)).toEqual(users(50).map(({ seq }) => (seq === bad ? 'rejected' : 'created')));
      expect(sent.outcomes.get(bad)).toEqual({
        status: 'rejected',
        problems: [{ code: 'SERVICE.ERR_BAD_REQUEST', message: 'the message of the service' }],
      });
    },
  );

  test.each([0, 7, 25, 49])(
    'row %i of 50 if a 500 follows after the rows before it have landed',
    async (bad) => {
      const held = new Set<string>();
      let alone = 0;
      const sent = await sending(users(50), (keys) => {
        const results: [string, unknown][] = [];
        for (const key of keys) {
          if (key === `u${bad}`) {
            alone += keys.length === 1 ? 1 : 0;
            return reply(500, failed('ERR_EXCEPTION'));
          }
          results.push([
            key,
            held.has(key) ? { success: false, ...failed('ERR_UID_ALREADY_EXISTS') } : { success: true },
          ]);
          held.add(key);
        }
        return reply(200, { data: Object.fromEntries(results) });
      });
      expect(sent.writes.length - 1 - (alone - 1)).toBeLessThanOrEqual(12);
      expect(alone).toBeLessThanOrEqual(5);
      expect(held.size).toBe(49);
      expect(statusesOf(sent)).toEqual(users(50).map(({ seq }) => (seq === bad ? 'rejected' : 'created')));
    },
  );

  test('a batch that is too large for the service is divided until it fits', async () => {
    const sent = await sending(users(50), (keys) =>
      keys.length > 10 ? reply(413, undefined, '<html>') : ok(keys),
    );
    expect(new Set(statusesOf(sent))).toEqual(new Set(['created']));
  });

  test('a row that fails while the service is up is rejected after five attempts with the message of the service', async () => {
    const sent = await sending(users(1), () => reply(500, failed('ERR_EXCEPTION')));
    expect(sent.writes.length).toBeGreaterThanOrEqual(5);
    expect(sent.writes.length).toBeLessThanOrEqual(6);
    expect(sent.outcomes.get(0)).toEqual({
      status: 'rejected',
      problems: [{ code: 'SERVICE.ERR_EXCEPTION', message: 'the message of the service' }],
    });
  });
});

describe('send and an outage', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 20, 30])(
    'no valid row is rejected if the first %i answers are errors',
    async (answers) => {
      let left = answers;
      const down = (): boolean => left-- > 0;
      const sent = await sending(
        users(50),
        (keys) => (down() ? reply(500, failed('ERR_EXCEPTION')) : ok(keys)),
        {},
        () => (down() ? reply(500, failed('ERR_EXCEPTION')) : reply(200, { data: [] })),
      );
      expect(new Set(statusesOf(sent))).toEqual(new Set(['created']));
    },
  );

  test('stops the run if no request succeeds during the outage budget', async () => {
    const wire: Transport = async () => reply(503, undefined, 'down');
    const transport = compose(wire, retry({ observe: () => {}, random: () => 0, firstAnswerMs: 20 }));
    await expect(sending(users(3), () => reply(503), { transport })).rejects.toMatchObject({
      code: 'SERVICE.UNREACHABLE',
    });
  });
});

describe('send and answers of every form', () => {
  test('only rows that the answer leaves out are sent again', async () => {
    let first = true;
    const sent = await sending(users(4), (keys) => {
      const answered = first ? keys.filter((_, index) => index % 2) : keys;
      first = false;
      return ok(answered);
    });
    expect(sent.writes).toEqual([
      ['u0', 'u1', 'u2', 'u3'],
      ['u0', 'u2'],
    ]);
    expect(new Set(statusesOf(sent))).toEqual(new Set(['created']));
  });

  test('only a row that every answer leaves out is rejected in the end', async () => {
    const sent = await sending(users(3), (keys) => ok(keys.filter((key) => key !== 'u1')));
    expect(statusesOf(sent)).toEqual(['created', 'rejected', 'created']);
    expect(sent.outcomes.get(1)).toMatchObject({ problems: [{ code: 'SERVICE.NO_ANSWER' }] });
    expect(sent.writes.length).toBe(5);
  });

  test('a 200 with HTML is not a success: the rows are sent again, and those that exist by then count as created', async () => {
    let answers = 0;
    const sent = await sending(users(2), (keys) => {
      if (answers++ === 0) return reply(200, undefined, '<html>sign in</html>');
      return reply(200, {
        data: Object.fromEntries(
          keys.map((key) => [key, { success: false, ...failed('ERR_UID_ALREADY_EXISTS') }]),
        ),
      });
    });
    expect(statusesOf(sent)).toEqual(['created', 'created']);
  });

  test('a host that never answers as the service ends the run with an error that quotes it', async () => {
    const error = await sending(users(1), () => reply(200, undefined, '<html>sign in')).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(RunError);
    expect(error.code).toBe('SERVICE.NOT_THE_API');
    expect(error.message).toContain('<html>sign in');
  });

  test.each([
    ['an empty object', {}],
    ['null', null],
    ['a list', []],
    ['data that is a list', { data: [] }],
    ['an error', failed('ERR_EXCEPTION')],
  ])('a 200 with %s does not count as delivery', async (_what, body) => {
    let answers = 0;
    const sent = await sending(users(1), (keys) => (answers++ ? ok(keys) : reply(200, body)));
    expect(sent.writes.length).toBe(2);
    expect(statusesOf(sent)).toEqual(['created']);
  });

  test('a row from before the import is `exists`; one of an earlier run or after a lost answer is `created`', async () => {
    const there = (keys: readonly string[]) =>
      reply(200, {
        data: Object.fromEntries(
          keys.map((key) => [key, { success: false, ...failed('ERR_UID_ALREADY_EXISTS') }]),
        ),
      });
    expect(statusesOf(await sending(users(2), there))).toEqual(['exists', 'exists']);
    expect(statusesOf(await sending(users(3), there, { maybeSentBelow: 1 }))).toEqual([
      'created',
      'exists',
      'exists',
    ]);
    let lost = false;
    const sent = await sending(users(2), (keys) => {
      if (lost) return there(keys);
      lost = true;
      throw new TransportError('ECONNRESET', { maybeSent: true });
    });
    expect(statusesOf(sent)).toEqual(['created', 'created']);
    let refused = false;
    const never = await sending(users(2), (keys) => {
      if (refused) return there(keys);
      refused = true;
      throw new TransportError('ECONNREFUSED', { maybeSent: false });
    });
    expect(statusesOf(never)).toEqual(['exists', 'exists']);
  });
});

describe('send over calls that create a row again if they are repeated', () => {
  const message: Item = {
    key: 'm1',
    seq: 0,
    json: '{}',
    data: {
      muid: 'm1',
      sender: 'a',
      receiver: 'b',
      receiverType: 'user',
      sentAt: 1_700_000_000,
      data: { text: 'x' },
    },
  };
  const page = (...muids: string[]) =>
    reply(200, { data: muids.map((muid, index) => ({ id: 100 - index, muid, sentAt: 1_800_000_000 })) });

  test('searches for a message whose answer was lost before sending it again', async () => {
    const sent = await sending(
      [message],
      () => {
        throw new TransportError('ECONNRESET', { maybeSent: true });
      },
      { route: rest.routes.messages },
      () => page('m0', 'm1'),
    );
    expect(sent.writes.length).toBe(1);
    expect(statusesOf(sent)).toEqual(['created']);
  });

  test('sends it again if it was not created, and does not search for a message that was never sent', async () => {
    let lost = false;
    const sent = await sending(
      [message],
      () => {
        if (lost) return reply(200, { data: { id: 5 } });
        lost = true;
        throw new TransportError('ECONNRESET', { maybeSent: true });
      },
      { route: rest.routes.messages },
      () => reply(200, { data: [] }),
    );
    expect(sent.writes.length).toBe(2);
    expect(statusesOf(sent)).toEqual(['created']);
    const plain = await sending([message], () => reply(200, { data: { id: 5 } }), {
      route: rest.routes.messages,
    });
    expect(plain.reads).toBe(0);
  });

  test('rejects a message whose call never gets an answer', async () => {
    const sent = await sending(
      [message],
      () => {
        throw new TransportError('ECONNRESET', { maybeSent: true });
      },
      { route: rest.routes.messages },
      () => reply(200, { data: [] }),
    );
    expect(sent.outcomes.get(0)).toMatchObject({
      status: 'rejected',
      problems: [{ code: 'SERVICE.NO_ANSWER' }],
    });
    expect(sent.writes.length).toBeLessThanOrEqual(6);
  });

  test('a message that is found after the last attempt has landed, whatever the gateway answered', async () => {
    let landed = false;
    const sent = await sending(
      [message],
      () => reply(502, undefined, '<html>'),
      { route: rest.routes.messages },
      () => {
        const seen = landed;
        landed = true;
        return seen ? page('m1') : reply(200, { data: [] });
      },
    );
    expect(statusesOf(sent)).toEqual(['created']);
  });

  test('rejects a message that a gateway answers with 502 while the service is up', async () => {
    const sent = await sending(
      [message],
      () => reply(502, undefined, '<html>'),
      { route: rest.routes.messages },
      () => reply(200, { data: [] }),
    );
    expect(sent.outcomes.get(0)).toMatchObject({ status: 'rejected' });
    expect(sent.writes.length).toBeLessThanOrEqual(6);
  });
});
