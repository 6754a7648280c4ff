import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '../stream-app.ts';
import { changesOf, readingOf } from './reading-events.ts';

const AT = '2026-03-01T10:00:00.123456Z';
const MICROS = Date.parse('2026-03-01T10:00:00Z') * 1_000 + 123_456;

const user = { id: 'ann', name: 'Ann', created_at: '2026-01-01T00:00:00Z', updated_at: AT };
const channel = {
  cid: 'messaging:fun',
  type: 'messaging',
  id: 'fun',
  name: 'Fun',
  member_count: 2,
  created_at: AT,
};
const members = ['ann', 'ben'].map((id) => ({ user_id: id, user: { id }, created_at: AT, updated_at: AT }));
const message = {
  id: 'm1',
  cid: 'messaging:fun',
  text: 'hi',
  type: 'regular',
  user,
  created_at: AT,
  updated_at: AT,
};
const reaction = { message_id: 'm1', user_id: 'ben', type: 'like', created_at: AT, updated_at: AT };
const event = (type: string, more: Item = {}): Item => ({
  type,
  created_at: '2026-03-01T10:00:01.5Z',
  cid: 'messaging:fun',
  channel,
  members,
  ...more,
});
const LATER = Date.parse('2026-03-01T10:00:01.500Z') * 1_000;

/** What a change says, without its records. */
const said = (of: Item) =>
  changesOf(of).map(({ rows, ...rest }) => ({ ...rest, lists: rows.map(({ list }) => list) }));
const CONTEXT = ['conversations', 'members', 'members'];

describe('messages', () => {
  test('a new one is whole, with its channel and its members', () => {
    expect(said(event('message.new', { message: { ...message, parent_id: 'm0' } }))).toEqual([
      {
        entity: 'messages',
        key: 'm1',
        conversation: 'messaging:fun',
        kind: 'upsert',
        isNew: true,
        version: MICROS,
        time: Date.parse('2026-03-01T10:00:00.123Z'),
        sender: 'ann',
        parent: 'm0',
        isWhole: true,
        lists: ['messages', ...CONTEXT],
      },
    ]);
  });

  test('an edit, a deletion for people and one that leaves nothing', () => {
    const edited = { ...message, text: 'ho', updated_at: '2026-03-01T10:00:01Z' };
    expect(said(event('message.updated', { message: edited }))).toMatchObject([
      { kind: 'upsert', isNew: false, version: Date.parse('2026-03-01T10:00:01Z') * 1_000 },
    ]);
    const deleted = { ...message, type: 'deleted', deleted_at: '2026-03-01T10:00:01.2Z' };
    expect(said(event('message.deleted', { message: deleted }))).toMatchObject([
      { kind: 'gone', version: LATER, lists: ['messages', ...CONTEXT] },
    ]);
    const [erased] = changesOf(event('message.deleted', { message, hard_delete: true }));
    expect(erased).toMatchObject({ kind: 'gone', key: 'm1', version: LATER, isWhole: true });
    expect(erased?.rows[0]).toEqual({
      list: 'gone',
      of: 'messaging:fun',
      row: { id: 'm1', sender: 'ann', time: Date.parse('2026-03-01T10:00:00.123Z') },
    });
    expect(said(event('message.undeleted', { message }))).toMatchObject([{ kind: 'upsert', version: LATER }]);
  });

  test('reactions that stand in a message do not come with it: they are of another time', () => {
    const with_ = { ...message, latest_reactions: [reaction], reaction_counts: { like: 12 } };
    const [change] = changesOf(event('message.updated', { message: with_ }));
    expect(change?.rows[0]?.row).toMatchObject({ latest_reactions: [], reaction_counts: {} });
  });

  test('one of a channel that is not told, or that is its members and they are cut, is looked up', () => {
    const bare = event('message.new', { message, channel: undefined, members: undefined });
    expect(changesOf(bare)).toMatchObject([{ conversation: 'messaging:fun', isWhole: false }]);
    const id = '!members-abc';
    const direct = { ...channel, id, cid: `messaging:${id}` };
    const of = { cid: direct.cid, channel: direct, message: { ...message, cid: direct.cid } };
    expect(changesOf(event('message.new', of))).toMatchObject([{ isWhole: true }]);
    expect(changesOf(event('message.new', { ...of, members: [members[0]] }))).toMatchObject([
      { isWhole: false },
    ]);
    const { user: _, ...anonymous } = message;
    expect(changesOf(event('message.new', { message: anonymous }))).toMatchObject([{ isWhole: false }]);
  });
});

test('reactions stand in the record of their message, one by one', () => {
  const [given] = changesOf(event('reaction.new', { message, reaction }));
  expect(given).toMatchObject({
    entity: 'reactions',
    key: '["m1","ben","like"]',
    parent: 'm1',
    kind: 'upsert',
    isNew: true,
    version: MICROS,
    sender: 'ben',
    isWhole: true,
  });
  expect(given?.rows[0]).toMatchObject({
    list: 'messages',
    row: { id: 'm1', latest_reactions: [reaction], reaction_counts: { like: 1 } },
  });
  expect(said(event('reaction.deleted', { message, reaction }))).toMatchObject([
    { kind: 'gone', isNew: false, version: LATER },
  ]);
  expect(said(event('reaction.updated', { message, reaction }))).toMatchObject([
    { kind: 'upsert', isNew: false },
  ]);
  expect(said(event('reaction.new', { reaction }))).toMatchObject([
    { key: '["m1","ben","like"]', isWhole: false },
  ]);
});

test('members join, change and leave', () => {
  const [joined] = changesOf(event('member.added', { member: members[1], user: { id: 'ben' } }));
  expect(joined).toMatchObject({
    entity: 'members',
    key: '["messaging:fun","ben"]',
    kind: 'upsert',
    isNew: true,
    version: MICROS,
    isWhole: true,
  });
  expect(joined?.rows.map(({ list, row }) => [list, row['user_id']])).toEqual([
    ['members', 'ben'],
    ['conversations', undefined],
    ['members', 'ann'],
  ]);
  expect(said(event('member.updated', { member: members[1] }))).toMatchObject([
    { kind: 'upsert', isNew: false },
  ]);
  expect(said(event('member.removed', { user: { id: 'ben' } }))).toMatchObject([
    { key: '["messaging:fun","ben"]', kind: 'gone', version: LATER },
  ]);
});

describe('channels', () => {
  test('a new one comes with its members', () => {
    expect(said(event('channel.created')).map(({ entity, key, isNew }) => [entity, key, isNew])).toEqual([
      ['groups', 'messaging:fun', true],
      ['members', '["messaging:fun","ann"]', true],
      ['members', '["messaging:fun","ben"]', true],
    ]);
    const [large] = changesOf(event('channel.created', { channel: { ...channel, member_count: 51 } }));
    expect(large?.isWhole).toBe(false);
  });

  test.each(['channel.updated', 'channel.truncated', 'channel.frozen', 'channel.unfrozen'])('%s', (type) => {
    expect(said(event(type))).toMatchObject([
      { entity: 'groups', kind: 'upsert', isNew: false, isWhole: true },
    ]);
  });

  test('one that is gone, and the message that a server writes with a change', () => {
    expect(said(event('channel.deleted'))).toMatchObject([{ kind: 'gone', version: LATER }]);
    expect(said(event('channel.updated', { message })).map(({ entity }) => entity)).toEqual([
      'groups',
      'messages',
    ]);
  });

  test('one that we have frozen is shown as it was', () => {
    const frozen = { ...channel, frozen: true, chatferry_frozen: true };
    expect(changesOf(event('channel.frozen', { channel: frozen }))[0]?.rows[0]?.row['channel']).toEqual({
      ...channel,
      frozen: false,
    });
    const theirs = { ...channel, frozen: true };
    expect(changesOf(event('channel.frozen', { channel: theirs }))[0]?.rows[0]?.row['channel']).toEqual(
      theirs,
    );
  });
});

test('users change, are deactivated, deleted and banned', () => {
  const of = (type: string, more: Item = {}): Item => ({
    type,
    created_at: event('')['created_at'],
    user,
    ...more,
  });
  for (const type of [
    'user.created',
    'user.updated',
    'user.deactivated',
    'user.reactivated',
    'user.unbanned',
  ])
    expect(said(of(type))).toMatchObject([
      { entity: 'users', key: 'ann', kind: 'upsert', version: LATER, lists: ['users'], isWhole: true },
    ]);
  const [deleted] = changesOf(of('user.deleted'));
  expect(deleted).toMatchObject({
    kind: 'upsert',
    rows: [{ row: { deleted_at: '2026-03-01T10:00:01.5Z' } }],
  });
  expect(said(of('user.deleted', { hard_delete: true }))).toMatchObject([{ kind: 'gone' }]);
  // Of a ban in a channel it is not told what the member is besides.
  expect(said(event('user.banned', { user }))).toMatchObject([
    { entity: 'members', key: '["messaging:fun","ann"]', isWhole: false },
  ]);
});

test.each([
  'typing.start',
  'message.read',
  'user.presence.changed',
  'notification.added_to_channel',
  'poll.vote_casted',
])('%s moves nothing', (type) => {
  expect(readingOf({ type })).toEqual({ changes: [] });
});

test.each([
  ['of a kind that is not known', { type: 'message.teleported' }, 'unknown'],
  ['of a kind that objects have', { type: 'constructor' }, 'unknown'],
  ['without a kind', { message }, 'malformed'],
  ['with a number for a kind', { type: 4 }, 'malformed'],
  ['without a channel', { type: 'message.new', message: { id: 'm1' } }, 'malformed'],
  ['with a message without an id', event('message.new', { message: { text: 'x' } }), 'malformed'],
  ['without a message', event('message.updated'), 'malformed'],
  [
    'with a reaction of nobody',
    event('reaction.new', { reaction: { type: 'like', message_id: 'm1' } }),
    'malformed',
  ],
  ['with a member who is nobody', event('member.added', { member: {} }), 'malformed'],
  ['without the channel that it is about', event('channel.updated', { channel: null }), 'malformed'],
  ['without the user that it is about', { type: 'user.updated' }, 'malformed'],
  ['that is no JSON', 'type=message.new', 'malformed'],
  ['that is a list', '[]', 'malformed'],
  ['that is nested without end', '['.repeat(200_000), 'malformed'],
])('an event %s', (_, body, fault) => {
  expect(readingOf(body as Item | string)).toMatchObject({ fault });
});

test('an event of another app is told, and one that names none is of ours', () => {
  const body = event('message.new', { message });
  expect(readingOf(body, { 'x-api-key': 'another' })).toMatchObject({ fault: 'app' });
  expect(readingOf(body, { 'x-api-key': 'app-key-1' })).toHaveProperty('changes');
});

test('whatever a body says, it is read or refused', () => {
  const kinds = [
    'message.new',
    'message.deleted',
    'reaction.new',
    'member.added',
    'channel.created',
    'user.banned',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.dictionary(
        fc.constantFrom('message', 'channel', 'members', 'member', 'reaction', 'user', 'cid', 'created_at'),
        fc.oneof(fc.jsonValue(), fc.constant({ id: 'x', user_id: 'u', type: 't', user: { id: 'u' } })),
      ),
      (type, more) => {
        const reading = readingOf({ type, ...more });
        if ('fault' in reading) return reading.fault === 'malformed';
        return reading.changes.every(
          ({ key, version, rows }) => key !== '' && version >= 0 && Array.isArray(rows),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});
