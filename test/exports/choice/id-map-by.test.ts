import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { exportHere } from '../expected.ts';
import { landedIn, SYSTEMS } from './landed.ts';

const MAP = `entity,source,id,by
users,U0@Example.test,app-1,email
users,"O'Brien, Pat",app-2,name
users,u2@example.test,app-3,email
`;

async function mapped(
  [path, how]: readonly [string, { readonly system?: string; readonly options: string }],
  map: string,
): Promise<ServiceHere> {
  const here = await exportHere(path, { ...how, rest: 'idMap: ids.csv\nsync: {}' });
  writeFileSync(join(here.folder, 'ids.csv'), map);
  return here;
}

test.each(SYSTEMS)('%s: users get their ids by e-mail and by name, everywhere', async (path, how) => {
  await using here = await mapped([path, how], MAP);
  expect((await here.json('run', '--yes')).result.problems.map(({ code }) => code)).toEqual([
    'EXPORT.CONVERSATION_UNKNOWN',
  ]);
  const { users, groups, messages } = await landedIn(here);
  expect(users.filter((uid) => uid.startsWith('app-'))).toEqual(['app-1', 'app-2', 'app-3']);
  const members = [...groups.values()].flatMap((group) => group.members);
  const senders = [...messages.values()].map(({ sender }) => sender);
  for (const uid of ['app-1', 'app-2', 'app-3'])
    expect([members.includes(uid), senders.includes(uid)], uid).toEqual([true, true]);
  expect(JSON.stringify([...messages.values()])).not.toContain('example.test"');
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
  const sent = here.requests.length;
  const again = await here.json('run', '--yes');
  expect([again.exitCode, here.requests.length]).toEqual([4, sent]);
});

const SLACK = SYSTEMS[0];

test.each([
  ['users,u0@exmaple.test,a,email', 'LOOKUP.PERSON_UNKNOWN', 'did you mean "u0@example.test"?'],
  ['users,Nobody At All,a,name', 'LOOKUP.PERSON_UNKNOWN', 'name the user by id'],
  ['users,alice,a,name\nusers,u0@example.test,a,email', 'LOOKUP.KEY_REPEATED', 'is the user U00000001'],
  ['users,U00000001,a,\nusers,alice,b,name', 'LOOKUP.KEY_REPEATED', 'is the user U00000001'],
  ['users,U0@x.test,a,email\nusers,u0@x.test,b,email', 'LOOKUP.KEY_REPEATED', 'occurs twice'],
  ['groups,general-7,a,name', 'LOOKUP.ROW_INVALID', 'groups are named by their id'],
  ['users,alice,a,phone', 'LOOKUP.ROW_INVALID', 'by is "phone", expected id, email, name'],
])('%s', async (row, code, text) => {
  await using here = await mapped(SLACK, `entity,source,id,by\n${row}\n`);
  const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${code}\n`)]);
  expect(stderr).toContain(text);
});

test('a name that two users have', async () => {
  const user = (id: string): object => ({ user_id: id, nickname: 'Alex', is_active: true });
  await using here = await serviceHere({
    files: {
      'export/users.json': JSON.stringify({ active_users: [user('u1'), user('u2')] }),
      'export/channels.json': '{"group_channels":[{"channel_url":"quay","is_public":true,"members":[]}]}',
      'ids.csv': 'entity,source,id,by\nusers,Alex,a,name\n',
    },
    rest: '  export: { system: sendbird, path: export }\nidMap: ids.csv\n',
  });
  const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('LOOKUP.PERSON_SHARED\n')]);
  expect(stderr).toContain('2 users of the export have the name "Alex": u1, u2');
});

test('files of your own have no names by which the tool could know their users', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name\nann,Ann\n', 'ids.csv': 'entity,source,id,by\nusers,Ann,a,name\n' },
    rest: 'idMap: ids.csv\n',
  });
  const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('LOOKUP.ROW_INVALID\n')]);
  expect(stderr).toContain('needs an export (sources.export)');
});

test('other sources beside the export name its users by the ids that were found', async () => {
  await using here = await exportHere(SLACK[0], {
    rest: 'idMap: ids.csv',
  });
  writeFileSync(join(here.folder, 'ids.csv'), 'entity,source,id,by\nusers,alice,app-1,name\n');
  writeFileSync(join(here.folder, 'extra.csv'), 'uid,name\nU00000001,Alice at home\n');
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(
    here.pipeline,
    text.replace(
      'sources:',
      'sources:\n  users: { path: extra.csv, map: { uid: { from: uid, as: slug }, name: name } }',
    ),
  );
  const { result } = await here.json('run', '--yes');
  expect(result.skipped).toMatchObject({ 'users.otherSource': 1 });
  expect((await here.service.users.get('app-1')).name).toBe('Alice at home');
});

test.each(['id', 'email'])(
  'a rejected row of an export that is corrected has the ids of the app, by %s',
  async (by) => {
    const [users, channels, messages] = [
      {
        active_users: [
          { user_id: 'u1', nickname: 'Ann', metadata: { email: 'ann@x.test' }, is_active: true },
        ],
      },
      { group_channels: [{ channel_url: 'quay', is_public: true, members: [{ user_id: 'u1' }] }] },
      {
        messages: [
          {
            type: 'MESG',
            message_id: 1,
            message: 'Hi',
            channel_url: 'quay',
            created_at: 'soon',
            user: { user_id: 'u1' },
          },
        ],
      },
    ].map((each) => JSON.stringify(each));
    await using here = await serviceHere({
      files: {
        'export/users.json': users as string,
        'export/channels.json': channels as string,
        'export/messages.json': messages as string,
        'ids.csv': `entity,source,id,by\nusers,${by === 'id' ? 'u1' : 'ANN@x.test'},app-1,${by}\n`,
      },
      rest: '  export: { system: sendbird, path: export }\nidMap: ids.csv\nretention: { messagesOlderThanDays: 36500 }',
    });
    expect((await here.json('run', '--yes')).exitCode).toBe(4);
    const file = join(here.folder, '.chatferry/here/rejects/messages.csv');
    const [header, row] = readFileSync(file, 'utf8').trimEnd().split('\n') as [string, string];
    const cells = ['1', 'u1', 'quay', 'group', '2026-01-01T00:00:02Z', '', '', 'Hi'];
    writeFileSync(file, `${header}\n${cells.join()}${row.slice(cells.length - 1)}\n`);
    const { exitCode, stderr } = await runHere(['rejects', 'retry', here.pipeline, '--yes']);
    expect([exitCode, stderr]).toEqual([0, expect.anything()]);
    const { messages: sent } = await landedIn(here);
    expect([...sent.values()]).toMatchObject([{ sender: 'app-1' }]);
  },
);
