import { expect, test } from 'vitest';
import { MessagePlaces } from '../../../src/origin/service/message-places.ts';
import { seeded } from '../../support/random.ts';

type Message = { readonly id: string; readonly sentAt: number };

/** Messages of which many have one second, in the order of time. */
function history(seed: number, perSecond: number): readonly Message[] {
  const random = seeded(seed);
  let sentAt = 100;
  return Array.from({ length: 200 }, (_, at) => {
    if (random() < 1 / perSecond) sentAt += 1 + Math.floor(random() * 3);
    return { id: String(at + 95), sentAt };
  });
}

/** Services that understand a cursor in different ways. */
const SERVICES = {
  'after time and id': (m: Message, sentAt: number, id: number) =>
    m.sentAt > sentAt || (m.sentAt === sentAt && Number(m.id) > id),
  'from time and id': (m: Message, sentAt: number, id: number) =>
    m.sentAt > sentAt || (m.sentAt === sentAt && Number(m.id) >= id),
  'from the time': (m: Message, sentAt: number) => m.sentAt >= sentAt,
};

/** Reads a list to its end, page by page. */
function read(
  messages: readonly Message[],
  isAfter: (message: Message, sentAt: number, id: number) => boolean,
  {
    limit,
    until = Number.POSITIVE_INFINITY,
    saysSize = true,
  }: { limit: number; until?: number; saysSize?: boolean },
): readonly string[] {
  const places = new MessagePlaces([{}], until);
  const found: string[] = [];
  for (let at: string | undefined = places.first; at !== undefined; ) {
    const { sentAt = 0, id = 0 } = places.query(at);
    const rows = messages.filter((message) => isAfter(message, Number(sentAt), Number(id))).slice(0, limit);
    const { fresh, next } = places.after(at, { rows, ...(saysSize ? { size: limit } : {}) }, limit);
    found.push(...fresh.map((message) => String(message['id'])));
    at = next;
  }
  return found;
}

test.for(Object.entries(SERVICES))('of messages of one second none is lost or doubled: %s', ([, isAfter]) => {
  for (const seed of [1, 2, 3])
    for (const saysSize of [true, false]) {
      const messages = history(seed, 4);
      expect(read(messages, isAfter, { limit: 40, saysSize })).toEqual(messages.map(({ id }) => id));
    }
});

test('messages that came after the beginning are left for the next time', () => {
  const messages = history(4, 3);
  const until = messages[120]?.sentAt ?? 0;
  const expected = messages.filter(({ sentAt }) => sentAt <= until).map(({ id }) => id);
  expect(read(messages, SERVICES['after time and id'], { limit: 10, until: until * 1_000 })).toEqual(
    expected,
  );
});

test.for([
  ['a list that always begins anew', () => true],
  ['more messages of one second than a page has', (m: Message, sentAt: number) => m.sentAt >= sentAt],
] as const)('%s is no list', ([, isAfter]) => {
  const messages = Array.from({ length: 60 }, (_, at) => ({ id: String(at), sentAt: 100 }));
  expect(() => read(messages, isAfter, { limit: 20 })).toThrow('leads back');
});

test.for([[{ sentAt: 5 }], [{ id: '1' }], [{ id: {}, sentAt: 5 }]])('%j is no message', ([row]) => {
  const places = new MessagePlaces([{}], 1e15);
  expect(() => places.after(places.first, { rows: [row ?? {}] }, 10)).toThrow('no id or no time');
});
