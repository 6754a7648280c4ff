import { describe, expect, test } from 'vitest';
import { RunError } from '../../src/errors/run-error.ts';
import { retry } from '../../src/service/transport/retry.ts';
import { compose, type Transport, TransportError } from '../../src/service/transport/transport.ts';
import { skippingClock } from '../support/skipping-clock.ts';
import { failed, NO_DOUBT, ok, reply, sending, statusesOf, users, withoutRandomWaits } from './sending.ts';

withoutRandomWaits();

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
        foreign: true,
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
    const transport = compose(
      wire,
      retry({ observe: () => {}, random: { next: () => 0 }, firstAnswerMs: 20 }),
    );
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

  test.each([0, 0.5, 0.999])(
    'only a row that every answer leaves out is in doubt, after waits of a minute at least (chance %d)',
    async (chance) => {
      const clock = skippingClock();
      const sent = await sending(users(3), (keys) => ok(keys.filter((key) => key !== 'u1')), {
        clock,
        random: { next: () => chance },
      });
      expect(statusesOf(sent)).toEqual(['created', 'inDoubt', 'created']);
      expect(sent.outcomes.get(1)).toMatchObject({ problems: [{ code: 'ROW.IN_DOUBT' }] });
      expect(sent.writes.length).toBe(5);
      const { waits } = clock;
      expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
      expect(waits.reduce((a, b) => a + b)).toBeGreaterThan(59_900);
      expect(waits.reduce((a, b) => a + b)).toBeLessThan(61_000);
    },
  );

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
    expect(statusesOf(await sending(users(3), there, { doubt: { ...NO_DOUBT, maybeSentBelow: 1 } }))).toEqual(
      ['created', 'exists', 'exists'],
    );
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
