import { expect, test } from 'vitest';
import { serviceHere } from '../support/service-here.ts';

type Here = Awaited<ReturnType<typeof serviceHere>>;

/** A conversation of two, of whom `gone` is in no list of users. */
async function direct(policies: string, members = ['ann', 'gone']): Promise<Here> {
  const message = (id: number, user: string, type = 'MESG') => ({
    type,
    message_id: id,
    message: `text ${id}`,
    created_at: 1_751_328_000_000 + id * 1000,
    channel_url: 'pair',
    user: { user_id: user, nickname: user },
  });
  const pair = { channel_url: 'pair', is_distinct: true, members: members.map((user_id) => ({ user_id })) };
  const [first = '', second = ''] = members;
  const messages = [message(1, first), message(2, second), message(3, '', 'ADMM')];
  return await serviceHere({
    files: {
      'export/u.json': '{"active_users":[{"user_id":"ann","nickname":"Ann"}]}',
      'export/c.json': JSON.stringify({ group_channels: [pair] }),
      'export/m.json': JSON.stringify({ messages }),
    },
    rest: `  export: { system: sendbird, path: export }\nretention: { messagesOlderThanDays: 36500 }\npolicies: { ${policies} }`,
  });
}

/** What the service has, as sender, receiver and text. */
async function landed({ service }: Here): Promise<string[]> {
  const found: string[] = [];
  for await (const { sender, receiver, data } of service.messages.list({ limit: 1000 }))
    found.push(`${sender} ${receiver} ${data?.text}`);
  return found.sort();
}

test.each([
  ['sender: placeholder', ['ann gone text 1', 'gone ann text 2']],
  ['sender: shared', ['ann deleted-user text 1', 'deleted-user ann text 2']],
  ['sender: drop', []],
])(
  'with %s, a conversation of two lands with whoever stands for a missing partner',
  async (policies, texts) => {
    await using here = await direct(policies);
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.problems]).toEqual([0, []]);
    expect(await landed(here)).toEqual(texts);
  },
);

test('two people for whom one user stands have no conversation', async () => {
  await using here = await direct('sender: shared', ['gone', 'lost']);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect(result.export?.kinds.messages?.dropped).toMatchObject({ unknownUser: 2 });
  expect(await landed(here)).toEqual([]);
});

test('with system: text, the system is no partner in a conversation of two', async () => {
  await using here = await direct('system: text');
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect(result.export?.kinds.messages).toMatchObject({ read: 3, imported: 2, dropped: { system: 1 } });
});

test.each([1, 2])(
  'what one of two exports of Stream says is deleted is not published by the other: %i',
  async (deletedIn) => {
    const lines = (isDeleted: boolean, updated: string) =>
      [
        { type: 'user', data: { id: 'ann', name: 'Ann' } },
        { type: 'channel', data: { type: 'team', id: 'c', name: 'C', created_at: '2025-07-01T00:00:00Z' } },
        { type: 'member', data: { channel_type: 'team', channel_id: 'c', user_id: 'ann' } },
        {
          type: 'message',
          data: {
            id: 'm',
            channel_type: 'team',
            channel_id: 'c',
            user: 'ann',
            text: 'secret',
            created_at: '2025-07-02T00:00:00Z',
            updated_at: updated,
            ...(isDeleted ? { type: 'deleted', deleted_at: '2025-07-03T00:00:00Z' } : { type: 'regular' }),
          },
        },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n');
    await using here = await serviceHere({
      files: {
        'export/1.jsonl': lines(deletedIn === 1, '2025-07-04T00:00:00Z'),
        'export/2.jsonl': lines(deletedIn === 2, '2025-07-04T00:00:00Z'),
      },
      rest: '  export: { system: stream, path: export }\nretention: { messagesOlderThanDays: 36500 }',
    });
    await here.json('run', '--yes');
    expect(await landed(here)).toEqual([]);
  },
);
