import { expect, test } from 'vitest';
import type { Report } from '../../src/report/result/report.ts';
import { serviceHere } from '../support/service-here.ts';

const REST = 'retention: { messagesOlderThanDays: 36500 }';
const MEMBERS = 5_000;
const people = <T>(of: (number: number) => T): T[] => Array.from({ length: MEMBERS }, (_, at) => of(at));
/** Ids so long that those of all members make the row of a conversation longer than a row may be. */
const pad = (number: number): string => `U${String(number).padStart(230, '0')}`;

const slack = {
  'export/users.json': people((at) => ({ id: pad(at), team_id: 'T1', profile: { real_name: `P${at}` } })),
  'export/channels.json': [
    { id: 'C01SMALL', name: 'small', created: 1_600_000_000, members: [pad(0)] },
    { id: 'C01BIG', name: 'big', created: 1_600_000_000, creator: pad(1), members: people(pad) },
    { id: 'C01LAST', name: 'last', created: 1_600_000_000, members: [pad(0), pad(1)] },
  ],
  'export/big/2025-01-01.json': [{ type: 'message', user: pad(2), text: 'hi', ts: '1735689600.000100' }],
};
const sendbird = {
  'export/c.json': {
    group_channels: [
      { channel_url: 'small', is_distinct: false, members: [{ user_id: pad(0), nickname: 'P0' }] },
      {
        channel_url: 'big',
        name: 'big',
        is_distinct: false,
        is_public: false,
        members: people((at) => ({ user_id: pad(at), nickname: `P${at}`, profile_url: '', is_active: true })),
      },
      { channel_url: 'last', is_distinct: false, members: [{ user_id: pad(0) }, { user_id: pad(1) }] },
    ],
  },
  'export/m.json': {
    messages: [
      {
        type: 'MESG',
        message_id: 1,
        message: 'hi',
        created_at: 1_735_689_600_000,
        channel_url: 'big',
        user: { user_id: pad(2), nickname: 'P2' },
      },
    ],
  },
};

test.each([
  ['slack', slack],
  ['sendbird', sendbird],
])(
  'a conversation with more members than a row may hold is read with all of them: %s',
  async (_of, files) => {
    await using here = await serviceHere({
      files: Object.fromEntries(Object.entries(files).map(([name, of]) => [name, JSON.stringify(of)])),
      rest: `  export: { system: auto, path: export }\n${REST}`,
    });
    const { exitCode, result } = await here.json<Report>('validate');
    expect([exitCode, result.problems]).toEqual([0, []]);
    expect(result.export?.kinds).toMatchObject({
      users: { read: MEMBERS, imported: MEMBERS },
      conversations: { read: 3, imported: 3 },
      members: { read: MEMBERS + 3, imported: MEMBERS + 3 },
      messages: { read: 1, imported: 1 },
    });
  },
);
