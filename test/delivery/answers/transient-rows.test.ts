import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { type TamperedService, tamperedService } from '../../support/tampered-service.ts';

/** Rows that the service refuses for now, each within an answer that succeeds. */

const PIPELINE = (target: string) => `version: 1
name: busy
${target} }
sources:
  users: { path: users.csv }
  groups: { path: groups.csv }
  members: { path: members.csv }
`;

async function prepared(): Promise<TamperedService & { pipeline: string }> {
  const service = await tamperedService();
  service.write('users.csv', 'uid,name\nann,Ann\nzan,Zan\n');
  service.write('groups.csv', 'guid,name,type\ng,G,private\n');
  service.write('members.csv', 'guid,uid,joinedAt\ng,zan,1795000001\n');
  return Object.assign(service, { pipeline: service.write('busy.yaml', PIPELINE(service.target)) });
}

/** Refuses one user so often before the service gets it. */
function refusing(service: TamperedService, code: string, times: number): { readonly count: () => number } {
  let count = 0;
  service.tamper(async (request, forward) => {
    if (!request.path.startsWith('/data_import/users') || !request.body.includes('"zan"')) return forward();
    if (++count > times) return forward();
    const refused = { success: false, error: { code, message: 'try again' } };
    return { status: 200, body: { data: { zan: refused, ann: { success: true, data: { uid: 'ann' } } } } };
  });
  return { count: () => count };
}

test.each(['ERR_TOO_MANY_REQUESTS', 'ERR_INTERNAL_SERVER_ERROR', 'ERR_SERVICE_UNAVAILABLE'])(
  'a row refused with %s is sent again, and what refers to it lands',
  async (code) => {
    await using service = await prepared();
    const refused = refusing(service, code, 2);
    const { exitCode, stdout } = await service.run('run', service.pipeline, '--yes', '--json');
    const report = JSON.parse(stdout) as Report;
    expect([exitCode, report.entities.users.rejected, report.entities.members.created]).toEqual([0, 0, 1]);
    expect(refused.count()).toBe(3);
    expect((await service.service.users.get('zan')).name).toBe('Zan');
  },
);

test('a row refused for now without end is in doubt, and the next run sends it', async () => {
  await using service = await prepared();
  const pipeline = service.write('users.yaml', PIPELINE(service.target).split('  groups:')[0] as string);
  const refused = refusing(service, 'ERR_TOO_MANY_REQUESTS', Number.POSITIVE_INFINITY);
  const { exitCode, stdout } = await service.run('run', pipeline, '--yes', '--json');
  expect([exitCode, (JSON.parse(stdout) as Report).error?.code]).toEqual([7, 'ROW.IN_DOUBT']);
  expect(refused.count()).toBeGreaterThan(2);
  service.tamper((_, forward) => forward());
  expect((await service.run('run', pipeline, '--yes')).exitCode).toBe(0);
  expect((await service.service.users.get('zan')).name).toBe('Zan');
});

test('a row whose every try fails within the service is rejected in the end, and the next run is free of it', async () => {
  await using service = await prepared();
  const refused = refusing(service, 'ERR_INTERNAL_SERVER_ERROR', Number.POSITIVE_INFINITY);
  const { exitCode, stdout } = await service.run('run', service.pipeline, '--yes', '--json');
  const { entities, problems } = JSON.parse(stdout) as Report;
  expect([exitCode, entities.users.rejected, entities.users.inDoubt]).toEqual([4, 1, 0]);
  expect(problems.map(({ code }) => code)).toContain('SERVICE.ERR_INTERNAL_SERVER_ERROR');
  expect(refused.count()).toBeGreaterThan(2);
});

test('a member of others whom the service refused for now before they added it is theirs', async () => {
  await using service = await prepared();
  for (const uid of ['ann', 'zan']) await service.service.users.create({ uid, name: uid });
  await service.service.groups.create({ guid: 'g', name: 'G', type: 'private' });
  let count = 0;
  service.tamper(async (request, forward) => {
    if (!request.path.startsWith('/data_import/members') || ++count > 1) return forward();
    await service.service.members.add('g', { participants: ['zan'] });
    const error = { code: 'ERR_TOO_MANY_REQUESTS', message: 'try again' };
    return { status: 200, body: { data: { g_member_zan: { success: false, error } } } };
  });
  const { exitCode, stdout } = await service.run('run', service.pipeline, '--yes', '--json');
  const { created, exists } = (JSON.parse(stdout) as Report).entities.members;
  expect([exitCode, count, created, exists]).toEqual([0, 2, 0, 1]);
  expect((await service.run('undo', service.pipeline)).exitCode).toBe(0);
  const left = await Array.fromAsync(service.service.members.list('g'));
  expect(left.map(({ uid }) => uid)).toContain('zan');
});

test('any other code of a row is final', async () => {
  await using service = await prepared();
  const refused = refusing(service, 'ERR_BAD_REQUEST', Number.POSITIVE_INFINITY);
  expect((await service.run('run', service.pipeline, '--yes')).exitCode).toBe(4);
  expect(refused.count()).toBe(1);
});
