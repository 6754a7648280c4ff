import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OriginError } from '../../../src/origin/origin.ts';
import { sendbird } from '../../../src/origin/sendbird/sendbird.ts';
import { fixtures } from '../../exports/expected.ts';
import { ChatApp, member } from '../../origins/sendbird/chat-app.ts';
import type { Answer } from '../../origins/sendbird/fake-sendbird.ts';
import { idsOf, listOf, ofOnlyChannel, reading } from '../../origins/sendbird/reading.ts';

const never = new AbortController().signal;
const UNTIL = 2_000_000_000_000;
const synthetic = (): ChatApp => ChatApp.ofExport(join(fixtures, 'sendbird/synthetic'));

/** An application with one channel, whose messages have these times. */
function channelWith(
  times: readonly number[],
  kind: 'group_channels' | 'open_channels' = 'group_channels',
): ChatApp {
  const app = new ChatApp();
  app.addUser('ann');
  app.addChannel('c/1 ü', ['ann'], { kind });
  for (const [at, time] of times.entries()) app.write('c/1 ü', 'ann', 1_000 + at, time);
  return app;
}

test('users, channels, members and messages of a whole application, without tokens of users', async () => {
  const app = synthetic();
  app.addChannel('lobby', [], { kind: 'open_channels', freeze: true });
  app.addChannel('quiet', ['alice']);
  await using here = await reading(app);
  const tops = here.origin.tops({ until: UNTIL });
  expect(tops.map(({ name }) => name)).toEqual(['users', 'conversations']);
  const users = await here.read(listOf(tops, 'users'));
  expect(idsOf(users, 'user_id').sort()).toEqual([...app.users.keys()].sort());
  expect(JSON.stringify(users.rows)).not.toContain('token');
  const channels = await here.read(listOf(tops, 'conversations'));
  expect(idsOf(channels, 'channel_url').sort()).toEqual([...app.channels.keys()].sort());
  for (const { row } of channels.rows) {
    const conversation = here.origin.conversationOf(row);
    if (!conversation) throw new Error('left out');
    const lists = here.origin.listsOf(conversation, row, { until: UNTIL });
    const messages = await here.read(listOf(lists, 'messages'));
    expect(messages.rows.map((each) => each.row)).toEqual(app.listed(conversation.id));
    expect(messages.rows.every(({ of }) => of === conversation.id)).toBe(true);
    if (conversation.id === 'lobby') expect(lists).toHaveLength(1);
    else
      expect(idsOf(await here.read(listOf(lists, 'members')), 'user_id')).toEqual(
        app.channels.get(conversation.id)?.members.map((each) => each.user_id),
      );
  }
  // The records of channels have their members: they need no request.
  expect(here.fake.requests.filter((request) => request.includes('/members'))).toEqual([]);
});

test('pages of 100, and members of a channel whose record does not have all of them', async () => {
  const app = new ChatApp();
  const people = Array.from({ length: 250 }, (_, at) => `user ${at}`);
  for (const id of people) app.addUser(id);
  app.addChannel('large', people);
  for (let at = 0; at < 220; at++) app.addChannel(`channel ${at}`, ['user 1']);
  await using here = await reading(app);
  const tops = here.origin.tops({ until: UNTIL });
  expect(new Set(idsOf(await here.read(listOf(tops, 'users')), 'user_id'))).toEqual(new Set(people));
  const channels = await here.read(listOf(tops, 'conversations'));
  expect(idsOf(channels, 'channel_url')).toHaveLength(221);
  const { row = {} } = channels.rows.find((each) => each.row['channel_url'] === 'large') ?? {};
  const conversation = here.origin.conversationOf(row);
  const lists = here.origin.listsOf(conversation ?? { id: '' }, row, { until: UNTIL });
  expect(new Set(idsOf(await here.read(listOf(lists, 'members')), 'user_id'))).toEqual(new Set(people));
  expect(here.fake.requests.length).toBe(3 + 3 + 1 + 3);
});

test('the mark of a channel changes with its messages and its members, whoever replaces whom', async () => {
  const app = channelWith([1_000, 2_000]);
  await using here = await reading(app);
  const [channel] = app.channels.values();
  if (!channel) throw new Error('no channel');
  const seen = new Set<string | undefined>();
  const look = (): void => {
    const found = here.origin.conversationOf(app.recordOf(channel, true));
    expect(seen).not.toContain(found?.mark);
    seen.add(found?.mark);
  };
  look();
  app.write('c/1 ü', 'ann', 5, 3_000);
  look();
  app.edit(5, 'changed', 4_000);
  look();
  app.join('c/1 ü', 'ben');
  look();
  app.leave('c/1 ü', 'ben');
  app.join('c/1 ü', 'cy');
  look();
  Object.assign(channel.members.at(-1) ?? {}, { role: 'operator' });
  look();
});

test.each([true, false])(
  'equal times beyond every page end lose and double nothing (kept together: %s)',
  async (keepsTogether) => {
    const times = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 900, size: 'max' });
    await fc.assert(
      fc.asyncProperty(times, fc.array(fc.nat(6), { maxLength: 6 }), async (given, kills) => {
        await using here = await reading(channelWith(given), { keepsTogether });
        const list = ofOnlyChannel(here, 'messages');
        const ids: string[] = [];
        let next: string | undefined = list.first;
        for (const parts of [...kills, 1_000]) {
          if (next === undefined) break;
          const read = await here.read(list, next, parts);
          ids.push(...idsOf(read));
          next = read.next;
        }
        expect(ids).toHaveLength(given.length);
        expect(new Set(ids)).toEqual(new Set(given.map((_, number) => String(1_000 + number))));
        expect(here.fake.requests.length).toBeLessThanOrEqual(2 * Math.ceil(given.length / 200) + 4);
      }),
      { numRuns: 15 },
    );
  },
);

test('a message by whose id a list goes on is deleted meanwhile: the list begins anew', async () => {
  const app = channelWith(Array.from({ length: 450 }, () => 7));
  await using here = await reading(app, { keepsTogether: false });
  const list = ofOnlyChannel(here, 'messages');
  const { places } = await here.read(list, list.first, 2);
  const after = JSON.parse(places.at(-1) ?? '{}').after;
  app.remove(Number(after));
  await expect(here.read(list, places.at(-1))).rejects.toMatchObject({ fault: 'expired' });
  expect(new Set(idsOf(await here.read(list)))).toHaveLength(449);
});

test('messages from a time on, and until the pull began', async () => {
  const app = channelWith([1_000, 2_000, 3_000, 3_000, 4_000, 5_000]);
  await using here = await reading(app);
  const list = ofOnlyChannel(here, 'messages', { from: 3_000, until: 4_500 });
  expect(list.from).toBe(3_000);
  // The later message shows that there is one; it is left to who reads the list.
  expect(idsOf(await here.read(list))).toEqual(['1002', '1003', '1004', '1005']);
  expect(here.fake.requests).toHaveLength(1);
});

test('a short page in front of the last message is not the end', async () => {
  const app = channelWith(Array.from({ length: 500 }, (_, at) => at));
  await using here = await reading(app, {
    fault: ({ path, query }, count) => {
      if (!path.endsWith('/messages') || count !== 2) return undefined;
      const from = Number(query.get('message_ts'));
      const messages = app
        .listed('c/1 ü')
        .filter((row) => row.created_at >= from)
        .slice(0, 50);
      return { status: 200, body: { messages } };
    },
  });
  expect(idsOf(await here.read(ofOnlyChannel(here, 'messages')))).toHaveLength(500);
});

test('kinds and times of channels that are wanted', async () => {
  const app = channelWith([1_000]);
  app.addChannel('lobby', [], { kind: 'open_channels' });
  await using here = await reading(app, {}, { types: ['group'], since: 1_500 });
  const tops = here.origin.tops({ until: UNTIL });
  const { rows } = await here.read(listOf(tops, 'conversations'));
  expect(idsOf({ rows }, 'channel_url')).toEqual(['c/1 ü']);
  expect(here.origin.conversationOf(rows[0]?.row ?? {})).toBeUndefined();
  app.write('c/1 ü', 'ann', 9, 1_500);
  const [channel] = app.channels.values();
  expect(here.origin.conversationOf(channel ? app.recordOf(channel, true) : {})).toMatchObject({
    newest: 1_500,
  });
});

test('people whom no list has are asked for by their ids', async () => {
  const app = new ChatApp();
  const ids = Array.from({ length: 45 }, (_, at) => `u&${at}=é`);
  for (const id of [...ids, 'other']) app.addUser(id);
  await using here = await reading(app);
  const { people } = here.origin;
  const found = await here.read(people?.call(here.origin, [...ids, 'not, there', 'gone']) ?? listOf([], ''));
  expect(new Set(idsOf(found, 'user_id'))).toEqual(new Set(ids));
});

test('answers that are no list are faults of that list', async () => {
  const cases: readonly (readonly [string, unknown, object])[] = [
    ['a page of HTML', '<html>down</html>', { fault: 'form' }],
    ['another list', { users: {} }, { fault: 'form' }],
    ['no records', { messages: [1, null] }, { fault: 'form' }],
    ['a message without a time', { messages: [{ message_id: 1 }] }, { fault: 'form' }],
    ['a message without an id', { messages: [{ created_at: 1 }] }, { fault: 'form' }],
    ['a time that is none', { messages: [{ message_id: 1, created_at: 1e300 }] }, { fault: 'form' }],
  ];
  for (const [, body, expected] of cases) {
    await using here = await reading(channelWith([1]), { fault: () => ({ status: 200, body }) });
    await expect(here.read(ofOnlyChannel(here, 'messages'))).rejects.toMatchObject(expected);
  }
  await using nameless = await reading(new ChatApp(), {
    fault: () => ({ status: 200, body: { channels: [{ name: 'x' }], next: '' } }),
  });
  const channels = listOf(nameless.origin.tops({ until: UNTIL }), 'conversations');
  await expect(nameless.read(channels)).rejects.toMatchObject({ fault: 'form' });
  await using same = await reading(channelWith([1]), {
    fault: () => ({ status: 200, body: { users: [], next: 'again' } }),
  });
  const [users] = same.origin.tops({ until: UNTIL });
  await expect(same.read(users ?? listOf([], ''))).rejects.toMatchObject({ fault: 'form' });
});

test('what passes: errors of the server, and answers that are cut off', async () => {
  const passing: readonly Answer[] = [
    { status: 500, body: 'oops' },
    { status: 200, body: { messages: [{ message_id: 1, created_at: 1 }] }, cut: true },
  ];
  await using here = await reading(channelWith([1, 2]), { fault: (_, count) => passing[count - 1] });
  expect(idsOf(await here.read(ofOnlyChannel(here, 'messages')))).toEqual(['1000', '1001']);
  expect(here.fake.requests).toHaveLength(3);
});

test('a channel whose name no address can have is not asked for', async () => {
  const app = new ChatApp();
  app.addChannel('..', ['ann']);
  await using here = await reading(app);
  await expect(here.read(ofOnlyChannel(here, 'messages'))).rejects.toMatchObject({ fault: 'form' });
  expect(here.fake.requests).toEqual([]);
});

test('faults by the code of an answer', async () => {
  const codes = { 400108: 'forbidden', 400109: 'expired', 400201: 'gone', 400111: 'refused' };
  for (const [code, fault] of Object.entries(codes)) {
    await using here = await reading(channelWith([1]), {
      fault: () => ({ status: 400, body: { error: true, code: Number(code), message: 'no' } }),
    });
    const refused = here.read(ofOnlyChannel(here, 'messages')).catch((error: unknown) => error);
    expect(await refused).toBeInstanceOf(OriginError);
    expect(await refused).toMatchObject({ fault, code, status: 400 });
  }
  for (const [status, fault] of [
    [403, 'forbidden'],
    [404, 'form'],
  ] as const) {
    await using here = await reading(channelWith([1]), { fault: () => ({ status, body: {} }) });
    await expect(here.read(ofOnlyChannel(here, 'messages'))).rejects.toMatchObject({ fault, status });
  }
});

test('the key of another application is refused, and is in no message', async () => {
  await using here = await reading(channelWith([1]), { key: 'another' });
  const refused = here.origin.check(never);
  await expect(refused).rejects.toMatchObject({ code: 'PULL.AUTH' });
  await expect(refused).rejects.not.toThrow('master-key');
  await using good = await reading(channelWith([1]));
  expect(await good.origin.check(never)).toBe('its users can be read');
  expect(good.fake.requests).toHaveLength(1);
});

test('the address is that of the application', () => {
  const names = { appId: '9DA1B1F4-0BE6-4DA8' };
  expect(sendbird.address({ names })).toBe('https://api-9DA1B1F4-0BE6-4DA8.sendbird.com/v3');
  expect(sendbird.address({ names, host: 'http://127.0.0.1:1' })).toBe('http://127.0.0.1:1/v3');
});

test('an invited person is no member yet', async () => {
  const app = new ChatApp();
  app.addChannel('c', ['ann', member('ben', { state: 'invited' })]);
  await using here = await reading(app);
  expect(idsOf(await here.read(ofOnlyChannel(here, 'members')), 'state')).toEqual(['joined', 'invited']);
});
