import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { serviceHere } from '../../../support/service-here.ts';
import { tamperedService } from '../../../support/tampered-service.ts';
import { put } from '../../undo/put-back.ts';

/** A reply cannot be moved: it is removed and written again. What must not be removed for that stays. */

const HEAD = 'muid,sender,receiver,receiverType,sentAt,text,parentMuid,deletedAt\n';
const row = (n: number, parent = '', deletedAt = ''): string =>
  `m${n},ann,ben,user,${1_760_000_000 + n},text ${n},${parent},${deletedAt}\n`;
const DELETED = '2026-11-02T10:00:00Z';
const USERS = { 'users.csv': 'uid,name\nann,Ann\nben,Ben\n' };
const ROOTS = row(1) + row(2);
const replies = (root: string): string => [3, 4, 5, 6, 7, 8].map((n) => row(n, root)).join('');

test('replies that are too old to be written again stay in the service', async () => {
  await using here = await serviceHere({
    files: { ...USERS, 'messages.csv': HEAD + row(1) + row(3, 'm1') },
    rest: 'policies: { threads: write }\nretention: { messagesOlderThanDays: 30, policy: allow }\nsync: {}',
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const { pipeline } = here;
  writeFileSync(pipeline, readFileSync(pipeline, 'utf8').replace('policy: allow', 'policy: skip'));
  put(here, 'messages.csv', HEAD + row(1, '', DELETED) + row(3, 'm1'));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const left = await Array.fromAsync(here.service.messages.list());
  expect(left.flatMap(({ muid }) => muid ?? [])).toEqual(['m3']);
});

test('replies of a user who is deactivated stay in the service: nobody could write them again', async () => {
  await using here = await serviceHere({
    files: {
      'users.csv': 'uid,name,deactivatedAt\nann,Ann,\nben,Ben,\n',
      'messages.csv': HEAD + ROOTS + row(3, 'm1'),
    },
    rest: 'policies: { threads: write }\nsync: {}',
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  put(here, 'users.csv', `uid,name,deactivatedAt\nann,Ann,\nben,Ben,${DELETED}\n`);
  put(here, 'messages.csv', HEAD + ROOTS + row(3, 'm2'));
  await here.json('run', '--yes');
  const left = async (): Promise<readonly string[]> =>
    (await Array.fromAsync(here.service.messages.list())).flatMap(({ muid }) => muid ?? []);
  expect(await left()).toContain('m3');
  await here.json('run', '--yes');
  expect(await left()).toContain('m3');
});

test('rows that answer another message than before pass the guard of removals', async () => {
  await using here = await serviceHere({
    files: { ...USERS, 'messages.csv': HEAD + ROOTS + replies('m1') },
    rest: 'policies: { threads: write }\nsync: {}',
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  put(here, 'messages.csv', HEAD + ROOTS + replies('m2'));
  here.requests.length = 0;
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect(exitCode).toBe(11);
  expect(stderr).toContain(
    'GUARD.MAX_DELETE\n6 replies belong to another message than before; each would be removed and written again; sync.maxDelete allows 3',
  );
  expect(here.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
  const { guard, id } = (await here.json<{ guard: { code: string }; id: string }>('plan')).result;
  expect(guard.code).toBe('GUARD.MAX_DELETE');
  expect((await here.json('run', '--yes', '--confirm', id)).exitCode).toBe(0);
  expect((await here.json('verify')).exitCode).toBe(0);
});

test.each(['m1', 'm3'])('what cannot be removed is healed by the next sync: %s', async (stuck) => {
  await using at = await tamperedService();
  at.write('users.csv', USERS['users.csv']);
  const messages = (root: string): string =>
    at.write('messages.csv', HEAD + root + row(2) + row(3, 'm1') + row(4, 'm1'));
  messages(row(1));
  const pipeline = at.write(
    'pipeline.yaml',
    `version: 1
name: moved
${at.target} }
limits: { requestsPerMinute: 100000 }
sources: { users: { path: users.csv }, messages: { path: messages.csv } }
policies: { threads: write }
sync: {}
`,
  );
  const run = (): ReturnType<typeof at.run> => at.run('run', pipeline, '--yes');
  expect((await run()).exitCode).toBe(0);
  const id = (await Array.fromAsync(at.service.messages.list())).find(({ muid }) => muid === stuck)?.id;
  at.tamper((request, forward) =>
    request.method === 'DELETE' && request.path.startsWith(`/messages/${id}`)
      ? { status: 500, body: { error: { code: 'ERR_INTERNAL', message: 'not now' } } }
      : forward(),
  );
  messages(row(1, '', DELETED));
  expect((await run()).stdout).toContain('could not be removed');
  const hanging = async (): Promise<string[]> =>
    (await Array.fromAsync(at.service.messages.list())).flatMap(({ muid, parentId }) =>
      parentId ? `${muid} ${parentId}` : [],
    );
  // Where the message is still there, replies hang on it.
  if (stuck === 'm1') expect((await hanging()).toSorted()).toEqual([`m3 ${id}`, `m4 ${id}`]);
  at.tamper((_, forward) => forward());
  expect((await run()).exitCode).toBe(0);
  expect(await hanging()).toEqual([]);
  expect((await at.run('verify', pipeline)).exitCode).toBe(0);
});
