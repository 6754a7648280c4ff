import { expect, test } from 'vitest';
import { slug } from '../../../src/input/rows/forms/ids.ts';
import { membersOf, reactionsOf } from '../../origins/stream/answers.ts';
import { openStreamLanes } from './stream-lanes.ts';

type Row = Readonly<Record<string, unknown>>;

test('people of an app of Stream and of the service see the same, each once', async () => {
  await using world = await openStreamLanes();
  const { old, fresh } = world;
  const { app, writes } = old;
  const listed = async (path: string): Promise<readonly Row[]> =>
    (await fresh.call('GET', path))['data'] as unknown as readonly Row[];
  const textsOf = async (guid: string): Promise<readonly unknown[]> =>
    (await listed(`/groups/${guid}/messages?limit=100`))
      .filter(({ category, deletedAt }) => category === 'message' && deletedAt === undefined)
      .map(({ sender, data }) => `${sender}: ${(data as { text?: string }).text}`)
      .sort();
  writes.by('POST', '/users', {
    users: { ann: { id: 'ann', name: 'Ann' }, ben: { id: 'ben', name: 'Ben' } },
  });
  writes.by('POST', '/channels/messaging/fun/query', {
    data: { created_by_id: 'ann', name: 'Fun', members: ['ann', 'ben'] },
  });
  const fun = slug('messaging:fun');
  writes.by('POST', '/channels/messaging/fun/message', {
    message: { id: 'o-1', text: 'hello', user_id: 'ann' },
  });
  writes.by('POST', '/channels/messaging/fun/message', {
    message: { id: 'o-2', text: 'hi', user_id: 'ben' },
  });
  await world.quiet();
  expect(world.faults).toEqual([]);
  expect(await textsOf(fun)).toEqual(['ann: hello', 'ben: hi']);

  writes.by('PUT', '/messages/o-1', { set: { text: 'hello all' }, user_id: 'ann' });
  writes.by('POST', '/messages/o-1/reaction', { reaction: { type: 'love', user_id: 'ben' } });
  writes.by('DELETE', '/messages/o-2');
  await fresh.call('POST', '/messages', { ...text(fun, 'from the service'), muid: 'n-1' }, 'ben');
  await fresh.call('POST', '/groups', { guid: 'team', name: 'Team', type: 'private', owner: 'ann' });
  await fresh.call('POST', '/groups/team/members', { participants: ['ben'] });
  await fresh.call('POST', '/messages', { ...text('team', 'in the new group'), muid: 'n-2' }, 'ann');
  await world.quiet();
  expect(world.faults).toEqual([]);
  expect([world.lanes.old.dead(), world.lanes.new.dead()]).toEqual([[], []]);
  expect(await textsOf(fun)).toEqual(['ann: hello all', 'ben: from the service']);
  expect(app.messages.get('n-1')).toMatchObject({
    cid: 'messaging:fun',
    user: 'ben',
    text: 'from the service',
  });
  const team = 'messaging:chatferry-team';
  expect(app.channels.get(team)).toMatchObject({ name: 'Team' });
  expect(membersOf(app, team).map(({ user_id }) => user_id)).toEqual(['ann', 'ben']);
  expect(app.messages.get('n-2')).toMatchObject({ cid: team, user: 'ann' });

  // What was made by the service goes on in the app, in the same group.
  writes.by('POST', '/channels/messaging/chatferry-team/message', {
    message: { id: 'o-3', text: 'answer', user_id: 'ben' },
  });
  writes.by('POST', '/messages/n-2/reaction', { reaction: { type: 'love', user_id: 'ben' } });
  await world.quiet();
  expect(await textsOf('team')).toEqual(['ann: in the new group', 'ben: answer']);
  await world.reconcile();
  await world.quiet();
  expect(world.faults).toEqual([]);
  expect([world.lanes.old.dead(), world.lanes.new.dead()]).toEqual([[], []]);
  expect((await listed('/groups?perPage=100')).map(({ guid }) => guid).sort()).toEqual([fun, 'team'].sort());
  expect([...app.channels.keys()].sort()).toEqual([team, 'messaging:fun']);
  expect([...app.messages.keys()].sort()).toEqual(['n-1', 'n-2', 'o-1', 'o-2', 'o-3']);
  expect(reactionsOf(app, 'n-2')).toHaveLength(1);
  const sent = writes.events
    .filter(({ type }) => type === 'message.new')
    .map(({ message }) => (message as Row)['id']);
  expect(sent.sort()).toEqual(['n-1', 'n-2', 'o-1', 'o-2', 'o-3']);
  expect(writes.events.filter(({ type }) => type === 'message.updated')).toHaveLength(1);
});

const text = (receiver: string, words: string): object => ({
  receiver,
  receiverType: 'group',
  category: 'message',
  type: 'text',
  data: { text: words },
});
