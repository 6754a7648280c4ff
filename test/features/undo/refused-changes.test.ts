import { expect, test } from 'vitest';
import { serviceHere } from '../../support/service-here.ts';
import { tamperedService } from '../../support/tampered-service.ts';
import { put, shown, sync, undo } from './put-back.ts';

/** A change that the service refuses leaves no trace: neither in the row, nor in what an undo takes for ours. */

test('a value that the service refused, and that somebody sets later, stays in an undo', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,avatar,name,role\ne1,,Eve,default\n' },
    rest: 'sync: {}',
  });
  const { users, roles } = here.service;
  await users.create({ uid: 'e1', name: 'Eve' });
  await sync(here);
  put(here, 'users.csv', 'uid,avatar,name,role\ne1,,Eva,boss\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(4);
  expect(await users.get('e1')).toMatchObject({ name: 'Eve', role: 'default' });
  put(here, 'users.csv', 'uid,avatar,name,role\ne1,https://x.example/a.png,Eve,default\n');
  await sync(here);
  await roles.create({ role: 'boss', name: 'Boss' });
  await users.update('e1', { name: 'Eva', role: 'boss' });
  const { done } = await undo(here);
  expect(done.putBack?.users).toMatchObject({ rows: 1, fields: 1, changed: 0 });
  expect(await users.get('e1')).toMatchObject({ name: 'Eva', role: 'boss' });
  expect(await users.get('e1')).not.toHaveProperty('avatar');
});

test('what was written before a refusal is put back', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name\ne1,Eva\n' },
    rest: 'sync: {}',
  });
  const { users } = here.service;
  await users.create({ uid: 'e1', name: 'Eve' });
  const before = shown(await users.get('e1'));
  await sync(here);
  put(here, 'users.csv', 'uid,name,role\ne1,Eva,boss\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(4);
  await undo(here);
  expect(shown(await users.get('e1'))).toEqual(before);
});

test('a deactivated user whose change is refused is deactivated afterwards', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name,role\ne1,Eve,default\n' },
    rest: 'sync: {}',
  });
  const { users } = here.service;
  await users.create({ uid: 'e1', name: 'Eve' });
  await sync(here);
  await users.deactivate(['e1']);
  put(here, 'users.csv', 'uid,name,role\ne1,Eva,boss\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(4);
  const deactivated = await Array.fromAsync(users.list({ onlyDeactivated: true }));
  expect(deactivated.map(({ uid }) => uid)).toEqual(['e1']);
});

test('if it cannot be deactivated again, the reason of its row says so', async () => {
  await using here = await tamperedService();
  await here.service.users.create({ uid: 'e1', name: 'Eve' });
  const pipeline = here.write(
    'p.yaml',
    `version: 1\nname: here\n${here.target} }\nsources: { users: { path: users.csv } }\nsync: {}\n`,
  );
  here.write('users.csv', 'uid,name,role\ne1,Eve,default\n');
  expect((await here.run('run', pipeline, '--yes')).exitCode).toBe(0);
  await here.service.users.deactivate(['e1']);
  here.write('users.csv', 'uid,name,role\ne1,Eva,boss\n');
  here.tamper(({ method, path, body }, forward) =>
    method !== 'GET' && `${path} ${body}`.includes('uidsToDeactivate')
      ? { status: 422, body: { error: { code: 'ERR_BAD_REQUEST', message: 'no' } } }
      : forward(),
  );
  const { exitCode, stdout, stderr } = await here.run('run', pipeline, '--yes');
  expect([exitCode, stdout + stderr]).toEqual([4, expect.stringContaining('is active now')]);
});
