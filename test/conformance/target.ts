import { describe, expect, test } from 'vitest';
import { entities } from '../../src/input/entities/entities.ts';
import { type EntityName, entityNames, type Item } from '../../src/input/entities/entity.ts';
import { WHOLE_ROWS } from '../../src/input/rows/owned-fields.ts';
import type { Target } from '../../src/service/targets/target.ts';
import type { ApiRequest } from '../../src/service/transport/transport.ts';

const ROWS: Readonly<Record<EntityName, readonly Readonly<Record<string, unknown>>[]>> = {
  users: [
    { uid: '__proto__', name: 'a' },
    { uid: '42', name: 'b' },
    { uid: '7', name: 'c' },
  ],
  groups: [
    { guid: 'constructor', name: 'a' },
    { guid: '42', name: 'b' },
    { guid: '7', name: 'c' },
  ],
  members: [
    { guid: 'g', uid: '__proto__' },
    { guid: 'g', uid: '42' },
    { guid: 'g', uid: '7', isBanned: true },
  ],
  roles: [{ role: '__proto__', name: 'a' }],
  friends: [
    { uid: 'a', friendUid: '__proto__' },
    { uid: 'a', friendUid: '42' },
  ],
  blocks: [
    { uid: 'a', blockedUid: '__proto__' },
    { uid: 'a', blockedUid: '42' },
  ],
  tokens: [{ uid: 'a' }],
  bans: [{ guid: 'g', uid: '42' }],
  reactions: [{ muid: '__proto__', uid: 'a', reaction: '👍' }],
  pins: [{ muid: '__proto__', uid: 'a' }],
  receipts: [{ conversation: 'a_user_42', uid: 'a', deliveredAt: 1_700_000_000 }],
  messages: ['__proto__', '42', '7'].map((muid) => ({
    muid,
    sender: 'a',
    receiver: 'b',
    receiverType: 'user',
    sentAt: 1_700_000_000,
    data: { text: `text of ${muid}` },
  })),
};

/** Answers about no row, where they are not an object without members. */
const EMPTY: Readonly<Partial<Record<EntityName, unknown>>> = {
  friends: { accepted: {} },
  blocks: [],
  receipts: [],
  tokens: [],
};

const itemsOf = (name: EntityName): Item[] =>
  ROWS[name].map((row, seq) => {
    const data = entities[name].schema().parse(row);
    return {
      key: entities[name].key(data),
      data,
      owned: WHOLE_ROWS,
      json: JSON.stringify(data),
      seq,
      host: { id: '1', foreign: false },
    };
  });

/** What every target must do, whatever its API. */
export function targetConformance(target: Target): void {
  describe(`${target.name} as a target`, () => {
    test('asks whether the service is at work by a read that may be repeated', () => {
      expect(target.probe).toMatchObject({ method: 'GET', repeatable: true, divisible: false });
      expect(Object.keys(target.budgets)).toContain(target.probe.rateClass);
    });

    test.each(entityNames)('%s: every request is JSON, names a budget, and loses no row', (name) => {
      const route = target.routes[name];
      const items = itemsOf(name);
      expect(route.entity).toBe(name);
      for (let at = 0; at < items.length; at += route.maxItems) {
        const some = items.slice(at, at + route.maxItems);
        // Blocks are read before they are written.
        // Reads may come before the call that writes: of blocks up to 1,000.
        const calls = [0, 1, 1_000].map((call) => route.build(some, 1_700_000_000, call));
        const { path, body, rateClass } = calls.find(({ method }) => method === 'POST') as ApiRequest;
        expect(path).toMatch(/^(?:\/[a-z0-9_-]+|\/reactions\/[A-Z0-9%]+)+$/);
        expect(Object.keys(target.budgets)).toContain(rateClass);
        expect(JSON.parse(String(body ?? '{}'))).toBeTypeOf('object');
        // A row that hangs on a message names its id, and acts for its user.
        for (const { data } of some)
          for (const field of ['uid', 'guid', 'muid'])
            if (data[field] !== undefined && route.carries.has(field) && !route.hanging)
              expect(`${path} ${body}`).toContain(String(data[field]));
      }
    });

    test.each(entityNames)('%s: carries only fields that the entity has, its key among them', (name) => {
      const { carries } = target.routes[name];
      for (const field of carries) expect(Object.keys(entities[name].fields)).toContain(field);
      expect(carries).toContain(Object.keys(entities[name].fields)[0]);
    });

    test.each(entityNames)('%s: what is no answer of the service settles no row', (name) => {
      const route = target.routes[name];
      const items = itemsOf(name).slice(0, route.maxItems);
      for (const body of [undefined, null, 'x', 1, [], {}, { data: null }, { error: { code: 'X' } }])
        expect(route.settle(body, items)).toBeUndefined();
    });

    test.each(entityNames)('%s: an answer gives one verdict for each item', (name) => {
      const route = target.routes[name];
      const items = itemsOf(name).slice(0, route.maxItems);
      expect(route.settle({ data: EMPTY[name] ?? {} }, items)).toHaveLength(items.length);
    });

    test.each(entityNames)('%s: a call that may be sent twice is refused twice, or is looked for', (name) => {
      const route = target.routes[name];
      const { repeatable } = route.build(itemsOf(name).slice(0, route.maxItems), 1_700_000_000);
      expect(repeatable || route.recall !== undefined).toBe(true);
    });
  });
}
