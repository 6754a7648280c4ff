import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OldSystem } from './old-system.ts';
import { DAY, PullPlaceHere, START } from './place.ts';
import { ids, populated } from './populated.ts';

describe('a first pull', () => {
  test('writes each record on a line, a file for each list', async () => {
    using place = new PullPlaceHere();
    const { folder, counts, faults } = await place.pull(populated());
    expect(folder).toBe(join(place.prepared, 'pulled'));
    expect(faults).toEqual([]);
    expect(counts).toMatchObject({ users: 4, conversations: 3, messages: 14 });
    expect(Object.keys(place.bytes())).toEqual([
      'conversations.1.ndjson.zst',
      'members/empty.1.ndjson.zst',
      expect.stringMatching(/^members\/m_ll_x\.[0-9a-f]{16}\.1\.ndjson\.zst$/),
      'members/team.1.ndjson.zst',
      expect.stringMatching(/^messages\/m_ll_x\./),
      'messages/team.1.ndjson.zst',
      'users.1.ndjson.zst',
    ]);
    expect(place.rows('messages')).toHaveLength(14);
    expect(place.rows('messages')[4]).toMatchObject({ of: 'team', row: { id: 'ancient', sender: 'ann' } });
    expect(place.events[0]).toMatchObject({ type: 'pull.started', mode: 'first' });
    expect(place.events.at(-1)).toMatchObject({ type: 'pull.finished', messages: 14 });
  });

  test('leaves out conversations that are not wanted', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.addConversation('left-out-1', ['ann'], 2, START - DAY);
    const { counts } = await place.pull(old);
    expect(counts).toMatchObject({ conversations: 3, messages: 14 });
    expect(old.asked.join()).not.toContain('messages left-out-1');
  });

  test('leaves messages for the next one that came after it began, and finds them then', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.write('team', { id: 'late', time: START + 1, sender: 'ann', text: 'later' });
    await place.pull(old);
    expect(ids(place.rows('messages'))).not.toContain('late');
    place.now += 1_000;
    await place.pull(old);
    expect(ids(place.rows('messages'))).toContain('late');
    expect(place.rows('messages')).toHaveLength(15);
  });

  test('asks by id for authors whom no list of users has', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.users.delete('dan');
    await place.pull(old);
    expect(place.rows('users').map(({ row }) => row)).toContainEqual({ id: 'dan', name: 'late dan' });
  });
});

test('ids that mean something to files, JSON or objects stay what they are', async () => {
  using place = new PullPlaceHere();
  const old = new OldSystem();
  const names =
    '.. . / /etc/passwd ..\\..\\x team TEAM __proto__ constructor gone con %2e%2e ~ -rf 💬 é e\u0301'.split(
      ' ',
    );
  const hostile = [...names, 'Team ', 'a\nb', '\u0000', '{"is":"ended"}', '\u2028', 'x'.repeat(5_000)];
  for (const id of hostile) old.addConversation(id, [id], 2, START - DAY);
  await place.pull(old);
  expect(new Set(place.rows('messages').map(({ of }) => of))).toEqual(new Set(hostile));
  place.now += DAY;
  for (const id of hostile) old.conversation(id).messages.shift();
  await place.pull(old);
  expect(new Set(place.rows('gone').map(({ of }) => of))).toEqual(new Set(hostile));
  expect(place.rows('messages')).toHaveLength(hostile.length);
  expect(readdirSync(place.prepared).sort()).toEqual(['pulled', 'pulled.log']);
  expect(Object.keys(place.bytes()).filter((name) => !/^[a-z]+\/?[\w.-]*$/.test(name))).toEqual([]);
});

describe('a night without changes', () => {
  test('reads the lists of the account, and conversations with recent messages alone', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    const before = place.rows('messages');
    place.now += DAY;
    old.asked = [];
    await place.pull(old);
    expect(old.asked).toEqual([
      'users',
      'users cid',
      'conversations',
      'members Müll/../x',
      'messages Müll/../x',
      expect.stringMatching(/^messages Müll\/..\/x \d+/),
    ]);
    expect(place.rows('messages')).toEqual(before);
    expect(place.rows('gone')).toEqual([]);
  });

  test('reads everything anew after so many days', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    old.asked = [];
    place.now += 31 * DAY;
    old.conversation('team').messages.shift();
    await place.pull(old);
    expect(old.asked).toContain('messages team');
    expect(place.events.filter(({ type }) => type === 'pull.started')).toMatchObject([{}, { mode: 'full' }]);
    // It is absent, as from an export: what becomes of it is said by sync.onMissing.
    expect(ids(place.rows('messages'))).not.toContain('ancient');
    expect(place.rows('gone')).toEqual([]);
  });

  test('does not ask again within a command, or if what is there is taken', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    const { until } = await place.pull(old);
    old.asked = [];
    place.now += DAY;
    expect(await place.pull(old, 'missing')).toMatchObject({ until });
    expect(await place.pull(old, 'use')).toMatchObject({ until });
    expect(old.asked).toEqual([]);
  });
});

describe('a night with changes', () => {
  test('edits and deletions of the last days are seen, with what was deleted as a record', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    const pair = old.conversation('Müll/../x');
    const [first, second, ...others] = pair.messages;
    pair.messages = [{ ...first, text: 'edited' } as typeof first & object, ...others];
    place.now += DAY;
    await place.pull(old);
    expect(place.rows('messages').find(({ row }) => (row as { id: string }).id === first?.id)).toMatchObject({
      row: { text: 'edited' },
    });
    const gone = [
      {
        chatferry: 'old',
        list: 'gone',
        of: pair.id,
        row: { id: second?.id, time: second?.time, sender: 'ben' },
      },
    ];
    expect(place.rows('gone')).toEqual(gone);
    // It stays gone, and comes back if the old system has it again.
    place.now += DAY;
    await place.pull(old);
    expect(place.rows('gone')).toEqual(gone);
    pair.messages.splice(1, 0, second as typeof second & object);
    place.now += DAY;
    await place.pull(old);
    expect(place.rows('gone')).toEqual([]);
    expect(place.rows('messages')).toHaveLength(14);
  });

  test('a changed conversation keeps what is older than the window', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    old.write('team', { id: 'new', time: START + 60_000, sender: 'ann', text: 'hi' });
    old.conversation('team').messages.shift();
    old.asked = [];
    place.now += DAY;
    const { counts } = await place.pull(old);
    expect(counts.messages).toBe(14);
    expect(ids(place.rows('messages').filter(({ of }) => of === 'team'))).toEqual([
      'ancient',
      ...Array.from({ length: 9 }, (_, at) => `team-${at}`),
      'new',
    ]);
  });

  test('conversations that are not listed any more go with their records', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    old.conversations.delete('team');
    place.now += DAY;
    await place.pull(old);
    expect(ids(place.rows('conversations'))).not.toContain('team');
    expect(place.rows('messages')).toHaveLength(4);
  });

  test('an author who leaves the list of users later is asked for by id', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    old.users.delete('dan');
    place.now += DAY;
    await place.pull(old);
    expect(place.rows('users').map(({ row }) => row)).toContainEqual({ id: 'dan', name: 'late dan' });
    old.asked = [];
    place.now += DAY;
    await place.pull(old);
    expect(old.asked.filter((each) => each.startsWith('people'))).toEqual([]);
    expect(ids(place.rows('users'))).toContain('dan');
  });
});
