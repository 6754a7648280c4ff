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

test('edits, deletions, two people, reactions and who leaves, from either side', async () => {
  await using world = await openStreamLanes();
  const { old, fresh } = world;
  const { app, writes } = old;
  const fun = slug('messaging:fun');
  writes.by('POST', '/users', {
    users: { ann: { id: 'ann', name: 'Ann' }, ben: { id: 'ben', name: 'Ben' }, cy: { id: 'cy', name: 'Cy' } },
  });
  writes.by('POST', '/channels/messaging/fun/query', {
    data: { created_by_id: 'ann', name: 'Fun', members: ['ann', 'ben', 'cy'] },
  });
  for (const id of ['o-1', 'o-2', 'o-3'])
    writes.by('POST', '/channels/messaging/fun/message', {
      message: { id, text: `text of ${id}`, user_id: 'ann' },
    });
  await world.quiet();
  const ids = new Map<unknown, string>();
  for (const { muid, id } of (await fresh.call('GET', '/messages?limit=100'))[
    'data'
  ] as unknown as readonly Row[])
    ids.set(muid, String(id));
  const heart = encodeURIComponent('❤️');
  await fresh.call('PUT', `/messages/${ids.get('o-1')}`, { data: { text: 'edited by the service' } }, 'ann');
  await fresh.call('DELETE', `/messages/${ids.get('o-2')}`, undefined, 'ann');
  await fresh.call('POST', `/messages/${ids.get('o-3')}/reactions/${heart}`, undefined, 'ben');
  await fresh.call('DELETE', `/groups/${fun}/members/cy`);
  const direct = { receiver: 'ben', receiverType: 'user', category: 'message', type: 'text' };
  await fresh.call('POST', '/messages', { ...direct, data: { text: 'for you' }, muid: 'd-1' }, 'ann');
  await world.quiet();
  expect([world.faults, world.lanes.old.dead(), world.lanes.new.dead()]).toEqual([[], [], []]);
  expect(app.messages.get('o-1')).toMatchObject({ text: 'edited by the service', user: 'ann' });
  expect(app.messages.get('o-2')).toMatchObject({ type: 'deleted' });
  expect(reactionsOf(app, 'o-3').map(({ user_id, type }) => [user_id, type])).toEqual([['ben', '❤️']]);
  expect(membersOf(app, 'messaging:fun').map(({ user_id }) => user_id)).toEqual(['ann', 'ben']);
  const pair = String(app.messages.get('d-1')?.cid);
  expect(pair).toContain('!members');
  expect(membersOf(app, pair).map(({ user_id }) => user_id)).toEqual(['ann', 'ben']);

  writes.by('POST', `/channels/${pair.replace(':', '/')}/message`, {
    message: { id: 'd-2', text: 'and back', user_id: 'ben' },
  });
  await fresh.call('DELETE', `/messages/${ids.get('o-3')}/reactions/${heart}`, undefined, 'ben');
  await world.quiet();
  await world.reconcile();
  await world.quiet();
  expect([world.faults, world.lanes.old.dead(), world.lanes.new.dead()]).toEqual([[], [], []]);
  expect(reactionsOf(app, 'o-3')).toEqual([]);
  const left = ((await fresh.call('GET', '/messages?limit=100'))['data'] as unknown as readonly Row[]).filter(
    ({ category, deletedAt }) => category === 'message' && deletedAt === undefined,
  );
  expect(left.map(({ muid, sender, receiver }) => `${muid} ${sender} ${receiver}`).sort()).toEqual([
    'd-1 ann ben',
    'd-2 ben ann',
    `o-1 ann ${fun}`,
    `o-3 ann ${fun}`,
  ]);
  const counted = (type: string): number => writes.events.filter((event) => event.type === type).length;
  expect([counted('message.new'), counted('message.updated'), counted('message.deleted')]).toEqual([5, 1, 1]);
  expect([counted('reaction.new'), counted('reaction.deleted'), counted('channel.created')]).toEqual([
    1, 1, 2,
  ]);
});

test('who is new in the service stays active on both sides, and an id that no address can have keeps nobody waiting', async () => {
  await using world = await openStreamLanes();
  const { fresh, lanes, old } = world;
  await fresh.call('POST', '/users', { uid: 'nora', name: 'Nora' });
  await fresh.call('POST', '/groups', { guid: 'new', name: 'New', type: 'public', owner: 'nora' });
  await world.quiet();
  const send = async (text: string, muid?: string): Promise<string> => {
    const message = {
      receiver: 'new',
      receiverType: 'group',
      category: 'message',
      type: 'text',
      data: { text },
    };
    const { data } = await fresh.call(
      'POST',
      '/messages',
      muid === undefined ? message : { ...message, muid },
      'nora',
    );
    return (data as { id: string }).id;
  };
  const odd = await send('odd', '..');
  await world.quiet();
  await fresh.call('PUT', `/messages/${odd}`, { data: { text: 'odd, edited' } }, 'nora');
  await send('after');
  await world.quiet();
  expect(old.app.users.get('nora')).not.toHaveProperty('deactivated_at');
  expect(JSON.stringify([...old.app.messages.values()])).toContain('"after"');
  expect((await fresh.call('GET', '/users/nora'))['data']).not.toHaveProperty('deactivatedAt');
  expect(lanes.new.dead().every(({ code }) => code === 'LIVE.REFUSED')).toBe(true);
  expect(world.faults).toEqual([]);
});

test('a message that becomes several is edited and deleted as a whole', async () => {
  await using world = await openStreamLanes();
  const { fresh, old } = world;
  const { writes } = old;
  const fun = slug('messaging:fun');
  writes.by('POST', '/users', { users: { ann: { id: 'ann', name: 'Ann' } } });
  writes.by('POST', '/channels/messaging/fun/query', {
    data: { created_by_id: 'ann', name: 'Fun', members: ['ann'] },
  });
  const file = (name: string): Row => ({
    type: 'image',
    image_url: `https://files.example.com/${name}.png`,
    title: `${name}.png`,
    mime_type: 'image/png',
  });
  const words = (first: string, count: number): string => `${first} ${'word '.repeat(count)}end`;
  for (const [id, message] of [
    ['long', { text: words('first', 30_000) }],
    ['files', { text: 'caption', attachments: [file('a'), file('b')] }],
  ] as const)
    writes.by('POST', '/channels/messaging/fun/message', { message: { id, user_id: 'ann', ...message } });
  const parts = (count: number): readonly string[] =>
    Array.from({ length: count - 1 }, (_, at) => `long-${at + 2}of${count} word`).sort();
  const shown = async (): Promise<readonly string[]> =>
    ((await fresh.call('GET', `/groups/${fun}/messages?limit=100`))['data'] as unknown as readonly Row[])
      .filter(({ category, deletedAt }) => category === 'message' && deletedAt === undefined)
      .map(({ muid, data }) => {
        const { text: said = '', attachments = [] } = data as { text?: string; attachments?: readonly Row[] };
        return `${muid} ${said.slice(0, 7).trim()} ${attachments.map(({ name }) => name).join()}`;
      })
      .sort();
  await world.quiet();
  expect((await shown()).map((each) => each.split(' ', 2).join(' '))).toEqual([
    'files caption',
    'long first',
    ...parts(15),
  ]);
  writes.by('PUT', '/messages/long', { set: { text: words('again', 12_000) }, user_id: 'ann' });
  writes.by('PUT', '/messages/files', { set: { text: 'changed' }, user_id: 'ann' });
  await world.quiet();
  expect((await shown()).map((each) => each.split(' ', 2).join(' '))).toEqual([
    'files changed',
    'long again',
    ...parts(6),
  ]);
  writes.by('DELETE', '/messages/long');
  writes.by('DELETE', '/messages/files');
  await world.quiet();
  expect(await shown()).toEqual([]);
  expect(world.faults).toEqual([]);
});
