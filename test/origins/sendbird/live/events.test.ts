import { describe, expect, test } from 'vitest';
import { pulledLine } from '../../../../src/exports/files/pulled-rows.ts';
import type { LiveChange } from '../../../../src/origin/live/live-origin.ts';
import type { OriginRow } from '../../../../src/origin/origin.ts';
import { sendbirdLive } from '../../../../src/origin/sendbird/live/sendbird-live.ts';
import { serviceHere } from '../../../support/service-here.ts';
import { eventBody } from '../fake-sendbird.ts';
import { held } from '../sendbird-here.ts';
import { chatApp, eventOf, liveSendbird, messageEvent, messageIn, never, T } from './live-sendbird.ts';

const RETENTION = 'retention: { messagesOlderThanDays: 36500 }';
const POLICIES = 'policies: { reactions: write, threads: metadata, edits: metadata, deletions: metadata }';

/** What a service holds after a run of an export of some files. */
async function moved(files: Readonly<Record<string, string>>) {
  await using here = await serviceHere({
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`export/${name}`, text])),
    rest: `  export: { system: sendbird, path: export }\n${RETENTION}\n${POLICIES}`,
  });
  const { exitCode } = await here.json('run', '--yes', '--allow-notifications');
  expect(exitCode).toBe(0);
  const reactions: unknown[] = [];
  for await (const { id, muid, data } of here.service.messages.list({ limit: 1_000 }))
    if (data?.reactions)
      for await (const { uid, reaction } of here.service.reactions.list(id))
        reactions.push([muid, uid, reaction]);
  return { messages: (await held(here)).messages, reactions };
}

const asRecords = (rows: readonly OriginRow[]): Readonly<Record<string, string>> => ({
  'records.ndjson': rows
    .map(({ list, of, row }) => pulledLine('sendbird', list, of, JSON.stringify(row)))
    .join(''),
});

/** People and channels as their lists have them; a message brings the rest along. */
async function world({ lookups }: Awaited<ReturnType<typeof liveSendbird>>): Promise<readonly OriginRow[]> {
  const users = await Promise.all(['ann', 'bob', 'cid'].map((id) => lookups.user(id, never)));
  const rooms = await Promise.all(['team', 'duo', 'hall'].map((id) => lookups.conversation(id, never)));
  return [...users.filter((row) => row !== undefined), ...rooms.flatMap((rows) => rows ?? [])];
}

describe('a message has the same row in an export, in the API and in an event', () => {
  test('text, file, reply, admin message, edit, in channels of every kind', async () => {
    const app = chatApp();
    const file = { url: 'https://file-us-1.sendbird.com/a.png', name: 'a.png', type: 'image/png', size: 10 };
    app.write('team', 'bob', 10, T + 10, { type: 'FILE', message: '', file });
    app.write('team', 'bob', 11, T + 11, { parent_message_id: 1 });
    app.write('duo', 'ann', 12, T + 12, { data: '{"a":1}', custom_type: 'note' });
    app.write('hall', 'cid', 13, T + 13);
    app.write('team', 'ann', 14, T + 14, { message: 'first' });
    app.edit(14, 'second / "quoted" é', T + 15);
    const ids = [1, 2, 3, 10, 11, 12, 13, 14];
    await using live = await liveSendbird(app);
    const events = ids.flatMap((id) =>
      live.changes(
        id === 14
          ? messageEvent(app, 'message_update', id, {
              changes: [{ key: 'message', old: 'first', new: messageIn(app, 14)['message'] }],
            })
          : messageEvent(app, 'message_send', id),
      ),
    );
    expect(events.map(({ key, isWhole }) => [key, isWhole])).toEqual(ids.map((id) => [String(id), true]));
    expect(events[4]).toMatchObject({ parent: '1', sender: 'bob', conversation: 'team', time: T + 11 });
    expect(events[7]).toMatchObject({ version: (T + 15) * 1_000, isNew: false });
    const looked = await Promise.all(
      events.map(({ key, conversation, time }) => live.lookups.message({ key, conversation, time }, never)),
    );
    expect(looked.map((change) => change?.key)).toEqual(ids.map(String));
    expect(looked.map((change) => change?.version)).toEqual(events.map(({ version }) => version));
    const people = await world(live);
    // The record itself last: it counts.
    const rowsOf = (changes: readonly (LiveChange | undefined)[]): readonly OriginRow[] => [
      ...changes.flatMap((change) => change?.rows.slice(1) ?? []),
      ...people,
      ...changes.flatMap((change) => change?.rows.slice(0, 1) ?? []),
    ];
    const channelsOf = (kind: string) =>
      [...app.channels.values()].filter((each) => each.kind === kind).map((each) => app.recordOf(each, true));
    const byExport = await moved({
      'active_users/u.json': JSON.stringify({ active_users: [...app.users.values()] }),
      'group_channels/g.json': JSON.stringify({ group_channels: channelsOf('group_channels') }),
      'open_channels/o.json': JSON.stringify({ open_channels: channelsOf('open_channels') }),
      'messages/m.json': JSON.stringify({ messages: [...app.messages.values()].flat() }),
    });
    expect(byExport.messages).toHaveLength(ids.length);
    expect((await moved(asRecords(rowsOf(looked)))).messages).toEqual(byExport.messages);
    expect((await moved(asRecords(rowsOf(events)))).messages).toEqual(byExport.messages);
  });

  test('a reaction is the message with it alone', async () => {
    const app = chatApp();
    app.react(1, 'heart', ['ann', 'bob']);
    await using live = await liveSendbird(app);
    const [given] = live.changes(
      eventOf(app, 'reaction_add', 'team', {
        reaction: 'heart',
        user: { user_id: 'bob', nickname: 'Name of bob' },
        ts: T + 20,
        message: { message_id: 1 },
      }),
    );
    const key = JSON.stringify(['1', 'bob', 'heart']);
    expect(given).toMatchObject({
      entity: 'reactions',
      key,
      kind: 'upsert',
      parent: '1',
      conversation: 'team',
      version: (T + 20) * 1_000,
      isNew: true,
      isWhole: false,
    });
    const whole = given && (await live.lookups.complete?.(given, never));
    expect(whole).toMatchObject({ key, kind: 'upsert', isWhole: true });
    const { messages, reactions } = await moved(asRecords([...(await world(live)), ...(whole?.rows ?? [])]));
    expect(messages).toHaveLength(1);
    expect(reactions).toEqual([['1', 'bob', 'heart']]);
    // Taken back meanwhile, and gone with its message.
    app.react(1, 'heart', ['ann']);
    expect(given && (await live.lookups.complete?.(given, never))).toMatchObject({ key, kind: 'gone' });
    app.remove(1);
    expect(given && (await live.lookups.complete?.(given, never))).toBeUndefined();
  });
});

describe('other events', () => {
  test('a deletion says which message is gone', async () => {
    await using live = await liveSendbird();
    expect(live.changes(messageEvent(live.app, 'message_delete', 1))).toMatchObject([
      { entity: 'messages', key: '1', kind: 'gone', conversation: 'team', version: 0, isWhole: true },
    ]);
  });

  test('ids keep all their digits', async () => {
    await using live = await liveSendbird();
    live.app.write('team', 'ann', 9_007_199_254_740_991, T + 30);
    const [change] = live.changes(messageEvent(live.app, 'message_send', 9_007_199_254_740_991));
    expect(change?.key).toBe('9007199254740991');
  });

  test('an edit without a time is asked for, and is gone if it is there no more', async () => {
    await using live = await liveSendbird();
    const [edit] = live.changes(messageEvent(live.app, 'message_update', 1));
    expect(edit?.isWhole).toBe(false);
    live.app.edit(1, 'new', T + 5);
    const whole = edit && (await live.lookups.complete?.(edit, never));
    expect(whole).toMatchObject({ key: '1', version: (T + 5) * 1_000, kind: 'upsert', isWhole: true });
    expect(whole?.rows[0]?.row['message']).toBe('new');
    live.app.remove(1);
    expect(edit && (await live.lookups.complete?.(edit, never))).toMatchObject({
      kind: 'gone',
      isWhole: true,
    });
  });

  test('two people are known by their members; without them the channel is asked for', async () => {
    await using live = await liveSendbird();
    const event = messageEvent(live.app, 'message_send', 2);
    const [change] = live.changes(event);
    expect(change?.rows.map(({ list }) => list)).toEqual([
      'messages',
      'conversations',
      'members',
      'members',
      'users',
    ]);
    const { members: _, ...without } = event;
    const [bare] = live.changes(without);
    expect(bare?.rows.map(({ list }) => list)).toEqual(['messages', 'users']);
  });

  test('members and operators have the role and the state of the channel', async () => {
    await using live = await liveSendbird();
    live.app.join('team', 'cid');
    const users = [{ user_id: 'cid', nickname: 'Name of cid' }];
    const [joined] = live.changes(eventOf(live.app, 'join', 'team', { users, joined_at: T + 40 }));
    expect(joined).toMatchObject({
      entity: 'members',
      key: JSON.stringify(['team', 'cid']),
      kind: 'upsert',
      isNew: true,
      version: (T + 40) * 1_000,
    });
    const operator = live.changes({
      ...eventOf(live.app, 'x', 'team'),
      category: 'operators:register_by_operator',
      operators: [{ user_id: 'bob' }],
    });
    expect(operator).toMatchObject([{ key: JSON.stringify(['team', 'bob']), isNew: false, isWhole: false }]);
    const whole = operator[0] && (await live.lookups.complete?.(operator[0], never));
    expect(whole?.rows[0]).toMatchObject({
      list: 'members',
      of: 'team',
      row: { user_id: 'bob', role: 'operator' },
    });
    live.app.leave('team', 'cid');
    expect(joined && (await live.lookups.complete?.(joined, never))).toMatchObject({ kind: 'gone' });
    const left = live.changes(eventOf(live.app, 'leave', 'team', { users }));
    expect(left).toMatchObject([{ key: JSON.stringify(['team', 'cid']), kind: 'gone', isWhole: true }]);
    const invited = live.changes(eventOf(live.app, 'invite', 'team', { invitees: users, inviter: users[0] }));
    expect(invited).toMatchObject([{ key: JSON.stringify(['team', 'cid']), kind: 'upsert', isWhole: false }]);
  });

  test('channels come, change, freeze and go', async () => {
    await using live = await liveSendbird();
    const changes = ['create', 'changed', 'freeze_unfreeze', 'remove'].flatMap((word) =>
      live.changes(
        eventOf(live.app, word, 'team', { created_at: T, changes: [{ key: 'name', old: 'a', new: 'b' }] }),
      ),
    );
    expect(
      changes.map(({ entity, key, kind, isNew, isWhole }) => [entity, key, kind, isNew, isWhole]),
    ).toEqual([
      ['groups', 'team', 'upsert', true, false],
      ['groups', 'team', 'upsert', false, false],
      ['groups', 'team', 'upsert', false, false],
      ['groups', 'team', 'gone', false, true],
    ]);
    const [created] = changes;
    const whole = created && (await live.lookups.complete?.(created, never));
    expect(whole?.rows.map(({ list }) => list)).toEqual(['conversations', 'members', 'members']);
    live.app.deleteChannel('team');
    expect(created && (await live.lookups.complete?.(created, never))).toMatchObject({
      kind: 'gone',
      isWhole: true,
    });
  });
});

describe('what is no event of people', () => {
  const account = { names: { appId: 'APP-1' } } as const;
  const read = (event: unknown) =>
    sendbirdLive.read(
      { headers: {}, body: Buffer.from(typeof event === 'string' ? event : eventBody(event as object)) },
      account,
    );
  const of = { app_id: 'APP-1', channel: { channel_url: 'c' } };

  test.each([
    ['', 'malformed'],
    ['{"category":', 'malformed'],
    ['7', 'malformed'],
    [of, 'malformed'],
    [{ ...of, category: 'group_channel:message_send' }, 'malformed'],
    [{ app_id: 'APP-1', category: 'group_channel:message_send', payload: { message_id: 1 } }, 'malformed'],
    [{ ...of, category: 'group_channel:reaction_add', reaction: 'x', user: { user_id: 'a' } }, 'malformed'],
    [{ ...of, category: 'group_channel:join', users: 'ann' }, 'malformed'],
    [{ app_id: 'APP-1', category: 'group_channel:remove' }, 'malformed'],
    [{ ...of, category: 'group_channel:telepathy' }, 'unknown'],
    [{ ...of, category: 'toString' }, 'unknown'],
    [{ ...of, app_id: 'APP-2', category: 'group_channel:message_send' }, 'app'],
    [{ channel: {}, category: 'group_channel:message_send' }, 'app'],
  ])('%j is %s', (event, fault) => {
    expect(read(event)).toMatchObject({ fault });
  });

  test.each([
    'user:block',
    'group_channel:message_read',
    'open_channel:enter',
    'alert:user_message_rate_limit_exceeded',
  ])('%s moves nothing', (category) => {
    expect(read({ ...of, category })).toEqual({ changes: [] });
  });
});
