import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../support/service-here.ts';
import { fixtures, summaryOf } from './expected.ts';
import { ofDatabase } from './firebase/files-of-firebase.ts';
import { slackHere } from './slack/slack-here.ts';

type Row = Readonly<Record<string, unknown>>;

/** A pipeline over an export of Sendbird, with a service in this process. */
const sendbirdHere = (
  users: readonly Row[],
  channels: readonly Row[],
  messages: readonly Row[],
  written = (text: string): string => text,
) =>
  serviceHere({
    files: {
      'export/users.json': JSON.stringify({ active_users: users }),
      'export/channels.json': JSON.stringify({ group_channels: channels }),
      'export/messages.json': written(JSON.stringify({ messages })),
    },
    rest: '  export: { system: sendbird, path: export }\nretention: { messagesOlderThanDays: 36500 }',
  });

const ANN = { user_id: 'ann', nickname: 'Ann' };
const QUAY = { channel_url: 'quay', name: 'Quay', is_public: true, members: [ANN] };
const message = (row: Row): Row => ({
  type: 'MESG',
  message: 'hi',
  created_at: 1_751_328_000_000,
  channel_url: 'quay',
  user: ANN,
  ...row,
});

async function messagesOf({ service }: ServiceHere): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { sender, data } of service.messages.list()) found.push([sender, data?.text]);
  return found;
}

test('rows without an id are rejected, each of them', async () => {
  await using here = await sendbirdHere(
    [ANN, { nickname: 'Nobody' }, { user_id: null }],
    [QUAY, { name: 'Nowhere', is_public: true }, { is_distinct: true, members: [ANN] }],
    [message({ message_id: 1 }), message({ message: 'two' }), message({ message_id: null })],
  );
  const { result } = await here.json('run', '--yes');
  expect(result.problems.map(({ code, count }) => [code, count])).toEqual([['ROW.FIELD_MISSING', 7]]);
  expect(result.export?.kinds).toMatchObject({
    users: { read: 3, imported: 1, dropped: { unreadable: 2 } },
    conversations: { read: 3, imported: 1, dropped: { unreadable: 2 } },
    members: { read: 2, imported: 1, dropped: { unreadable: 1 } },
    messages: { read: 3, imported: 1, dropped: { unreadable: 2 } },
  });
  expect(await messagesOf(here)).toEqual([['ann', 'hi']]);
});

test('ids with line ends lead to messages with other ids', async () => {
  const reactions = [{ key: 'ok', user_ids: ['ann'] }];
  await using here = await sendbirdHere(
    [ANN],
    [QUAY],
    [
      message({ message_id: 'a\nmb' }),
      message({ message_id: 'a', message: 'b', reactions }),
      message({ message_id: '\n' }),
    ],
  );
  const { result } = await here.json('run', '--yes');
  expect(result.entities.messages).toMatchObject({ read: 3, created: 3 });
  expect(await messagesOf(here)).toHaveLength(3);
});

test('values of users and groups that the service refuses cost nobody a message', async () => {
  const odd = {
    ...ANN,
    nickname: 'A\0nn \ud800',
    profile_url: `https://cdn.example/${'a'.repeat(8_000)}`,
    created_at: 315_532_800,
    metadata: { mood: 'fine \udc00' },
  };
  const channel = { ...QUAY, name: 'Q\0', data: 'd'.repeat(6_000), cover_url: 'x'.repeat(9), created_at: 1 };
  await using here = await sendbirdHere([odd], [channel], [message({ message_id: 1 })]);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect(result.warnings.join()).toContain('more than 5 KB of metadata: 2; only a part is kept');
  const users = await Array.fromAsync(here.service.users.list());
  const groups = await Array.fromAsync(here.service.groups.list());
  expect(users.find(({ uid }) => uid === 'ann')).toMatchObject({
    name: 'A\ufffdnn \ufffd',
    metadata: { source: { system: 'sendbird', id: 'ann', metadata: { mood: 'fine \ufffd' } } },
  });
  expect(groups).toMatchObject([
    { name: 'Q\ufffd', metadata: { source: { id: 'quay', icon: 'xxxxxxxxx' } } },
  ]);
  expect(await messagesOf(here)).toEqual([['ann', 'hi']]);
});

test('a number beyond 2^53 in a row that is rejected is no reason to stop', async () => {
  const day = `[
    {"type":"message","user":"U1","text":"no time","bot":12345678901234567890},
    {"type":"message","user":"U1","text":"hi","ts":"1751328000.000100"}]`;
  await using here = await slackHere({ 'general/2025-07-01.json': day });
  const { result } = await here.json('run', '--yes');
  expect(result.problems.map(({ code, count }) => [code, count])).toEqual([['ROW.TIME_INVALID', 1]]);
  expect(result.entities.messages).toMatchObject({ created: 1, rejected: 1 });
});

test('a number beyond 2^53 in a message with reactions keeps its digits', async () => {
  const reactions = [{ key: 'ok', user_ids: ['ann'] }];
  await using here = await sendbirdHere(
    [ANN],
    [QUAY],
    [message({ message_id: 1, data: 'LONG', reactions })],
    (text) => text.replace('"LONG"', '12345678901234567890'),
  );
  const { exitCode } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  const [found] = await Array.fromAsync(here.service.messages.list());
  expect(found?.data).toMatchObject({
    metadata: { source: { data: '12345678901234567890', reactions: [{ reaction: 'ok', uids: ['ann'] }] } },
  });
});

test('a row that is nested thousands of levels deep is rejected, alone', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  await using here = await slackHere({
    'general/2025-07-01.json': `[{"type":"message","user":"U1","text":"hi","ts":"1751328000.000100"},
    {"type":"message","user":"U1","text":"deep","blocks":${deep}}]`,
  });
  const { result } = await here.json('run', '--yes');
  expect(result.problems.map(({ code, count }) => [code, count])).toEqual([['NDJSON.TOO_DEEP', 1]]);
  expect(result.entities.messages).toMatchObject({ created: 1, rejected: 1 });
});

test('of two fields of the same name in a document the last one counts', async () => {
  const path = join(fixtures, 'firebase/firestore/firestore-export.json');
  const text = readFileSync(path, 'utf8').replace(/"firstName":/, '"firstName": "Zora", "firstName":');
  await using here = await ofDatabase(text);
  const { summary } = await summaryOf(here);
  await using plain = await ofDatabase(readFileSync(path, 'utf8'));
  expect(summary.kinds).toEqual((await summaryOf(plain)).summary.kinds);
});

test('what an app has called as we call ours stands beside it, and is neither lost nor taken for ours', async () => {
  const said = {
    channel_type: 'team',
    channel_id: 'quay',
    user: 'ann',
    text: 'hi',
    created_at: '2025-07-01T00:00:00Z',
  };
  const entries = [
    ['user', { id: 'ann', name: 'Ann', role: 'user', system: 'ours' }],
    ['channel', { id: 'quay', type: 'team', created_by: 'ann', conversation: 'c', colour: 'blue' }],
    ['member', { channel_type: 'team', channel_id: 'quay', user_id: 'ann' }],
    ['message', { id: 'm1', ...said, time: 'noon', reactions: 'none', custom: 7, mood: 'calm' }],
  ].map(([type, item]) => JSON.stringify({ type, item }));
  await using here = await serviceHere({
    files: { 'export/stream.jsonl': entries.join('\n') },
    rest: '  export: { system: stream, path: export }\nretention: { messagesOlderThanDays: 36500 }',
  });
  const { result } = await here.json('run', '--yes');
  expect(result.entities.messages).toMatchObject({ created: 1 });
  const sources = [(await here.service.users.get('ann')).metadata];
  for await (const { data } of here.service.messages.list()) sources.push(data?.metadata as Row);
  expect(sources).toMatchObject([
    { source: { system: 'stream', id: 'ann', custom: { system: 'ours' } } },
    {
      source: {
        system: 'stream',
        id: 'm1',
        time: 1_751_328_000_000,
        mood: 'calm',
        custom: { time: 'noon', reactions: 'none', custom: 7 },
      },
    },
  ]);
});
