import { describe, expect, test } from 'vitest';
import type { LiveChange } from '../../../../src/origin/live/live-origin.ts';
import type { OriginRow } from '../../../../src/origin/origin.ts';
import { serviceLive } from '../../../../src/origin/service/live/app-live.ts';
import { serviceOrigin } from '../../../../src/origin/service/other-app.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { type LiveApp, LOGIN, liveApp, never } from './live-app.ts';

const text = (value: string) =>
  ({ receiver: 'team', receiverType: 'group', type: 'text', data: { text: value } }) as const;

/** A team of ann and bob, whose events come from here on. */
async function team(app: LiveApp): Promise<void> {
  await app.service.groups.create({
    guid: 'team',
    name: 'Team',
    type: 'public',
    owner: 'ann',
    tags: ['room'],
  });
  await app.service.members.add('team', { participants: ['bob'] });
  await app.hooks?.set(app.receiver.url, LOGIN, never);
}

/** All records of some lists, as a pull has them. */
async function pulled(app: LiveApp, names: readonly string[]): Promise<readonly OriginRow[]> {
  const open = serviceOrigin.open(app.account, app.place.ask, realSystem);
  const span = { until: Date.now() + 60_000 };
  const found: OriginRow[] = [];
  for (const list of [...open.tops(span), ...open.listsOf({ id: 'team' }, { guid: 'team' }, span)]) {
    for (let at: string | undefined = list.first; names.includes(list.name) && at !== undefined; ) {
      const { rows, next } = await list.step(at, never);
      found.push(...rows);
      at = next;
    }
  }
  await open[Symbol.asyncDispose]?.();
  return found;
}

const keysOf = (changes: readonly LiveChange[]) =>
  changes.map(({ entity, kind, key }) => [entity, kind, key]);

describe('a message has the same row in a list, alone and in an event', () => {
  test.each([
    ['with a key of its own', { muid: 'm-1' }],
    ['without one', {}],
  ])('%s', async (_, more) => {
    await using app = await liveApp();
    await team(app);
    const { id } = await app.service.messages.send(
      { ...text('Hello <@uid:bob>'), tags: ['x'], ...more },
      { onBehalfOf: 'ann' },
    );
    const [event] = await app.events(1);
    const whole = event && (await app.whole(event));
    const key = 'muid' in more ? 'm-1' : `${app.appId}-${id}`;
    expect(whole).toMatchObject({
      entity: 'messages',
      key,
      conversation: 'team',
      kind: 'upsert',
      isNew: true,
      sender: 'ann',
      isWhole: true,
    });
    // A key that is there is certain; one that is not may be lacking in the event alone.
    expect(event?.isWhole).toBe('muid' in more);
    expect(whole?.version).toBe(Number(whole?.time) * 1_000);
    const looked = await app.lookups.message({ key, time: event?.time }, never);
    const rowOf = async (rows: readonly OriginRow[]) =>
      (await app.rowsOf([{ ...(event as LiveChange), rows }])).messages;
    const inList = await rowOf(await pulled(app, ['users', 'conversations', 'messages']));
    expect(inList).toEqual([
      expect.objectContaining({ muid: key, sender: 'ann', receiver: 'team', tags: ['x'] }),
    ]);
    expect(await rowOf(whole?.rows ?? [])).toEqual(inList);
    expect(await rowOf(event?.rows ?? [])).toEqual(inList);
    expect(await rowOf(looked?.rows ?? [])).toEqual(inList);
  });

  test('an edit, then a deletion', async () => {
    await using app = await liveApp();
    await team(app);
    const { id } = await app.service.messages.send({ ...text('one'), muid: 'm-1' }, { onBehalfOf: 'ann' });
    await app.service.messages.update(id, { data: { text: 'two' } }, { onBehalfOf: 'ann' });
    const [sent, edited] = await app.events(2);
    expect(edited).toMatchObject({
      entity: 'messages',
      key: 'm-1',
      kind: 'upsert',
      isNew: false,
      isWhole: true,
    });
    expect(edited?.version).toBeGreaterThanOrEqual(sent?.version ?? 0);
    const inList = await app.rowsOf([
      { ...(sent as LiveChange), rows: await pulled(app, ['users', 'conversations', 'messages']) },
    ]);
    expect((await app.rowsOf(edited ? [edited] : [])).messages).toEqual(inList.messages);
    expect(inList.messages?.[0]).toMatchObject({ data: { text: 'two' }, editedBy: 'ann' });

    await app.service.messages.delete(id, {}, { onBehalfOf: 'bob' }).catch(() => {});
    await app.service.messages.delete(id, {}, { onBehalfOf: 'ann' });
    const [deleted] = await app.events(1);
    // The event says neither its key nor who wrote it.
    expect(deleted).toMatchObject({ kind: 'gone', key: `${app.appId}-${id}`, isWhole: false });
    expect(await app.whole(deleted as LiveChange)).toMatchObject({
      kind: 'gone',
      key: 'm-1',
      sender: 'ann',
      isWhole: true,
    });
  });

  test('a reply has the key of its parent, and a quote that of what it quotes', async () => {
    await using app = await liveApp();
    await team(app);
    const parent = await app.service.messages.send({ ...text('question'), muid: 'q' }, { onBehalfOf: 'ann' });
    await app.service.threads.send(parent.id, { ...text('answer'), muid: 'a' }, { onBehalfOf: 'bob' });
    const [, reply] = await app.events(2);
    expect(reply?.isWhole).toBe(false);
    const whole = await app.whole(reply as LiveChange);
    expect(whole).toMatchObject({ key: 'a', parent: 'q', isWhole: true });
    const { messages } = await app.rowsOf(whole ? [whole] : []);
    expect(messages).toEqual([expect.objectContaining({ muid: 'a', parentMuid: 'q' })]);
    const inList = await app.rowsOf([
      { ...(whole as LiveChange), rows: await pulled(app, ['users', 'conversations', 'messages']) },
    ]);
    expect(inList.messages?.find(({ muid }) => muid === 'a')).toEqual(messages?.[0]);
  });

  test('one that is deleted permanently is gone, whatever is still known of it', async () => {
    await using app = await liveApp();
    await team(app);
    const { id } = await app.service.messages.send(text('x'), { onBehalfOf: 'ann' });
    await app.service.messages.delete(id, { permanent: true });
    const [sent, deleted] = await app.events(2);
    for (const change of [sent, deleted])
      expect(await app.whole(change as LiveChange)).toMatchObject({
        kind: 'gone',
        key: `${app.appId}-${id}`,
        isWhole: true,
      });
    expect(await app.lookups.message({ key: `${app.appId}-${id}` }, never)).toBeUndefined();
  });
});

describe('other events', () => {
  test('reactions are given and taken, with the key of their message and their own row', async () => {
    await using app = await liveApp();
    await team(app);
    const { id } = await app.service.messages.send({ ...text('x'), muid: 'm-1' }, { onBehalfOf: 'ann' });
    await app.service.reactions.add(id, '👍', { onBehalfOf: 'bob' });
    await app.service.reactions.remove(id, '👍', { onBehalfOf: 'bob' });
    const [, given, taken] = await app.events(3);
    const key = JSON.stringify(['m-1', 'bob', '👍']);
    const whole = await app.whole(given as LiveChange);
    expect(whole).toMatchObject({
      entity: 'reactions',
      kind: 'upsert',
      key,
      parent: 'm-1',
      conversation: 'team',
      isNew: true,
      isWhole: true,
    });
    expect((await app.rowsOf(whole ? [whole] : [])).reactions).toEqual([
      { muid: 'm-1', uid: 'bob', reaction: '👍', reactedAt: Number(whole?.version) / 1e6 },
    ]);
    expect(await app.whole(taken as LiveChange)).toMatchObject({
      kind: 'gone',
      key,
      parent: 'm-1',
      version: whole?.version,
    });
  });

  test('a reaction to a message that is gone is nothing', async () => {
    await using app = await liveApp();
    await team(app);
    const { id } = await app.service.messages.send(text('x'), { onBehalfOf: 'ann' });
    await app.service.reactions.add(id, '👍', { onBehalfOf: 'bob' });
    const [, given] = await app.events(2);
    await app.service.messages.delete(id, { permanent: true });
    expect(await app.whole(given as LiveChange)).toBeUndefined();
  });

  test('groups and their members, as they come, change and go', async () => {
    await using app = await liveApp();
    await team(app);
    const { groups, members, bannedUsers } = app.service;
    await groups.create({ guid: 'new', name: 'New', type: 'private', owner: 'ann' });
    await members.add('new', { moderators: ['bob'], participants: ['cid'] });
    await groups.update('new', { name: 'Renamed' });
    await members.changeScope('new', 'cid', 'admin');
    await members.kick('new', 'bob');
    await bannedUsers.ban('new', 'cid');
    await bannedUsers.unban('new', 'cid');
    await groups.delete('new');
    await members.add('team', { participants: ['cid'] }, { onBehalfOf: 'cid' });
    const changes = await app.events(10);
    const member = (uid: string) => JSON.stringify(['new', uid]);
    expect(keysOf(changes)).toEqual([
      ['groups', 'upsert', 'new'],
      ['members', 'upsert', member('ann')],
      ['members', 'upsert', member('bob')],
      ['members', 'upsert', member('cid')],
      ['groups', 'upsert', 'new'],
      ['members', 'upsert', member('cid')],
      ['members', 'gone', member('bob')],
      ['members', 'upsert', member('cid')],
      ['members', 'gone', member('cid')],
      ['groups', 'gone', 'new'],
      ['members', 'upsert', JSON.stringify(['team', 'cid'])],
    ]);
    const [created] = changes;
    const joined = changes.at(-1);
    expect(created?.isNew).toBe(true);
    expect(joined).toMatchObject({ isWhole: true, isNew: true });
    expect((await app.rowsOf(joined ? [joined] : [])).members).toEqual([
      { guid: 'team', uid: 'cid', scope: 'participant', joinedAt: null },
    ]);
    // It is there no more when it is completed.
    expect(await app.whole(created as LiveChange)).toMatchObject({ kind: 'gone', isWhole: true });
  });

  test('a member who was added has the scope that the group says', async () => {
    await using app = await liveApp();
    await team(app);
    await app.service.members.changeScope('team', 'bob', 'moderator');
    await app.service.members.add('team', { admins: ['cid'] });
    const [changed, added] = await app.events(2);
    expect((await app.rowsOf(changed ? [changed] : [])).members).toMatchObject([
      { uid: 'bob', scope: 'moderator' },
    ]);
    expect(added?.isWhole).toBe(false);
    const whole = await app.whole(added as LiveChange);
    const { members } = await app.rowsOf(whole ? [whole] : []);
    const rows = await pulled(app, ['users', 'conversations', 'members']);
    const inList = await app.rowsOf([{ ...(whole as LiveChange), rows }]);
    expect(members).toEqual(inList.members?.filter(({ uid }) => uid === 'cid'));
    expect(members).toMatchObject([{ guid: 'team', uid: 'cid', scope: 'admin' }]);
  });

  test('a group that changed has the row of its list', async () => {
    await using app = await liveApp();
    await team(app);
    await app.service.groups.update('team', { description: 'All of us' });
    const [changed] = await app.events(1);
    const whole = await app.whole(changed as LiveChange);
    const rows = await pulled(app, ['users', 'conversations']);
    const { groups } = await app.rowsOf([{ ...(whole as LiveChange), rows }]);
    const { owner: _, ...row } = groups?.[0] ?? {};
    expect((await app.rowsOf(whole ? [whole] : [])).groups).toMatchObject([row]);
  });
});

describe('what is no event of people', () => {
  const account = { names: { appId: 'a1', baseUrl: 'http://127.0.0.1:1/v3' } } as const;
  const read = (event: unknown) =>
    serviceLive.read(
      { headers: {}, body: Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)) },
      account,
    );

  test.each([
    ['', 'malformed'],
    ['{"trigger":', 'malformed'],
    ['[]', 'malformed'],
    ['null', 'malformed'],
    [{ data: {}, appId: 'a1' }, 'malformed'],
    [{ trigger: 'message_sent', appId: 'a1' }, 'malformed'],
    [{ trigger: 'message_sent', data: { message: 'x' }, appId: 'a1' }, 'malformed'],
    [{ trigger: 'message_sent', data: { message: { text: 'no id' } }, appId: 'a1' }, 'malformed'],
    [{ trigger: 'message_edited', data: { message: { category: 'action' } }, appId: 'a1' }, 'malformed'],
    [{ trigger: 'message_reaction_added', data: { reaction: { uid: 'a' } }, appId: 'a1' }, 'malformed'],
    [{ trigger: 'group_updated', data: { group: {} }, appId: 'a1' }, 'malformed'],
    [{ trigger: 'group_member_added', data: { group: { guid: 'g' } }, appId: 'a1' }, 'malformed'],
    [{ trigger: 'poll_closed', data: {}, appId: 'a1' }, 'unknown'],
    [{ trigger: '__proto__', data: {}, appId: 'a1' }, 'unknown'],
    [{ trigger: 'constructor', data: {}, appId: 'a1' }, 'unknown'],
    [{ trigger: 'message_sent', data: { message: { id: '1' } }, appId: 'b2' }, 'app'],
    [{ trigger: 'message_sent', data: { message: { id: '1' } } }, 'app'],
  ])('%j is %s', (event, fault) => {
    const reading = read(event);
    expect(reading).toMatchObject({ fault });
    expect('message' in reading && reading.message.length).toBeLessThan(400);
  });

  test.each([
    'user_mentioned',
    'user_blocked',
    'message_delivery_receipt',
    'message_read_by_all',
    'call_initiated',
    'before_call',
    'meeting_participant_left',
    'moderation_engine_blocked',
    'after_feed_item_interacted',
  ])('%s moves nothing', (trigger) => {
    expect(read({ trigger, data: {}, appId: 'a1' })).toEqual({ changes: [] });
  });

  test.each(['action', 'call'])('a message of the category %s moves nothing', (category) => {
    const message = { id: '1', category, sender: 'ann', receiver: 'bob', receiverType: 'user', sentAt: 1 };
    expect(read({ trigger: 'message_sent', data: { message }, appId: 'a1' })).toEqual({ changes: [] });
  });

  test('what moderation holds back is seen when it lets it through', () => {
    const message = (status: string) => ({
      id: '1',
      sender: 'ann',
      receiver: 'bob',
      receiverType: 'user',
      category: 'message',
      type: 'text',
      sentAt: 5,
      data: { text: 'x', moderation: { status } },
    });
    expect(read({ trigger: 'message_sent', data: { message: message('pending') }, appId: 'a1' })).toEqual({
      changes: [],
    });
    const approved = read({
      trigger: 'moderation_engine_approved',
      data: { message: message('approved') },
      appId: 'a1',
    });
    expect(approved).toMatchObject({ changes: [{ key: 'a1-1', isNew: true }] });
  });

  test('an edit as the service documents it, without a key, is completed first', () => {
    const user = (uid: string) => ({
      entity: { uid, name: uid, role: 'default', deactivatedAt: 0 },
      entityType: 'user',
    });
    const entity = {
      id: '1',
      conversationId: 'ann_user_bob',
      sender: 'bob',
      receiverType: 'user',
      receiver: 'ann',
      category: 'message',
      type: 'text',
      data: { text: 'hello', entities: { sender: user('bob'), receiver: user('ann') } },
      sentAt: 1_696_934_912,
      editedAt: 1_696_934_985,
      editedBy: 'bob',
      updatedAt: 1_696_934_985,
    };
    const message = {
      id: '2',
      category: 'action',
      type: 'message',
      sender: 'bob',
      receiver: 'ann',
      receiverType: 'user',
      data: {
        action: 'edited',
        entities: { by: user('bob'), for: user('ann'), on: { entity, entityType: 'message' } },
      },
    };
    expect(
      read({ trigger: 'message_edited', data: { message }, appId: 'a1', region: 'us', webhook: 'w' }),
    ).toEqual({
      changes: [
        {
          entity: 'messages',
          key: 'a1-1',
          conversation: 'ann_user_bob',
          kind: 'upsert',
          isNew: false,
          version: 1_696_934_985_000_000,
          time: 1_696_934_912_000,
          sender: 'bob',
          parent: undefined,
          rows: [
            { list: 'messages', row: entity },
            { list: 'users', row: { uid: 'bob', name: 'bob', role: 'default' } },
            { list: 'users', row: { uid: 'ann', name: 'ann', role: 'default' } },
          ],
          isWhole: false,
        },
      ],
    });
  });
});
