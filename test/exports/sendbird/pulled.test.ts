import { expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

type Row = Readonly<Record<string, unknown>>;

const line = (list: string, row: Row, of?: string): string =>
  `${JSON.stringify({ chatferry: 'sendbird', list, ...(of === undefined ? {} : { of }), row })}\n`;
const channel = (channel_url: string, more: Row = {}): string =>
  line('conversations', {
    channel_url,
    name: channel_url,
    is_public: false,
    created_by: { user_id: 'ann' },
    ...more,
  });
const message = (message_id: number, of: string, more: Row = {}): string =>
  line(
    'messages',
    {
      message_id,
      type: 'MESG',
      message: `text ${message_id}`,
      user: { user_id: 'ann' },
      created_at: 1_751_300_000_000,
      ...more,
    },
    of,
  );
const LINES = [
  message(1, 'quay'),
  message(2, 'quay', { channel_url: 'quay' }),
  line('members', { user_id: 'ann', role: 'operator', state: 'joined' }, 'quay'),
  line('members', { user_id: 'ben', nickname: 'Ben', role: 'none', state: 'invited' }, 'quay'),
  // Members in the record of a channel come as members besides.
  channel('quay', { members: [{ user_id: 'cy', role: 'none' }], member_count: 1 }),
  line('users', { user_id: 'ann', nickname: 'Ann' }),
].join('');

const ofFiles = (files: Readonly<Record<string, string>>): Promise<ServiceHere> =>
  serviceHere({
    files,
    rest: '  export: { system: sendbird, path: export }\nretention: { messagesOlderThanDays: 36500 }',
  });

test('records of the API in whatever order they stand; an invited person is no member', async () => {
  await using here = await ofFiles({ 'export/a.ndjson': LINES });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect(result.export?.kinds).toMatchObject({
    users: { imported: 2 },
    members: { imported: 1, dropped: { invited: 1 } },
    messages: { imported: 2 },
  });
  const members = await Array.fromAsync(here.service.members.list('quay'));
  expect(members.map(({ uid, scope }) => [uid, scope])).toEqual([['ann', 'admin']]);
});

test('a message that is there no more counts as deleted, also where an export has it', async () => {
  const gone = line('gone', { id: '1', time: 1_751_300_000_000, sender: 'ann' }, 'quay');
  await using here = await ofFiles({ 'export/a.ndjson': LINES, 'export/b.ndjson': gone });
  const { result } = await here.json('validate');
  expect(result.export?.kinds.messages).toMatchObject({ imported: 1, dropped: { deleted: 1, repeated: 1 } });
});

test('a line that cannot be read is named once', async () => {
  await using here = await ofFiles({ 'export/a.ndjson': `${LINES}{"chatferry":"sendbird","li\n` });
  const { exitCode, result } = await here.json('validate');
  expect([exitCode, result.problems.reduce((sum, { count }) => sum + count, 0)]).toEqual([4, 1]);
  expect(result.export?.kinds.messages?.imported).toBe(2);
});
