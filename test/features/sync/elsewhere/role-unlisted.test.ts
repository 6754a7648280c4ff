import { expect, test } from 'vitest';
import { tamperedService } from '../../../support/tampered-service.ts';

test('a role whose users cannot be listed stays until they can, and ends nothing', async () => {
  await using here = await tamperedService();
  here.write('users.csv', 'uid,name,role\nann,Ann,vip\n');
  here.write('roles.csv', 'role,name\nvip,VIP\nstaff,Staff\n');
  const pipeline = here.write(
    'p.yaml',
    `version: 1\nname: p\n${here.target} }\nsources: { roles: { path: roles.csv }, users: { path: users.csv } }\nsync: { onMissing: delete }\n`,
  );
  const run = async () => {
    const { exitCode, stdout } = await here.run('run', pipeline, '--yes', '--json');
    return { exitCode, report: JSON.parse(stdout) };
  };
  const roles = async () =>
    (await Array.fromAsync(here.service.roles.list())).map(({ role }) => role).toSorted();
  expect((await run()).exitCode).toBe(0);
  here.write('roles.csv', 'role,name\nvip,VIP\n');
  here.tamper(({ path }, forward) =>
    path.includes('roles=')
      ? { status: 400, body: { error: { code: 'ERR_X', message: 'not now' } } }
      : forward(),
  );
  const { exitCode, report } = await run();
  expect([exitCode, report.missing.roles.failed]).toEqual([0, 1]);
  expect(report.warnings).toEqual([expect.stringContaining('its users cannot be listed')]);
  expect(await roles()).toContain('staff');
  here.tamper((_, forward) => forward());
  expect((await run()).exitCode).toBe(0);
  expect(await roles()).not.toContain('staff');
});
