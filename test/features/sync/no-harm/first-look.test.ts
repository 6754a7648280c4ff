import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

/** A first sync run over a service in use looks first what it would change there. */

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const lines = (header: string, rows: readonly string[]): string => `${[header, ...rows].join('\n')}\n`;
const writes = (requests: readonly string[]): readonly string[] =>
  requests.filter((each) => !each.startsWith('GET '));
const avatar = (n: number): string => `https://x.example/${n}`;
const fill = async ({ service }: ServiceHere, count: number): Promise<void> => {
  await service.dataImport.users(
    numbers(count).map((n) => ({ uid: `u${n}`, name: `N ${n}`, avatar: avatar(n) })),
  );
};
type Plan = {
  readonly id: string;
  readonly entities: Record<string, Record<string, number>>;
  readonly changedFields?: Record<string, unknown>;
  readonly guard?: { readonly code: string };
  readonly warnings: readonly string[];
};

test('empty avatars over a live app stop the first sync run, and nothing is sent', async () => {
  const rows = numbers(12).map((n) => `u${n},N ${n},`);
  await using here = await serviceHere({
    files: { 'users.csv': lines('uid,name,avatar', rows) },
    rest: 'sync: {}',
  });
  await fill(here, 10);
  const plan = (await here.json<Plan>('plan')).result;
  expect(plan.changedFields).toEqual({ users: { changed: {}, emptied: { avatar: 10 }, kept: {} } });
  expect(plan.entities['users']).toMatchObject({ new: 2, changed: 10, same: 0 });
  expect(plan.guard?.code).toBe('GUARD.MAX_EMPTY');
  here.requests.length = 0;
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, writes(here.requests)]).toEqual([11, []]);
  expect(stderr).toContain('avatar of 10 of 10 users (3 allowed)');
  expect(stderr).toContain(
    'GUARD.MOSTLY_CHANGED: 10 of 10 users that are already in the service would change',
  );
  expect(/--confirm (\w+)/.exec(stderr)?.[1]).toBe(plan.id);
  expect((await here.service.users.get('u1')).avatar).toBe(avatar(1));
  expect((await here.json('run', '--yes', '--confirm', plan.id)).exitCode).toBe(0);
  expect(await here.service.users.get('u1')).not.toHaveProperty('avatar');
});

test('names that are the same change nothing, and are said to be the same', async () => {
  await using here = await serviceHere({
    files: {
      'users.csv': lines(
        'uid,name',
        numbers(5).map((n) => `u${n},N ${n}`),
      ),
    },
    rest: 'sync: {}',
  });
  await fill(here, 4);
  const plan = (await here.json<Plan>('plan')).result;
  expect(plan.entities['users']).toMatchObject({ new: 1, changed: 0, same: 4 });
  expect(plan).not.toHaveProperty('guard');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect((await here.service.users.get('u1')).avatar).toBe(avatar(1));
});

test('scopes and types that a file says are counted, too', async () => {
  await using here = await serviceHere({
    files: {
      'groups.csv': lines(
        'guid,name,type',
        numbers(5).map((n) => `g${n},G,public`),
      ),
      'members.csv': lines(
        'guid,uid,scope',
        numbers(5).map((n) => `g${n},u1,participant`),
      ),
    },
    rest: 'sync: {}',
  });
  await fill(here, 1);
  const { service } = here;
  await service.dataImport.groups(numbers(5).map((n) => ({ guid: `g${n}`, name: 'G', type: 'private' })));
  await service.dataImport.members(
    numbers(5).map((n) => ({ guid: `g${n}`, uid: 'u1', scope: 'admin' })) as never,
  );
  const plan = (await here.json<Plan>('plan')).result;
  expect(plan.changedFields).toMatchObject({
    groups: { changed: { type: 5 } },
    members: { changed: { scope: 5 } },
  });
  here.requests.length = 0;
  const { exitCode } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, writes(here.requests)]).toEqual([11, []]);
  expect((await service.groups.get('g1')).type).toBe('private');
});

test('an app that has none of our rows costs some requests, however many users it has', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': lines('uid,name', ['new1,N']) },
    rest: 'sync: {}',
  });
  for (const part of numbers(22))
    await here.service.dataImport.users(
      numbers(50).map((n) => ({ uid: `other-${part}-${n}`, name: 'Other' })) as never,
    );
  here.requests.length = 0;
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  // One for the number, and one row that is looked for in two ways: a list of all has two pages.
  expect(here.requests.filter((each) => each.startsWith('GET ')).length).toBeLessThanOrEqual(3);
});

test('a plan without the service says that it has not looked', async () => {
  await using here = await serviceHere({ files: { 'users.csv': 'uid,name\na,A\n' }, rest: 'sync: {}' });
  writeFileSync(
    here.pipeline,
    lines('version: 1', [
      'name: here',
      'target: { baseUrl: "http://127.0.0.1:9/v3", apiKey: { file: ./none } }',
      'sources: { users: { path: users.csv } }',
      'sync: {}',
    ]),
  );
  const plan = await here.json<Plan>('plan');
  expect(plan.exitCode).toBe(0);
  expect(plan.result.warnings[0]).toContain('the service was not read');
  writeFileSync(join(here.folder, 'none'), '');
});
