import { expect, test } from 'vitest';
import { slug } from '../../../src/input/rows/forms/ids.ts';
import { membersOf, messageAnswer, reactionsOf } from '../../origins/stream/answers.ts';
import { message, never, oldStream, people, said, streamWriter } from './stream-side.ts';

const NOTHING = { rows: {}, removals: [], how: 'send' } as const;
const TEAM = 'messaging:chatferry-team';

test('users, groups, members, messages, replies and reactions arrive once', async () => {
  await using old = await oldStream();
  const { app, log } = old.fake;
  await using writer = await streamWriter(old);
  const outcomes = await writer.write({ ...NOTHING, rows: people }, never);
  expect(said(outcomes)).toEqual([
    'users ann created',
    'users ben created',
    'groups team created',
    'members team_member_ann created',
    'members team_member_ben created',
    'messages new-1 created',
    'messages new-2 created',
    'reactions ben love new-1 created',
  ]);
  expect(app.users.get('ann')).toMatchObject({ name: 'Ann', image: 'https://a.example/ann.png' });
  expect(app.channels.get(TEAM)).toMatchObject({ name: 'Team', created_by: 'ann', colour: 'red' });
  expect(membersOf(app, TEAM).map(({ user_id, channel_role }) => [user_id, channel_role])).toEqual([
    ['ann', 'channel_moderator'],
    ['ben', 'channel_member'],
  ]);
  expect(app.messages.get('new-1')).toMatchObject({ text: 'hello', user: 'ann', cid: TEAM });
  expect(app.messages.get('new-2')).toMatchObject({ text: 'hi', user: 'ben', parent_id: 'new-1' });
  expect(reactionsOf(app, 'new-1').map(({ user_id, type }) => [user_id, type])).toEqual([['ben', 'love']]);
  const before = log.length;
  expect(
    said(await writer.write({ ...NOTHING, rows: people }, never)).every((each) =>
      each.endsWith(' unchanged'),
    ),
  ).toBe(true);
  expect(log.length).toBe(before);
});

test('edits, new names, roles, bans and pins arrive, and only what differs is written', async () => {
  await using old = await oldStream();
  const { app, writes } = old.fake;
  await using writer = await streamWriter(old);
  await writer.write({ ...NOTHING, rows: people }, never);
  const outcomes = await writer.write(
    {
      ...NOTHING,
      rows: {
        users: [{ uid: 'ben', name: 'Benjamin' }],
        groups: [{ guid: 'team', name: 'The team', type: 'private', owner: 'ann' }],
        members: [
          { guid: 'team', uid: 'ann', scope: 'participant' },
          { guid: 'team', uid: 'ben', scope: 'participant', isBanned: true },
        ],
        messages: [message('new-1', 'hello again')],
        pins: [{ muid: 'new-2', uid: 'ann' }],
      },
    },
    never,
  );
  expect(said(outcomes)).toEqual([
    'users ben updated',
    'groups team updated',
    'members team_member_ann updated',
    'members team_member_ben updated',
    'messages new-1 updated',
    'pins new-2 created',
  ]);
  expect(app.users.get('ben')).toMatchObject({ name: 'Benjamin' });
  expect(app.channels.get(TEAM)).toMatchObject({ name: 'The team', colour: 'red' });
  expect(membersOf(app, TEAM)).toMatchObject([{ channel_role: 'channel_member' }, { banned: true }]);
  expect(messageAnswer(app, app.messages.get('new-1') ?? expect.fail('gone'))).toMatchObject({
    text: 'hello again',
  });
  expect(app.messages.get('new-2')).toHaveProperty('pinned_at');
  await writer.write(
    { ...NOTHING, rows: { members: [{ guid: 'team', uid: 'ben', scope: 'participant' }] } },
    never,
  );
  expect(membersOf(app, TEAM)[1]).toMatchObject({ banned: false });
  const events = writes.events.length;
  writer.note('messages', 'new-1', {});
  await writer.write({ ...NOTHING, rows: { messages: [message('new-1', 'hello again')] } }, never);
  expect(writes.events.length).toBe(events);
});

test('what leaves is removed, users are deactivated and come back, and nothing of it twice', async () => {
  await using old = await oldStream();
  const { app } = old.fake;
  await using writer = await streamWriter(old);
  await writer.write({ ...NOTHING, rows: people }, never);
  const removals = [
    { entity: 'messages', key: 'new-2' },
    { entity: 'reactions', key: 'ben love new-1' },
    { entity: 'members', key: 'team_member_ben' },
    { entity: 'users', key: 'ben' },
  ] as const;
  expect(said(await writer.write({ ...NOTHING, removals }, never))).toEqual([
    'reactions ben love new-1 removed',
    'messages new-2 removed',
    'members team_member_ben removed',
    'users ben removed',
  ]);
  expect(app.messages.get('new-2')).toMatchObject({ type: 'deleted' });
  expect(reactionsOf(app, 'new-1')).toEqual([]);
  expect(membersOf(app, TEAM).map(({ user_id }) => user_id)).toEqual(['ann']);
  expect(app.users.get('ben')).toHaveProperty('deactivated_at');
  const again = await writer.write({ ...NOTHING, removals }, never);
  expect(again.map(({ outcome }) => outcome.status).filter((status) => status === 'rejected')).toEqual([]);
  await writer.write({ ...NOTHING, rows: { users: [{ uid: 'ben', name: 'Ben' }] } }, never);
  expect(app.users.get('ben')).not.toHaveProperty('deactivated_at');
  expect(
    said(await writer.write({ ...NOTHING, removals: [{ entity: 'groups', key: 'team' }] }, never)),
  ).toEqual(['groups team removed']);
  expect(app.channels.has(TEAM)).toBe(false);
});

test('what came from the app keeps its own ids there', async () => {
  await using old = await oldStream();
  const { app } = old.fake;
  await using writer = await streamWriter(old);
  const [bob, fun] = [slug('Bob Smith'), slug('messaging:fun')];
  for (const [entity, key] of [
    ['users', bob],
    ['users', 'eve'],
    ['groups', fun],
    ['members', `${fun}_member_eve`],
    ['messages', 'old-1'],
  ] as const)
    writer.note(entity, key, {});
  const outcomes = await writer.write(
    {
      ...NOTHING,
      rows: {
        users: [{ uid: bob, name: 'Robert' }],
        members: [{ guid: fun, uid: bob }],
        messages: [
          message('new-1', 'in an old channel', { sender: bob, receiver: fun }),
          message('old-1', 'edited in the service', { sender: 'eve', receiver: fun }),
          message('new-2', 'between two', { sender: bob, receiver: 'eve', receiverType: 'user' }),
          message('new-3', 'and back', { sender: 'eve', receiver: bob, receiverType: 'user' }),
        ],
      },
    },
    never,
  );
  expect(said(outcomes).filter((each) => !/ (?:created|updated)$/.test(each))).toEqual([]);
  expect([...app.users.keys()]).toEqual(['Bob Smith', 'eve']);
  expect(app.users.get('Bob Smith')).toMatchObject({ name: 'Robert' });
  expect(app.messages.get('new-1')).toMatchObject({ cid: 'messaging:fun', user: 'Bob Smith' });
  expect(app.messages.get('old-1')).toMatchObject({ text: 'edited in the service', user: 'eve' });
  const [pair = '', ...more] = [...app.channels.keys()].filter((cid) => cid.includes('!members'));
  expect(more).toEqual([]);
  expect(app.messages.get('new-2')).toMatchObject({ cid: pair });
  expect(app.messages.get('new-3')).toMatchObject({ cid: pair });
});

test('a channel that people open in the app meanwhile is found', async () => {
  await using old = await oldStream();
  const { app, writes } = old.fake;
  await using writer = await streamWriter(old);
  await writer.write({ ...NOTHING, rows: people }, never);
  writes.by('POST', '/channels/messaging/late/query', {
    data: { created_by_id: 'eve', members: ['eve', 'ann'] },
  });
  const row = message('new-9', 'late', { receiver: slug('messaging:late') });
  expect(said(await writer.write({ ...NOTHING, rows: { messages: [row] } }, never))).toEqual([
    'messages new-9 created',
  ]);
  expect(app.messages.get('new-9')).toMatchObject({ cid: 'messaging:late' });
});

test('what the app refuses has a reason, and nothing holds up the rest', async () => {
  await using old = await oldStream();
  await using writer = await streamWriter(old);
  const long = 'g'.repeat(80);
  const outcomes = await writer.write(
    {
      ...NOTHING,
      rows: {
        ...people,
        groups: [...(people.groups ?? []), { guid: long, name: 'Long', type: 'private' }],
        messages: [
          message('m-1', 'to nowhere', { receiver: 'nowhere' }),
          message('m-2', 'by nobody', { sender: 'nobody' }),
          message('m-3', 'a reply to what is not there', { parentMuid: 'm-0' }),
          message('m-4', 'large', { data: { text: 'x', metadata: { much: 'x'.repeat(6_000) } } }),
          message('m-5', 'good'),
        ],
        reactions: [{ muid: 'm-9', uid: 'ann', reaction: 'love' }],
      },
    },
    never,
  );
  const rejected = outcomes.filter(({ outcome }) => outcome.status === 'rejected');
  expect(rejected.map(({ key }) => key)).toEqual([long, 'm-1', 'm-2', 'm-4', 'ann love m-9']);
  for (const { outcome } of rejected)
    expect(outcome).toMatchObject({ problems: [{ code: 'LIVE.REFUSED', message: expect.any(String) }] });
  expect(old.fake.app.messages.get('m-3')).not.toHaveProperty('parent_id');
  expect(old.fake.app.messages.has('m-5')).toBe(true);
  expect(writer.find('messages', 'm-4')).toBeUndefined();
});

test('phones are told of nothing, and lost answers, 429 and outages lose and double nothing', async () => {
  await using old = await oldStream();
  const { fake } = old;
  const pushed: unknown[] = [];
  const failed = new Set<string>();
  fake.fault = ({ method, parts, payload }) => {
    if (parts.at(-1) === 'message' || parts.at(-1) === 'reaction') pushed.push(payload['skip_push']);
    const of = `${method} ${parts.join('/')} ${JSON.stringify(payload)}`;
    if (method === 'GET' || failed.has(of)) return undefined;
    failed.add(of);
    if (failed.size % 3 === 0) return { status: 429, headers: { 'retry-after': '0' }, body: { code: 9 } };
    return failed.size % 3 === 1 ? { lost: true } : { status: 503, body: 'down' };
  };
  await using writer = await streamWriter(old);
  const outcomes = await writer.write({ ...NOTHING, rows: people }, never);
  expect(said(outcomes).filter((each) => !/ (?:created|exists)$/.test(each))).toEqual([]);
  expect(new Set(pushed)).toEqual(new Set([true]));
  expect([...fake.app.messages.keys()].sort()).toEqual(['new-1', 'new-2', 'old-1']);
  expect(fake.app.reactions).toHaveLength(1);
  expect(fake.writes.events.filter(({ type }) => type === 'message.updated')).toEqual([]);
});
