import { expect, test } from 'vitest';
import { digestOfUid } from '../../../src/pipeline/forgotten.ts';
import { withoutPeople } from '../../../src/pipeline/pull/records/without-people.ts';

const salt = 'ab'.repeat(32);
const digest = digestOfUid('alice', salt);
const redact = withoutPeople({ version: 1, salt, digests: [digest] });

test('what is about a person who was forgotten, and what they wrote, goes', () => {
  expect(redact({ list: 'users', row: { user_id: 'alice', nickname: 'Alice' } })).toBeUndefined();
  expect(redact({ list: 'messages', row: { message_id: 1, user: { user_id: 'alice' } } })).toBeUndefined();
  expect(redact({ list: 'messages', of: 'CH1', row: { sid: 'IM1', author: 'Alice' } })).toBeUndefined();
  expect(redact({ list: 'friends', row: { uid: 'ben', friendUid: 'alice' } })).toBeUndefined();
  expect(redact({ list: 'gone', row: { id: '1', time: 5, sender: 'alice' } })).toBeUndefined();
});

test('messages of others lose reactions, mentions and answers of a person, and keep a text that is equal to the id', () => {
  const row = {
    message_id: 2,
    message: 'alice',
    user: { user_id: 'ben', nickname: 'Ben' },
    mentioned_users: [{ user_id: 'alice', nickname: 'Alice' }, { user_id: 'cid' }],
    reactions: [{ key: 'ok', user_ids: ['ben', 'alice'] }],
    parent_message: { user: { user_id: 'alice' }, message: 'secret' },
    pinned_by: { id: 'alice' },
    created_at: 7,
  };
  expect(redact({ list: 'messages', of: 'c1', row })).toEqual({
    list: 'messages',
    of: 'c1',
    row: {
      message_id: 2,
      message: 'alice',
      user: { user_id: 'ben', nickname: 'Ben' },
      mentioned_users: [{ user_id: 'cid' }],
      reactions: [{ key: 'ok', user_ids: ['ben'] }],
      created_at: 7,
    },
  });
});

test('a conversation keeps the id of a member, and nothing else of them', () => {
  const row = {
    channel_url: 'c1',
    name: 'Ben, Alice',
    members: [
      { user_id: 'alice', nickname: 'Alice', role: 'none', is_active: true, metadata: { phone: '1' } },
      { user_id: 'ben', nickname: 'Ben' },
    ],
    created_by: { user_id: 'alice', nickname: 'Alice' },
    last_message: { user: { user_id: 'ben' }, message: 'secret', message_id: 5, created_at: 6 },
    read_receipt: { alice: 5, ben: 6 },
  };
  expect(redact({ list: 'conversations', row })?.row).toEqual({
    channel_url: 'c1',
    name: 'Ben, Alice',
    members: [
      { user_id: 'alice', role: 'none', is_active: true },
      { user_id: 'ben', nickname: 'Ben' },
    ],
    created_by: { user_id: 'alice' },
    last_message: { message_id: 5, created_at: 6 },
    read_receipt: { ben: 6 },
  });
  const member = { sid: 'MB1', identity: 'alice', attributes: '{"a":1}', date_created: '2026-01-01' };
  expect(redact({ list: 'members', of: 'CH1', row: member })?.row).toEqual({ identity: 'alice' });
});

test('a person is known by what the old system calls them, where the uid was made of that', () => {
  const name = digestOfUid('Alice L.', salt);
  const both = withoutPeople({ version: 1, salt, digests: [digest], names: [name] });
  expect(both({ list: 'users', row: { id: 'Alice L.' } })).toBeUndefined();
  expect(redact({ list: 'users', row: { id: 'Alice L.' } })).toBeDefined();
});

test('records of others stay as they are', () => {
  const row = { user_id: 'ben', nickname: 'Ben', metadata: { boss: null, teams: ['a', ['b']], n: 1 } };
  expect(redact({ list: 'users', row })).toEqual({ list: 'users', row });
});
