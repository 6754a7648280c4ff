import { expect, test } from 'vitest';
import { serviceHere } from '../support/service-here.ts';

const OLD = 'retention: { messagesOlderThanDays: 36500 }';
const user = (name: string) => ({ id: `U0${name}`, team_id: 'T1', profile: { real_name: name } });
const ts = (second: number): string => `${1_735_689_600 + second}.000100`;
const edited = { edited: { user: 'U0BOB', ts: ts(900) } };

/** A long message in a thread, with the rest of the room taken by reactions. */
const longReply = (second: number, length: number, kinds: number) => ({
  type: 'message',
  user: 'U0ANN',
  ts: ts(second),
  thread_ts: ts(1),
  ...edited,
  text: 'y '.repeat(length / 2),
  reactions: Array.from({ length: kinds }, (_, at) => ({ name: `kind_${at}`, users: ['U0BOB'], count: 1 })),
});

test('a long text lands in parts, and reactions leave room, also where a reply was edited', async () => {
  const rows = [
    { type: 'message', user: 'U0ANN', text: 'root', ts: ts(1) },
    // Each length meets another place where the first part may be cut.
    ...Array.from({ length: 20 }, (_, at) => longReply(10 + at, 9_800 + at * 40, 1)),
    ...Array.from({ length: 40 }, (_, at) => longReply(100 + at, 100 + at * 2, 130 + at * 3)),
  ];
  await using here = await serviceHere({
    files: {
      'export/users.json': JSON.stringify(['ANN', 'BOB'].map(user)),
      'export/channels.json': JSON.stringify([
        { id: 'C01GEN', name: 'general', created: 1_600_000_000, members: ['U0ANN', 'U0BOB'] },
      ]),
      'export/general/2025-01-01.json': JSON.stringify(rows),
    },
    rest: `  export: { system: slack, path: export }\n${OLD}`,
  });
  const { exitCode, result } = await here.json('validate');
  expect([exitCode, result.problems.filter(({ code }) => code !== 'MESSAGE.SAME_SECOND')]).toEqual([0, []]);
});

test('reactions of Stream, which stand beside their message, leave room for its thread', async () => {
  const channel = { channel_type: 'team', channel_id: 'c' };
  const at = '2025-01-01T00:00:00Z';
  const message = (id: string, text: string, more = {}) => ({
    type: 'message',
    data: { id, ...channel, user: 'ann', text, created_at: at, updated_at: '2025-01-02T00:00:00Z', ...more },
  });
  const ids = Array.from({ length: 40 }, (_, number) => `${'m'.repeat(100)}${number}`);
  const rows = [
    { type: 'user', data: { id: 'ann', name: 'Ann' } },
    { type: 'channel', data: { type: 'team', id: 'c', created_at: at } },
    { type: 'member', data: { ...channel, user_id: 'ann' } },
    message('root', 'root'),
    ...ids.flatMap((id, number) => [
      message(id, 'x'.repeat(100 + number * 3), { parent_id: 'r'.repeat(200) }),
      ...Array.from({ length: 130 + number * 3 }, (_, kind) => ({
        type: 'reaction',
        data: { message_id: id, user_id: 'ann', type: `kind_${kind}`, created_at: at },
      })),
    ]),
  ];
  await using here = await serviceHere({
    files: { 'export/a.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') },
    rest: `  export: { system: stream, path: export }\n${OLD}`,
  });
  const { exitCode, result } = await here.json('validate');
  expect([exitCode, result.problems.filter(({ code }) => code !== 'MESSAGE.SAME_SECOND')]).toEqual([0, []]);
});
