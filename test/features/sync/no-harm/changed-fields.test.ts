import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

/** What a sync run would change is shown by field before it is sent, and many emptied fields stop it. */

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const write = ({ folder }: ServiceHere, name: string, text: string): void =>
  writeFileSync(join(folder, name), text);
const lines = (header: string, rows: readonly string[]): string => `${[header, ...rows].join('\n')}\n`;
const writes = (requests: readonly string[]): readonly string[] =>
  requests.filter((each) => !each.startsWith('GET '));

type Fields = Record<string, { changed: object; emptied: object; kept: object }>;

const user = (
  n: number,
  { name = `N ${n}`, avatar = `https://x.example/${n}`, team = 'red', off = '' } = {},
) => `u${n},${name},${avatar},${team},${off}`;
const HEADER = 'uid,name,avatar,metadata.team,deactivatedAt';

test('plan, run and report name the fields that change, are emptied, or stay', async () => {
  const users = numbers(40).map((n) => user(n, n > 38 ? { off: '1790000000' } : {}));
  await using here = await serviceHere({
    files: {
      'users.csv': lines(HEADER, users),
      'groups.csv': lines(
        'guid,name,type,description',
        numbers(9).map((n) => `g${n},G ${n},public,D`),
      ),
      'members.csv': lines(
        'guid,uid,scope',
        numbers(9).map((n) => `g${n},u${n},participant`),
      ),
      'messages.csv': lines(
        'muid,sender,receiver,receiverType,sentAt,text',
        numbers(9).map((n) => `m${n},u1,u2,user,179500000${n},T ${n}`),
      ),
    },
    rest: 'sync: {}',
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const changed = users
    .with(0, user(1, { name: 'Ann' }))
    .with(1, user(2, { name: 'Ben', team: 'blue' }))
    .with(2, user(3, { avatar: '' }))
    .with(3, user(4, { avatar: '', team: '' }))
    .with(39, user(40));
  write(here, 'users.csv', lines(HEADER, changed));
  write(
    here,
    'groups.csv',
    lines(
      'guid,name,type,description',
      numbers(9).map((n) => `g${n},G ${n},${n < 4 ? '' : 'public'},${n === 9 ? '' : 'D'}`),
    ),
  );
  write(
    here,
    'members.csv',
    lines(
      'guid,uid,scope',
      numbers(9).map((n) => `g${n},u${n},${n === 1 ? 'admin' : 'participant'}`),
    ),
  );
  write(
    here,
    'messages.csv',
    lines(
      'muid,sender,receiver,receiverType,sentAt,text',
      numbers(9).map((n) => `m${n},u1,u2,user,179500000${n},T ${n === 5 ? 'five' : n}`),
    ),
  );
  const expected: Fields = {
    users: {
      changed: { name: 2, metadata: 1 },
      emptied: { avatar: 2, metadata: 1 },
      kept: { deactivatedAt: 1 },
    },
    groups: { changed: {}, emptied: { description: 1 }, kept: { type: 3 } },
    members: { changed: { scope: 1 }, emptied: {}, kept: {} },
    messages: { changed: { content: 1 }, emptied: {}, kept: {} },
  };
  const plan = await here.json<{ changedFields: Fields; warnings: string[] }>('plan');
  expect(plan.result.changedFields).toEqual(expected);
  const said = [
    'users: 1 row has an empty deactivatedAt: the user stays deactivated; write never to reactivate',
    'groups: 3 rows have an empty type: the groups keep the value of the service',
  ];
  expect(plan.result.warnings).toEqual(said);
  const { stdout } = await runHere(['plan', here.pipeline]);
  expect(stdout).toContain(
    'name 2 changed, metadata 1 changed, avatar 2 emptied, metadata 1 emptied, deactivatedAt 1',
  );
  const { exitCode, result } = await here.json<{ changedFields: Fields; warnings: string[] }>('run', '--yes');
  expect(exitCode).toBe(0);
  expect([result.changedFields, result.warnings]).toEqual([expected, said]);
  const { service } = here;
  expect(await service.users.get('u3')).not.toHaveProperty('avatar');
  expect(await service.groups.get('g9')).not.toHaveProperty('description');
  expect((await service.groups.get('g1')).type).toBe('public');
  // What has been said once is no difference any more.
  expect((await here.json<{ changedFields?: Fields }>('plan')).result).not.toHaveProperty('changedFields');
});

test('more emptied fields than allowed stop the sync, by number or by share', async () => {
  const users = numbers(40).map((n) => user(n));
  await using here = await serviceHere({ files: { 'users.csv': lines(HEADER, users) }, rest: 'sync: {}' });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const emptied = (count: number) =>
    lines(
      HEADER,
      numbers(40).map((n) => user(n, n <= count ? { avatar: '' } : {})),
    );
  const run = async (...options: readonly string[]) => {
    here.requests.length = 0;
    return await runHere(['run', here.pipeline, '--yes', ...options]);
  };
  write(here, 'users.csv', emptied(4));
  const stopped = await run();
  expect(stopped.exitCode).toBe(11);
  expect(writes(here.requests)).toEqual([]);
  expect(stopped.stderr).toContain(
    'GUARD.MAX_EMPTY\ntoo many fields would become empty: avatar of 4 of 40 users (3 allowed); see sync.maxEmpty\n',
  );
  // Three are always allowed; then 37 have one.
  write(here, 'users.csv', emptied(3));
  expect((await run()).exitCode).toBe(0);
  const pipeline = readFileSync(here.pipeline, 'utf8');
  const text = (maxEmpty: string) =>
    writeFileSync(here.pipeline, pipeline.replace('sync: {}', `sync: { maxEmpty: ${maxEmpty} }`));
  write(here, 'users.csv', emptied(10));
  text('6');
  expect((await run()).stderr).toContain('avatar of 7 of 37 users (6 allowed)');
  text('18%');
  expect((await run()).stderr).toContain('avatar of 7 of 37 users (6 allowed)');
  text('19%');
  expect((await run()).exitCode).toBe(0);
  expect(await here.service.users.get('u10')).not.toHaveProperty('avatar');
  text('0');
  write(here, 'users.csv', emptied(11));
  const one = await run();
  expect(one.stderr).toContain('avatar of 1 of 30 users (0 allowed)');
  const id = /--confirm (\w+)/.exec(one.stderr)?.[1] ?? '';
  expect((await run('--confirm', id)).exitCode).toBe(0);
});

test('mostly changed stops small files, too; three rows may always change', async () => {
  const users = (changed: number) =>
    lines(
      'uid,name',
      numbers(7).map((n) => `u${n},${n <= changed ? 'Other' : 'Name'} ${n}`),
    );
  await using here = await serviceHere({ files: { 'users.csv': users(0) }, rest: 'sync: {}' });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, 'users.csv', users(4));
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stderr.split('\n')[0]]).toEqual([11, 'GUARD.MOSTLY_CHANGED']);
  write(here, 'users.csv', users(3));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
});
