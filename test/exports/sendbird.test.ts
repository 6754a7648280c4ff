import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Verification } from '../../src/report/result/verification.ts';
import { serviceHere } from '../support/service-here.ts';
import { expectedOf, expectSums, exportHere, fixtures, kindOf, summaryOf } from './expected.ts';

const PATH = 'sendbird/synthetic';

test('the sums of an export are those of another program, and every kind adds up', async () => {
  await using here = await exportHere(PATH);
  const { summary, report } = await summaryOf(here);
  const expected = expectedOf(PATH);
  expect(summary).toMatchObject({ system: 'sendbird', label: 'Sendbird' });
  expectSums({ summary, report }, expected);
  expect(kindOf(summary, 'messages').dropped).toEqual({
    system: expected.by_kind['system'],
    deleted: expected.deleted,
    repeated: expected.message_rows - expected.messages,
    empty: expected.empty_text_no_file,
    unknownConversation: expected.unknown_conversation,
  });
});

test('a run lands the export, verify finds all of it, and a second run sends nothing', async () => {
  await using here = await exportHere(PATH);
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(4);
  expect(result.entities).toMatchObject({
    users: { created: 15 },
    groups: { created: 6 },
    members: { created: 30 },
    messages: { created: 436, rejected: 1 },
  });
  const verified = await here.json<Verification>('verify');
  expect(verified.exitCode).toBe(0);
  const sent = here.requests.length;
  const again = await here.json('run', '--yes');
  expect(again.result.entities).toEqual(result.entities);
  expect(again.result.export).toEqual(result.export);
  expect(here.requests.slice(sent).filter((request) => request.startsWith('POST'))).toEqual([]);
});

test('a deleted message is never published, whatever the policies', async () => {
  const removed = new Set(
    ['messages-1.json', 'messages-2.json'].flatMap((name) => {
      const text = readFileSync(join(fixtures, PATH, 'messages', name), 'utf8');
      const { messages } = JSON.parse(text) as { messages: { message_id: number; is_removed: boolean }[] };
      return messages.filter((row) => row.is_removed).map((row) => String(row.message_id));
    }),
  );
  expect(removed.size).toBe(expectedOf(PATH).deleted);
  for (const rest of ['', 'policies: { deletions: metadata }', 'policies: { deleted: placeholder }']) {
    await using here = await exportHere(PATH, { rest });
    await here.json('run', '--yes');
    const found: unknown[] = [];
    for await (const { muid, data } of here.service.messages.list({ limit: 1000 }))
      if (removed.has(String(muid))) found.push(data?.text);
    expect(found).toEqual(Array.from({ length: rest === '' ? 0 : removed.size }, () => '[deleted]'));
  }
});

test('one of two overlapping exports wins: the copy that was changed last', async () => {
  const message = (text: string, updated: number) =>
    `{"messages":[{"type":"MESG","message_id":7,"message":"${text}","created_at":1751328000000,"updated_at":${updated},"channel_url":"c","user":{"user_id":"ann","nickname":"Ann"},"reactions":[{"key":"ok","user_ids":["ann"]}]}]}`;
  await using here = await serviceHere({
    files: {
      'export/1.json': message('new', 1751329000000),
      'export/2.json': message('old', 0),
      'export/u.json': '{"active_users":[{"user_id":"ann","nickname":"Ann"}]}',
      'export/c.json':
        '{"group_channels":[{"channel_url":"c","name":"C","is_public":true,"members":[{"user_id":"ann"}]}]}',
    },
    rest: '  export: { system: sendbird, path: export }\nretention: { messagesOlderThanDays: 36500 }',
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.messages).toMatchObject({ read: 2, imported: 1, dropped: { repeated: 1 } });
  expect(result.export?.kinds.reactions).toMatchObject({ read: 1, kept: 1 });
  const texts: unknown[] = [];
  for await (const { data } of here.service.messages.list()) texts.push(data?.text);
  expect(texts).toEqual(['new']);
});

const MEMBERS = [{ user_id: 'ann', role: 'operator' }, { user_id: 'bo', is_muted: true }, { user_id: 'cy' }];
/** A message, and a list of channels under a name. */
const sendbirdHere = (name: string, channel: object, message: object = {}) =>
  serviceHere({
    files: {
      'export/users.json':
        '{"active_users":[{"user_id":"ann","nickname":"Ann"},{"user_id":"bo","nickname":"Bo"}]}',
      'export/channels.json': JSON.stringify({ [name]: [{ channel_url: 'c', name: 'C', ...channel }] }),
      'export/messages.json': JSON.stringify({
        messages: [
          {
            type: 'MESG',
            message_id: 7,
            message: 'hi',
            created_at: 1751328000000,
            updated_at: 0,
            channel_url: 'c',
            user: { user_id: 'ann' },
            ...message,
          },
        ],
      }),
    },
    rest: '  export: { system: sendbird, path: export }\nretention: { messagesOlderThanDays: 36500 }',
  });

test.each([
  ['group_channels', { is_public: false, members: MEMBERS }, 'private'],
  ['group_channels', { members: MEMBERS }, 'private'],
  ['channels', { is_public: false }, 'private'],
  ['channels', { is_public: true, members: MEMBERS }, 'public'],
  ['channels', { participant_count: 3 }, 'public'],
  ['open_channels', { operators: [] }, 'public'],
] as const)('who may read a channel of %s with %j', async (name, channel, type) => {
  await using here = await sendbirdHere(name, channel);
  await here.json('run', '--yes');
  const groups = await Array.fromAsync(here.service.groups.list());
  expect(groups.map((group) => [group.guid, group.type])).toEqual([['c', type]]);
});

test('a file that needs a login is a link, without the token of who made the export', async () => {
  const url = 'https://file-us-1.sendbird.com/a.png';
  const file = { name: 'a.png', type: 'image/png', size: 5 };
  for (const message of [
    { type: 'FILE', message: '', file: { ...file, url }, require_auth: true },
    { type: 'FILE', message: '', files: [{ ...file, url: `${url}?auth=s3cret` }] },
  ]) {
    await using here = await sendbirdHere('group_channels', { members: MEMBERS }, message);
    const { result } = await here.json('run', '--yes');
    expect(result.export?.kinds.attachments).toMatchObject({ read: 1, converted: 1 });
    const [landed] = await Array.fromAsync(here.service.messages.list());
    expect(landed?.data).toMatchObject({ text: `[a.png](${url})` });
    expect(JSON.stringify(landed)).not.toContain('s3cret');
  }
});

test('what apps put beside a text is kept, and who was muted is counted', async () => {
  const poll = { id: 3, title: 'Where?', options: [{ id: 1, text: 'Here', vote_count: 2 }] };
  await using here = await sendbirdHere(
    'group_channels',
    { members: MEMBERS },
    { poll, sorted_metaarray: [{ key: 'k', value: ['v'] }], is_reply_to_channel: true, parent_message_id: 6 },
  );
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.mutes).toMatchObject({ read: 1, dropped: { is_muted: 1 } });
  const [landed] = await Array.fromAsync(here.service.messages.list());
  expect(landed?.data?.metadata).toMatchObject({
    source: {
      poll: { id: 3, title: 'Where?', options: ['Here'] },
      metaArrays: [{ key: 'k', value: ['v'] }],
      broadcast: true,
    },
  });
});

test('a member who is in no list of users has the name that the channel gives them', async () => {
  const gone = { user_id: 'di', nickname: 'Di', profile_url: 'https://x.test/di.png', is_active: false };
  await using here = await sendbirdHere('group_channels', {
    members: [{ user_id: 'ann', nickname: 'Other' }, gone, { user_id: 'cy', nickname: '' }],
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.users).toMatchObject({ read: 3, imported: 3 });
  const users = await Array.fromAsync(here.service.users.list({ withTags: true }));
  expect(users.map(({ uid, name, tags }) => [uid, name, tags]).toSorted()).toEqual([
    ['ann', 'Ann', undefined],
    ['bo', 'Bo', undefined],
    ['cy', 'Deleted user', ['placeholder']],
    ['di', 'Di', ['deactivated']],
  ]);
});
