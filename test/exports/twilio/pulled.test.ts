import { expect, test } from 'vitest';
import { conversation, landed, message, ofFiles, participant, sid, user } from './files-of-twilio.ts';

type Row = Readonly<Record<string, unknown>>;

const line = (list: string, row: Row, of?: string): string =>
  `${JSON.stringify({ chatferry: 'twilio', list, ...(of === undefined ? {} : { of }), row })}\n`;
const MODERATOR = {
  sid: sid('RL', 'moderator'),
  account_sid: sid('AC', 1),
  type: 'conversation',
  permissions: ['removeParticipant'],
};
const lines = [
  line('messages', message('quay', 'ann', 0)),
  line('members', participant('quay', 'ann', { role_sid: MODERATOR.sid })),
  line('members', participant('quay', 'ben')),
  line('conversations', conversation('quay')),
  line('users', user('ann')),
  line('users', user('ben')),
  line('roles', MODERATOR),
];
const gone = line('gone', { id: sid('IM', 'quay 0'), time: 1767261600000, sender: 'ann' }, sid('CH', 'quay'));

test('records of a pull are read in whatever order they stand, as pages are', async () => {
  await using here = await ofFiles({ 'export/a.ndjson': lines.join(''), 'export/other.txt': 'x' });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems, result.export?.variant]).toEqual([0, [], 'records of the API']);
  expect(await landed(here)).toEqual([['ann', expect.any(String), '0']]);
  expect(result.export?.notes.join()).toContain('files that do not come from Twilio were skipped: 1');
});

test('a message that a later pull did not find counts as deleted, also where a page of an earlier export has it', async () => {
  await using here = await ofFiles({ 'export/a.ndjson': lines.join(''), 'export/b.ndjson': gone });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.messages).toMatchObject({ read: 2, imported: 0 });
  expect(await landed(here)).toEqual([]);
});

test('a line that cannot be read is named once, and a record of another kind than its list as well', async () => {
  const odd = line('users', { identity: 'x', conversation_sid: sid('CH', 'quay') });
  const broken = lines[0]?.replace('"row":{', '"row":{{') ?? '';
  const cut = '{"chatferry":"twilio"';
  await using here = await ofFiles({ 'export/a.ndjson': [...lines, odd, broken, cut].join('') });
  const { result } = await here.json('validate');
  expect(result.problems.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  expect(result.export?.kinds.messages?.imported).toBe(1);
});
