import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { chunk } from '../slack/slackdump-files.ts';

/** Members whatever stands first in the files, and groups that nobody is a member of. */

type Files = Parameters<typeof serviceHere>[0]['files'];
const exported = (system: string, files: Files, options = ''): Promise<ServiceHere> =>
  serviceHere({
    files,
    rest: `  export: { system: ${system}, path: export${options} }\nretention: { messagesOlderThanDays: 36500 }`,
  });

/** Every group with its type, and its members with their scopes. */
async function groupsOf({ service }: ServiceHere): Promise<Readonly<Record<string, string>>> {
  const groups: Record<string, string> = {};
  for await (const { guid, name, type } of service.groups.list()) {
    const members: string[] = [];
    for await (const { name: who, scope } of service.members.list(String(guid)))
      members.push(`${who} ${scope}`);
    groups[String(name)] = [type, ...members.sort()].join(', ');
  }
  return groups;
}

const USERS = gzipSync(
  chunk(3, {
    n: 2,
    u: [
      { id: 'U1', name: 'ann' },
      { id: 'U2', name: 'ben' },
    ],
  }),
);
const said = { type: 'message', user: 'U1', text: 'hi', ts: '1700000000.000100' };
const sections = {
  members: chunk(7, { id: 'C1', n: 2, cu: ['U1', 'U2'] }),
  channel: chunk(5, {
    id: 'C1',
    ci: { id: 'C1', name: 'plans', is_private: true, created: 1_500_000_000, creator: 'U2' },
  }),
  messages: chunk(0, { id: 'C1', n: 1, l: true, m: [said] }),
};

describe("slackdump's chunk files", () => {
  test.each([
    ['members first, as slackdump writes them', ['members', 'channel', 'messages']],
    ['the channel first', ['channel', 'members', 'messages']],
    ['the channel last', ['messages', 'members', 'channel']],
  ] as const)('keep the members and the owner of a channel: %s', async (_of, order) => {
    const lines = order.map((name) => sections[name]).join('');
    await using here = await exported('slack', {
      'export/C1.json.gz': gzipSync(lines),
      'export/users.json.gz': USERS,
    });
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.export?.kinds.members]).toMatchObject([0, { read: 2, imported: 2 }]);
    expect(await groupsOf(here)).toEqual({ plans: 'private, ann participant, ben admin' });
  });

  test('keep them where only the list of all channels has the channel', async () => {
    await using here = await exported('slack', {
      'export/C1.json.gz': gzipSync(sections.members + sections.messages),
      'export/channels.json.gz': gzipSync(chunk(4, { ch: [{ id: 'C1', name: 'plans', is_private: true }] })),
      'export/users.json.gz': USERS,
    });
    await here.json('run', '--yes');
    expect(await groupsOf(here)).toEqual({ plans: 'private, ann participant, ben participant' });
  });
});

const channel = { channel_type: 'team', channel_id: 'c' };
const lines = {
  member: { type: 'member', data: { ...channel, user_id: 'ann' } },
  channel: {
    type: 'channel',
    data: { type: 'team', id: 'c', name: 'C', created_at: '2025-07-01T00:00:00Z' },
  },
  user: { type: 'user', data: { id: 'ann', name: 'Ann' } },
  message: {
    type: 'message',
    data: { id: 'm', ...channel, user: 'ann', text: 'hi', created_at: '2025-07-02T00:00:00Z' },
  },
};
const ofStream = (names: readonly (keyof typeof lines)[], type = 'team'): Files => ({
  'export/all.jsonl': names.map((name) => JSON.stringify(lines[name]).replace('team', type)).join('\n'),
});

test('members of Stream may stand before their channel, and before themselves', async () => {
  await using here = await exported('stream', ofStream(['message', 'member', 'channel', 'user']));
  await here.json('run', '--yes');
  expect(await groupsOf(here)).toMatchObject({ C: expect.stringContaining('Ann') });
});

test('who is left out takes a conversation of its members along, wherever their row stands', async () => {
  const pair = { channel_type: 'messaging', channel_id: '!members-x' };
  const rows = [
    ...['ann', 'ben'].map((user_id) => ({ type: 'member', data: { ...pair, user_id } })),
    { type: 'channel', data: { type: 'messaging', id: '!members-x', created_at: '2025-07-01T00:00:00Z' } },
    ...['ann', 'ben'].map((id) => ({ type: 'user', data: { id, name: id } })),
    {
      type: 'message',
      data: { id: 'm', ...pair, user: 'ann', text: 'to ben', created_at: '2025-07-02T00:00:00Z' },
    },
  ];
  const files = { 'export/all.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') };
  await using here = await exported('stream', files, ', exclude: { users: [ben] }');
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds).toMatchObject({
    conversations: { dropped: { excluded: 1 } },
    messages: { dropped: { excluded: 1 } },
  });
});

test.each([
  [
    'slack',
    { 'export/C1.json.gz': gzipSync(sections.channel + sections.messages), 'export/users.json.gz': USERS },
    'private groups without members in the export, so nobody can read them: 1 ("C1")',
  ],
  [
    'stream',
    ofStream(['user', 'channel', 'message'], 'livestream'),
    'public groups without members in the export: 1 ("livestream:c")',
  ],
] as const)('a group without a member is named: %s', async (system, files, note) => {
  // biome-ignore format: a table
  await using here = await exported(system, files);
  const { result } = await here.json('validate');
  expect(result.export?.notes).toContain(note);
  expect(result.warnings).toContain(`sources.export: ${note}`);
});
