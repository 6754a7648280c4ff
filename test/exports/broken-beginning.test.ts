import { describe, expect, test } from 'vitest';
import { serviceHere } from '../support/service-here.ts';
import { summaryOf } from './expected.ts';

const OLD = 'retention: { messagesOlderThanDays: 36500 }';
const BROKEN = ['{"a":}', '{"type":"us', '7', 'null', '"text"', '{}', '{"id":1}'];
const AT = 1_767_225_600;

const entry = (type: string, data: object): string => JSON.stringify({ type, data });
const STREAM = [
  entry('user', { id: 'ann' }),
  entry('channel', { type: 'messaging', id: 'room' }),
  entry('message', {
    id: 'm',
    channel_type: 'messaging',
    channel_id: 'room',
    user: 'ann',
    text: 'hi',
    created_at: '2026-01-01T00:00:00Z',
  }),
];
const STATE = JSON.stringify({
  channel: { cid: 'messaging:room', id: 'room', type: 'messaging' },
  messages: [{ id: 'm', user: { id: 'ann' }, text: 'hi', created_at: '2026-01-01T00:00:00Z' }],
});
const CHANNEL = { channel_url: 'room', name: 'Room', is_distinct: false, is_public: true, members: [] };
const MESSAGE = {
  message_id: 2,
  type: 'MESG',
  message: 'hi',
  channel_url: 'room',
  user: { user_id: 'ann' },
  created_at: AT * 1000,
};
const ROOM = { r: { name: 'Quay', messages: { m1: { authorId: 'ann', text: 'hi', createdAt: AT } } } };

const validated = async (files: Readonly<Record<string, string>>, system: string) => {
  await using here = await serviceHere({
    files,
    rest: `  export: { system: ${system}, path: export }\n${OLD}\n`,
  });
  const { report, summary } = await summaryOf(here);
  expect(report.balanced).toBe(true);
  return {
    system: summary.system,
    imported: summary.kinds.messages?.imported,
    codes: report.problems.map(({ code, count }) => `${code} ${count}`),
  };
};

describe.each(['auto', 'stream'])('an export of Stream whose first row is broken, system: %s', (system) => {
  test.each(BROKEN)('lines: %s', async (first) => {
    const { imported, codes } = await validated({ 'export/a.jsonl': [first, ...STREAM].join('\n') }, system);
    expect([imported, codes.length]).toEqual([1, 1]);
  });

  test.each(BROKEN.filter((text) => text !== '{"type":"us'))('an array: %s', async (first) => {
    const { imported, codes } = await validated(
      { 'export/a.json': `[${[first, ...STREAM].join(',')}]` },
      system,
    );
    expect([imported, codes.length]).toEqual([1, 1]);
  });

  test('states of channels after something else', async () => {
    const { imported } = await validated({ 'export/a.json': `[{"id":1},${STATE}]` }, system);
    expect(imported).toBe(1);
  });
});

test.each(['auto', 'sendbird'])('the first message of Sendbird is broken, system: %s', async (system) => {
  const { imported, codes } = await validated(
    {
      'export/channels.json': JSON.stringify({ group_channels: [CHANNEL] }),
      'export/messages.json': `{"messages":[{"a":},${JSON.stringify(MESSAGE)}]}`,
    },
    system,
  );
  expect([imported, codes]).toEqual([1, ['NDJSON.SYNTAX_INVALID 1']]);
});

test('a file of Sendbird that lacks its beginning is named and rejected, and the others count', async () => {
  const files = {
    'export/channels.json': JSON.stringify({ group_channels: [CHANNEL] }),
    'export/messages-1.json': JSON.stringify({ messages: [MESSAGE] }),
    'export/messages-2.json': JSON.stringify({ messages: [{ ...MESSAGE, message_id: 3 }, MESSAGE] }).slice(
      20,
    ),
  };
  expect(await validated(files, 'auto')).toMatchObject({ imported: 1, codes: ['EXPORT.FILE_DAMAGED 1'] });
  const { 'export/messages-2.json': alone } = files;
  await expect(validated({ 'export/messages.json': alone }, 'sendbird')).rejects.toThrow(
    /SOURCE\.JSON_INVALID|SOURCE\.PATH_INVALID/,
  );
});

test('the first message of a database is none: it is rejected, and the others count', async () => {
  const { system, codes } = await validated(
    {
      'export/a.json': JSON.stringify({ rooms: ROOM }).replace('"m1":', '"m0":7,"m1":'),
    },
    'auto',
  );
  expect([system, codes]).toEqual(['firebase', ['EXPORT.ROW_UNKNOWN 1']]);
});

test('an export of another system is still refused, with its name', async () => {
  const lines = ['{"a":}', ...STREAM].join('\n');
  await expect(validated({ 'export/a.jsonl': lines }, 'sendbird')).rejects.toThrow(
    /EXPORT\.OTHER_SYSTEM[\s\S]*they look like one of Stream/,
  );
  const messages = `{"messages":[{"a":},${JSON.stringify(MESSAGE)}]}`;
  await expect(validated({ 'export/a.json': messages }, 'stream')).rejects.toThrow(
    /EXPORT\.OTHER_SYSTEM[\s\S]*they look like one of Sendbird/,
  );
});
