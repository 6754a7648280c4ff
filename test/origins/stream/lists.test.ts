import { describe, expect, test } from 'vitest';
import type { OpenOrigin } from '../../../src/origin/origin.ts';
import { type FakeStream, fakeStream } from './fake-stream.ts';
import { conversationsOf, named, never, opened, rowsOf } from './reading.ts';
import { appOf, changes, syntheticApp, written } from './stream-app.ts';

const AT = Date.parse('2026-10-01T00:00:00Z');

/** An app of one channel with so many messages, all of one time if `apart` is 0. */
async function channelOf(count: number, apart = 1): Promise<FakeStream> {
  const app = appOf([{ type: 'user', item: { id: 'ann', name: 'Ann' } }]);
  const { open, write } = changes(app);
  open('messaging:quay', ['ann'], AT);
  for (let n = 0; n < count; n++)
    write('messaging:quay', `m-${String(n).padStart(5, '0')}`, 'ann', AT + n * apart);
  return await fakeStream({ app });
}

async function messagesOf(origin: OpenOrigin, twice = false) {
  const [first] = await conversationsOf(origin);
  const rows = await rowsOf(named(first?.lists ?? [], 'messages'), twice);
  return rows.map(({ row }) => origin.messageOf(row)?.id);
}

describe('the lists of an app', () => {
  test('have all users, channels, members and messages of it, each once', async () => {
    await using fake = await fakeStream();
    await using origin = opened(fake);
    const users = await rowsOf(named(origin.tops({ until: Date.now() }), 'users'), true);
    expect(users.map(({ row }) => origin.userOf(row)).sort()).toEqual([...fake.app.users.keys()].sort());
    const found = await conversationsOf(origin);
    expect(found.map(({ conversation }) => conversation.id).sort()).toEqual(
      [...fake.app.channels.keys()].sort(),
    );
    const ids: string[] = [];
    for (const { conversation, lists } of found) {
      const members = await rowsOf(named(lists, 'members'));
      expect(members.length).toBe(fake.app.members.get(conversation.id)?.length);
      const messages = await rowsOf(named(lists, 'messages'), true);
      ids.push(...messages.map(({ row }) => origin.messageOf(row)?.id ?? ''));
    }
    const orphans = [...fake.app.messages.values()].filter(
      ({ parent_id: parent }) => parent !== undefined && !fake.app.messages.has(String(parent)),
    );
    expect(ids.toSorted()).toEqual(
      [...fake.app.messages.keys()].filter((id) => !orphans.some((one) => one.id === id)).sort(),
    );
    expect(fake.log.filter((line) => line.endsWith('/members'))).toEqual([]);
  });

  test.each([0, 1, 299, 300, 301, 600, 601])('have each of %i messages once', async (count) => {
    await using fake = await channelOf(count);
    await using origin = opened(fake);
    const ids = await messagesOf(origin, true);
    expect([new Set(ids).size, ids.length]).toEqual([count, count]);
  });

  test.each([299, 300, 301, 450, 599])('have each of %i messages of one time once', async (count) => {
    await using fake = await channelOf(count, 0);
    changes(fake.app).write('messaging:quay', 'later', 'ann', AT + 5);
    changes(fake.app).write('messaging:quay', 'earlier', 'ann', AT - 5);
    await using origin = opened(fake);
    const ids = await messagesOf(origin, true);
    expect([new Set(ids).size, ids.length, ids.at(0), ids.at(-1)]).toEqual([
      count + 2,
      count + 2,
      'earlier',
      'later',
    ]);
  });

  test('say so where messages of one time are too many to be told apart', async () => {
    await using fake = await channelOf(700, 0);
    await using origin = opened(fake);
    await expect(messagesOf(origin)).rejects.toThrow(
      'more than 600 messages have the time 2026-10-01T00:00:00',
    );
  });

  test('go on where a message was that is deleted meanwhile', async () => {
    await using fake = await channelOf(301);
    await using origin = opened(fake);
    const [first] = await conversationsOf(origin);
    const list = named(first?.lists ?? [], 'messages');
    const { rows, next = '' } = await list.step(list.first, never);
    changes(fake.app).erase('m-00299');
    const rest = await list.step(next, never);
    expect([rows.length, rest.rows.map(({ row }) => row['id']), rest.next]).toEqual([
      300,
      ['m-00300'],
      undefined,
    ]);
  });

  test('have all channels of one time, and those that a page cannot hold', async () => {
    const app = appOf([]);
    for (let n = 0; n < 95; n++) changes(app).open(`messaging:c-${n}`, ['ann'], n < 80 ? AT : AT + n);
    await using fake = await fakeStream({ app });
    await using origin = opened(fake);
    expect((await conversationsOf(origin)).length).toBe(95);
  });

  test('have the members of large channels, asked for by id', async () => {
    const app = appOf([]);
    changes(app).open(
      'messaging:large',
      Array.from({ length: 250 }, (_, n) => `user-${n}`),
      AT,
    );
    await using fake = await fakeStream({ app });
    await using origin = opened(fake);
    const [first] = await conversationsOf(origin);
    const rows = await rowsOf(named(first?.lists ?? [], 'members'), true);
    expect(new Set(rows.map(({ row }) => row['user_id'])).size).toBe(250);
    expect(rows.length).toBe(250);
  });

  test('have long threads, and every reaction of a message that has many', async () => {
    await using fake = await channelOf(40);
    const { write, react } = changes(fake.app);
    for (let n = 0; n < 40; n++)
      for (let reply = 0; reply < (n === 7 ? 650 : 2); reply++)
        write('messaging:quay', `r-${n}-${reply}`, 'ann', AT + 1_000 + reply, {
          parent_id: `m-${String(n).padStart(5, '0')}`,
          type: 'reply',
        });
    write('messaging:quay', 'shown', 'ann', AT + 2_000, { parent_id: 'm-00003', show_in_channel: true });
    for (let n = 0; n < 11; n++)
      for (const id of ['m-00001', 'm-00002', 'r-4-1']) react(id, `fan-${n}`, 'like', AT + 3_000);
    for (let n = 0; n < 700; n++) react('m-00009', `fan-${n}`, 'like', AT + 3_000);
    await using origin = opened(fake);
    const [first] = await conversationsOf(origin);
    const rows = await rowsOf(named(first?.lists ?? [], 'messages'), true);
    const ids = rows.map(({ row }) => origin.messageOf(row)?.id);
    expect([ids.length, new Set(ids).size]).toEqual([fake.app.messages.size, fake.app.messages.size]);
    const given = Object.fromEntries(
      rows.flatMap(({ row }) =>
        Array.isArray(row['reactions']) ? [[origin.messageOf(row)?.id, row['reactions'].length]] : [],
      ),
    );
    expect(given).toEqual({ 'm-00001': 11, 'm-00002': 11, 'r-4-1': 11, 'm-00009': 700 });
    // A reply is read with its parent, and counts as being of its time.
    expect(
      rows.map(({ row }) => origin.messageOf(row)).find((message) => message?.id === 'r-4-1')?.time,
    ).toBe(AT + 4);
  });

  test('begin at a time where only what is later is wanted, and end where people still write', async () => {
    await using fake = await channelOf(400);
    await using origin = opened(fake);
    const [first] = await conversationsOf(origin, { until: AT + 350, from: AT + 100 });
    const list = named(first?.lists ?? [], 'messages');
    expect(list.from).toBe(AT + 100);
    const ids = (await rowsOf(list)).map(({ row }) => row['id']);
    expect([ids.at(0), fake.log.filter((line) => line.endsWith('/query')).length]).toEqual(['m-00100', 1]);
  });

  test('leave out kinds of channels and those that have been silent', async () => {
    const app = syntheticApp();
    const { open, write } = changes(app);
    open('livestream:news', ['alice'], AT);
    write('livestream:news', 'n-1', 'alice', AT);
    await using fake = await fakeStream({ app });
    await using only = opened(fake, { types: ['livestream'] });
    await using late = opened(fake, { since: Date.parse('2026-01-01T00:00:00Z') });
    for (const origin of [only, late])
      expect((await conversationsOf(origin)).map(({ conversation }) => conversation.id)).toEqual([
        'livestream:news',
      ]);
  });

  test('have a mark that differs as soon as anything may have changed', async () => {
    await using fake = await channelOf(3);
    await using origin = opened(fake);
    const marks: (string | undefined)[] = [];
    const note = async () => marks.push((await conversationsOf(origin))[0]?.conversation.mark);
    const channel = fake.app.channels.get('messaging:quay') ?? {};
    await note();
    await note();
    changes(fake.app).write('messaging:quay', 'new', 'ann', AT + 50);
    await note();
    fake.app.members.get('messaging:quay')?.push({ user_id: 'bob', created_at: written(AT) });
    await note();
    Object.assign(fake.app.members.get('messaging:quay')?.[1] ?? {}, { channel_role: 'channel_moderator' });
    await note();
    Object.assign(channel, { name: 'Quay 2', updated_at: written(AT + 60) });
    await note();
    expect(marks[0]).toBe(marks[1]);
    expect(new Set(marks).size).toBe(5);
  });
});
