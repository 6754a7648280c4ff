import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeOf, readingOf } from './reading-events.ts';

const MESSAGE = {
  EventType: 'onMessageAdded',
  AccountSid: 'AC1',
  ChatServiceSid: 'IS1',
  ConversationSid: 'CH1',
  MessageSid: 'IM1',
  Index: '4',
  Author: 'ann',
  Body: 'hi',
  Attributes: '{}',
  DateCreated: '2026-03-01T10:00:00.617Z',
};
const SECONDS = Date.parse('2026-03-01T10:00:00Z');

describe('messages', () => {
  test('a new one, in the form of the list, in whole seconds as the API has them', () => {
    const change = changeOf(MESSAGE);
    expect(change).toMatchObject({
      entity: 'messages',
      key: 'IM1',
      conversation: 'CH1',
      kind: 'upsert',
      isNew: true,
      version: SECONDS * 1_000,
      time: SECONDS,
      sender: 'ann',
      // What its conversation is, no event says.
      isWhole: false,
    });
    expect(change.rows).toEqual([
      {
        list: 'messages',
        of: 'CH1',
        row: {
          sid: 'IM1',
          account_sid: 'AC1',
          chat_service_sid: 'IS1',
          conversation_sid: 'CH1',
          index: 4,
          author: 'ann',
          body: 'hi',
          media: null,
          attributes: '{}',
          participant_sid: null,
          delivery: null,
          content_sid: null,
          date_created: '2026-03-01T10:00:00Z',
          date_updated: '2026-03-01T10:00:00Z',
        },
      },
    ]);
  });

  test('files stand in a text as JSON, with names of another form', () => {
    const Media = JSON.stringify([
      { Sid: 'ME1', Filename: 'a.png', ContentType: 'image/png', Size: 12, Category: 'media' },
    ]);
    expect(changeOf({ ...MESSAGE, Media }).rows[0]?.row['media']).toEqual([
      { sid: 'ME1', filename: 'a.png', content_type: 'image/png', size: 12, category: 'media' },
    ]);
    for (const none of ['', 'null', '[]', 'no JSON', '7'])
      expect(changeOf({ ...MESSAGE, Media: none }).rows[0]?.row['media']).toBeNull();
  });

  test('an edit and a deletion', () => {
    const edited = { ...MESSAGE, EventType: 'onMessageUpdated', DateUpdated: '2026-03-01T10:00:09.1Z' };
    expect(changeOf(edited)).toMatchObject({
      kind: 'upsert',
      isNew: false,
      version: (SECONDS + 9_000) * 1_000,
      time: SECONDS,
    });
    const removed = { ...MESSAGE, EventType: 'onMessageRemoved', DateRemoved: '2026-03-01T10:00:20.5Z' };
    expect(changeOf(removed)).toMatchObject({
      kind: 'gone',
      version: (SECONDS + 20_000) * 1_000,
      isWhole: true,
      rows: [{ list: 'gone', of: 'CH1', row: { id: 'IM1', sender: 'ann', time: SECONDS } }],
    });
  });
});

test('participants are known by identity, and those of other networks by address', () => {
  const joined = {
    EventType: 'onParticipantAdded',
    ConversationSid: 'CH1',
    ParticipantSid: 'MB1',
    DateCreated: MESSAGE.DateCreated,
  };
  expect(changeOf({ ...joined, Identity: 'ann' })).toMatchObject({
    entity: 'members',
    key: '["CH1","ann"]',
    kind: 'upsert',
    isNew: true,
    version: SECONDS * 1_000,
    rows: [{ list: 'members', of: 'CH1', row: { identity: 'ann', messaging_binding: null } }],
  });
  const sms = { ...joined, 'MessagingBinding.Address': '+15550001', 'MessagingBinding.Type': 'sms' };
  expect(changeOf(sms)).toMatchObject({
    key: '["CH1","+15550001"]',
    rows: [{ row: { identity: null, messaging_binding: { type: 'sms', address: '+15550001' } } }],
  });
  expect(changeOf({ ...joined, Identity: 'ann', EventType: 'onParticipantUpdated' })).toMatchObject({
    isNew: false,
  });
  expect(changeOf({ ...joined, Identity: 'ann', EventType: 'onParticipantRemoved' })).toMatchObject({
    kind: 'gone',
  });
});

test('conversations begin, change, are closed and end', () => {
  const made = {
    EventType: 'onConversationAdded',
    ConversationSid: 'CH1',
    FriendlyName: 'Quay',
    DateCreated: MESSAGE.DateCreated,
  };
  expect(changeOf(made)).toMatchObject({
    entity: 'groups',
    key: 'CH1',
    kind: 'upsert',
    isNew: true,
    isWhole: false,
    rows: [{ list: 'conversations', row: { sid: 'CH1', friendly_name: 'Quay', state: 'active' } }],
  });
  expect(changeOf({ ...made, EventType: 'onConversationUpdated' })).toMatchObject({ isNew: false });
  const closed = { ...made, EventType: 'onConversationStateUpdated', StateFrom: 'active', StateTo: 'closed' };
  expect(changeOf(closed).rows[0]?.row['state']).toBe('closed');
  expect(changeOf({ ...made, EventType: 'onConversationRemoved' })).toMatchObject({
    kind: 'gone',
    isWhole: true,
  });
});

test('users are known by identity', () => {
  const user = {
    EventType: 'onUserUpdated',
    UserSid: 'US1',
    Identity: 'ann',
    FriendlyName: 'Ann',
    DateUpdated: MESSAGE.DateCreated,
  };
  expect(changeOf(user)).toMatchObject({
    entity: 'users',
    key: 'ann',
    kind: 'upsert',
    isNew: false,
    isWhole: true,
    version: SECONDS * 1_000,
    rows: [{ list: 'users', row: { identity: 'ann', friendly_name: 'Ann' } }],
  });
  expect(changeOf({ ...user, EventType: 'onUserAdded' })).toMatchObject({ isNew: true });
});

test.each([
  'onMessageAdd',
  'onMessageUpdate',
  'onConversationAdd',
  'onParticipantRemove',
  'onUserUpdate',
  'onDeliveryUpdated',
])('%s moves nothing', (EventType) => {
  expect(readingOf({ ...MESSAGE, EventType })).toEqual({ changes: [] });
});

test.each([
  ['of a kind that is not known', { EventType: 'onTeleport' }, 'unknown'],
  ['of a kind that objects have', { EventType: 'toString' }, 'unknown'],
  ['without a kind', { MessageSid: 'IM1' }, 'malformed'],
  ['with a message without an id', { ...MESSAGE, MessageSid: '' }, 'malformed'],
  ['with a message of no conversation', { ...MESSAGE, ConversationSid: '' }, 'malformed'],
  [
    'with a participant who is nobody',
    { EventType: 'onParticipantAdded', ConversationSid: 'CH1' },
    'malformed',
  ],
  ['with a conversation without an id', { EventType: 'onConversationAdded' }, 'malformed'],
  ['with a user without an identity', { EventType: 'onUserAdded', UserSid: 'US1' }, 'malformed'],
  ['that is no form', '\u0000%%%', 'malformed'],
  ['that is empty', '', 'malformed'],
])('an event %s', (_, body, fault) => {
  expect(readingOf(body)).toMatchObject({ fault });
});

test('an event as JSON, which may be no object', () => {
  const json = 'application/json; charset=utf-8';
  expect(readingOf(JSON.stringify({ ...MESSAGE, Index: 4 }), {}, json)).toEqual({
    changes: [changeOf(MESSAGE)],
  });
  for (const body of ['[]', '"x"', '{', 'null', '['.repeat(100_000)])
    expect(readingOf(body, {}, json)).toMatchObject({ fault: 'malformed' });
});

test('an event of another account or another service is told', () => {
  expect(readingOf(MESSAGE, { account: 'AC2' })).toMatchObject({ fault: 'app' });
  expect(readingOf(MESSAGE, { account: 'AC1', service: 'IS2' })).toMatchObject({ fault: 'app' });
  expect(readingOf(MESSAGE, { account: 'AC1', service: 'IS1' })).toHaveProperty('changes');
});

test('whatever a body says, it is read or refused', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(...Object.keys(MESSAGE), 'Media', 'Identity', 'DateUpdated'),
        fc.string(),
      ),
      fc.constantFrom(
        'onMessageAdded',
        'onMessageRemoved',
        'onParticipantAdded',
        'onUserUpdated',
        'onConversationUpdated',
      ),
      (more, EventType) => {
        const reading = readingOf({ ...MESSAGE, ...more, EventType });
        if ('fault' in reading) return reading.fault === 'malformed';
        return reading.changes.every(({ key, version }) => key !== '' && version >= 0);
      },
    ),
    { numRuns: 2_000 },
  );
});
