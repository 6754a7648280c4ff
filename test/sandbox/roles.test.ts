import { expect, test } from 'vitest';
import { type Json, openSandbox } from './sandbox-client.ts';

test('roles: default is there, others are added once', async () => {
  await using opened = await openSandbox();
  const role = { role: 'Staff', name: 'Staff', description: 'd', settings: { listUsers: 'all' } };
  expect((await opened.post('/roles', role)).json.data).toMatchObject({ ...role, role: 'staff' });
  expect((await opened.post('/roles', role)).json.error.code).toBe('ERR_ROLE_ALREADY_EXISTS');
  expect((await opened.post('/roles', { role: 'default', name: 'D' })).json.error.code).toBe(
    'ERR_ROLE_ALREADY_EXISTS',
  );
  const list = await opened.get('/roles');
  expect(list.json.data.map((one: Json) => one.role)).toEqual(['default', 'staff']);
  expect(list.json.meta.pagination.total).toBe(2);
  expect((await opened.post('/users', { uid: 'a', name: 'A', role: 'staff' })).json.data.role).toBe('staff');
});
