import { expect, test } from 'vitest';
import { type CheckDeps, check, checkRow } from '../../src/delivery/check.ts';
import { InFlight } from '../../src/delivery/in-flight.ts';
import { problemsOf } from '../../src/delivery/tally/tally.ts';
import { entities } from '../../src/input/entities/entities.ts';
import { type EntityName, entityRecord, type Item } from '../../src/input/entities/entity.ts';
import { DEFAULT_POLICIES } from '../../src/input/entities/policies.ts';
import { compileMapping } from '../../src/input/rows/mapping.ts';
import { placesIn } from '../../src/input/rows/place.ts';
import { KeyIndex } from '../../src/keys/key-index.ts';
import { chunks, rowAt } from './example-rows.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Checks the rows of a migration, entity after entity; returns the items to send and the outcomes of rows settled at once. */
function checker(more: Partial<CheckDeps> = {}) {
  const keys = entityRecord(() => new KeyIndex());
  return async (name: EntityName, rows: Rows) => {
    const entity = entities[name];
    const window = new InFlight(100, 0);
    const items: Item[] = [];
    const deps: CheckDeps = {
      entity,
      mappings: [compileMapping(entity, {}, undefined).mapping],
      keys,
      placesOf: { users: placesIn(() => 'users.ndjson') },
      placeOf: placesIn(() => `${name}.ndjson`),
      closed: new Set(['users', 'groups']),
      retention: undefined,
      policies: DEFAULT_POLICIES,
      now: 1_800_000_000,
      route: { carries: new Set(Object.keys(entity.fields)) },
      onUnknown: () => {},
      ...more,
    };
    const checked = rows.map((values, index) => checkRow(rowAt(index, values), deps));
    const found = check(chunks(checked), window);
    for await (const each of found) items.push(...each);
    const inside = window.size;
    const sent = new Set(items.map(({ seq }) => seq));
    for (const seq of sent) window.settle(seq, { status: 'pending' });
    const settled = window.take().filter((_, seq) => !sent.has(seq));
    return {
      inside,
      items,
      settled: settled.map(({ key, outcome }) => [
        key,
        outcome.status,
        ...problemsOf(outcome).map((one) => one.code),
      ]),
      messages: settled.flatMap(({ outcome }) => problemsOf(outcome).map(({ message }) => message)),
    };
  };
}

const message = {
  muid: 'm1',
  sender: 'ann',
  receiver: 'ben',
  receiverType: 'user',
  sentAt: 1_700_000_000,
  text: 'hi',
};

test('a valid row becomes an item: its key, its fields in the form of the service, its number in the window', async () => {
  const { items, settled, inside } = await checker()('users', [{ uid: 'Ann', name: 'Ann' }]);
  expect(items).toEqual([
    {
      key: 'ann',
      data: { uid: 'ann', name: 'Ann' },
      json: '{"uid":"ann","name":"Ann"}',
      seq: 0,
      owned: expect.anything(),
    },
  ]);
  expect(settled).toEqual([]);
  expect(inside).toBe(1);
});

test('an invalid row is settled at once, and the rows around it continue', async () => {
  const { items, settled, inside } = await checker()('users', [
    { uid: 'ann', name: 'Ann' },
    { uid: 'not an id', name: 'Ben' },
    { uid: 'cy' },
    { uid: 'dee', name: 'Dee' },
  ]);
  expect(items.map(({ key, seq }) => [key, seq])).toEqual([
    ['ann', 0],
    ['dee', 3],
  ]);
  expect(settled).toEqual([
    ['not an id', 'rejected', 'ID.INVALID'],
    ['cy', 'rejected', 'ROW.FIELD_MISSING'],
  ]);
  expect(inside).toBe(4);
});

test('a repeated row is skipped; a row that contradicts the first is rejected and names the place of the first', async () => {
  const { settled, messages } = await checker()('users', [
    { uid: 'ann', name: 'Ann' },
    { uid: 'ann', name: 'Ann' },
    { uid: 'ann', name: 'Anna' },
  ]);
  expect(settled).toEqual([
    ['ann', 'skipped'],
    ['ann', 'rejected', 'ROW.DUPLICATE'],
  ]);
  expect(messages).toEqual(['the same key with other content is at users.ndjson:1']);
});

test('a row that refers to an unknown row is rejected; one that refers to a rejected row is blocked', async () => {
  const rowsOf = checker();
  await rowsOf('users', [
    { uid: 'ann', name: 'Ann' },
    { uid: 'ben', name: '' },
  ]);
  const { settled, messages } = await rowsOf('messages', [
    { ...message, receiver: 'ben' },
    { ...message, muid: 'm2', receiver: 'zoe' },
  ]);
  expect(settled).toEqual([
    ['m1', 'blocked', 'REFERENCE.BLOCKED'],
    ['m2', 'rejected', 'REFERENCE.UNKNOWN'],
  ]);
  expect(messages[0]).toBe('the row of this user at users.ndjson:2 was rejected');
});

const AGE = { before: 1_750_000_000, days: 183, hosted: true } as const;

test('an old message is sent if the policy allows it, or if the service has it already', async () => {
  for (const more of [
    { retention: { ...AGE, policy: 'allow' } },
    { retention: { ...AGE, policy: 'reject' }, isHeld: (key: string) => key === 'm1' },
  ] as const) {
    const { items, settled } = await checker({ closed: new Set(), ...more })('messages', [message]);
    expect([items.map(({ key }) => key), settled]).toEqual([['m1'], []]);
  }
});

test.each([
  ['skip', ['m1', 'skipped']],
  ['archive', ['m1', 'skipped']],
  ['reject', ['m1', 'rejected', 'MESSAGE.TOO_OLD']],
] as const)('a message from before the retention time, policy %s', async (policy, outcome) => {
  const rowsOf = checker({ closed: new Set(), retention: { ...AGE, policy } });
  const { items, settled } = await rowsOf('messages', [
    message,
    { ...message, muid: 'm2', sentAt: 1_760_000_000 },
  ]);
  expect(settled).toEqual([outcome]);
  expect(items.map(({ key }) => key)).toEqual(['m2']);
});

test('a row that where leaves out is skipped, before anything else of it is judged', async () => {
  const { mapping } = compileMapping(entities.messages, {}, undefined, { where: { kind: { not: 'join' } } });
  const run = checker({ mappings: [mapping] });
  const { items, settled } = await run('messages', [
    { kind: 'join', muid: '' },
    { ...message, kind: 'join' },
  ]);
  expect(items).toEqual([]);
  expect(settled.map(([, status]) => status)).toEqual(['skipped', 'skipped']);
});
