import { expect, test } from 'vitest';
import { openSandbox } from '../sandbox-client.ts';

const STAFF = {
  role: 'Staff',
  name: 'Staff',
  description: 'All of us',
  metadata: { a: 1 },
  settings: { listUsers: 'all', sendMessagesTo: 'friendsOnly' },
};

test('roles are created once, listed with the default role, changed and emptied', async () => {
  await using opened = await openSandbox();
  const created = (await opened.post('/roles', STAFF)).json.data;
  expect(created).toEqual({ ...STAFF, role: 'staff', createdAt: expect.any(Number) });
  const again = await opened.post('/roles', STAFF);
  expect([again.status, again.json.error.code]).toEqual([400, 'ERR_ROLE_ALREADY_EXISTS']);
  const list = await opened.get('/roles');
  expect(list.json.data.map((role: { role: string }) => role.role)).toEqual(['default', 'staff']);
  expect(list.json.meta.pagination.total).toBe(2);
  expect((await opened.get('/roles/STAFF')).json.data).toEqual(created);
  const changed = await opened.put('/roles/staff', {
    name: 'Crew',
    description: 'x',
    unset: ['description', 'settings'],
  });
  expect(changed.json.data).toEqual({
    role: 'staff',
    name: 'Crew',
    metadata: { a: 1 },
    createdAt: created.createdAt,
    updatedAt: expect.any(Number),
  });
  expect((await opened.put('/roles/default', { description: 'For all' })).json.data.description).toBe(
    'For all',
  );
});

test('a deleted role leaves its users with the default role', async () => {
  await using opened = await openSandbox();
  await opened.post('/roles', STAFF);
  await opened.post('/users', { uid: 'ann', name: 'Ann', role: 'staff' });
  await opened.post('/users', { uid: 'bob', name: 'Bob' });
  expect((await opened.get('/users?role=Staff')).json.data).toHaveLength(1);
  await opened.post('/roles/staff/restrictedfeatures', { featuresToRestrict: ['u.listUsers'] });
  await opened.put('/roles/staff/permissions', { permissions: { createGroup: 'deny' } });
  const sent = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'hi' } };
  await opened.post('/messages', sent, { as: 'ann' });
  expect((await opened.remove('/roles/staff')).json.data).toEqual({
    success: true,
    message: 'Role staff has been deleted successfully.',
  });
  expect((await opened.get('/users/ann')).json.data.role).toBe('default');
  const message = (await opened.post('/messages', sent, { as: 'ann' })).json.data;
  expect(message.data.entities.sender.entity.role).toBe('default');
  const gone = await opened.get('/roles/staff');
  expect([gone.status, gone.json.error.code]).toEqual([404, 'ERR_ROLE_NOT_FOUND']);
  await opened.post('/roles', STAFF);
  expect((await opened.get('/roles/staff/restrictedfeatures')).json.data).toEqual([]);
  const denied = await opened.remove('/roles/default');
  expect([denied.status, denied.json.error.code]).toEqual([400, 'ERR_ROLE_DELETE_DENIED']);
});

test('an app has at most 25 roles, and one wins a race for an id', async () => {
  await using opened = await openSandbox();
  const race = await Promise.all(
    [1, 2, 3].map((name) => opened.post('/roles', { role: 'r0', name: String(name) })),
  );
  expect(race.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  for (let index = 1; index < 24; index++) {
    expect((await opened.post('/roles', { role: `r${index}`, name: 'R' })).status).toBe(200);
  }
  const full = await opened.post('/roles', { role: 'more', name: 'R' });
  expect([full.status, full.json.error.code]).toEqual([400, 'ERR_PLAN_QUOTA_RESTRICTION']);
});

test.each([
  ['role', [undefined, '', 'a b', 7, 'x'.repeat(101), '\u0000']],
  ['name', [undefined, null, ' ', {}, 'x'.repeat(101), '\ud800']],
  ['description', [7, 'x'.repeat(256)]],
  ['metadata', ['x', [1]]],
  ['settings', ['x', [1]]],
  ['settings.listUsers', [{ listUsers: 'some' }, { listUsers: null }, { listUsers: ['all'] }]],
  ['settings.sendMessagesTo', [{ sendMessagesTo: 1 }]],
])('a role whose %s breaks the rules is refused with details', async (name, values) => {
  await using opened = await openSandbox();
  const field = name.split('.')[0] ?? '';
  for (const value of values) {
    const answer = await opened.post('/roles', { role: 'r', name: 'R', [field]: value });
    expect([value, answer.status, Object.keys(answer.json.error?.details ?? {})]).toEqual([
      value,
      400,
      [name],
    ]);
  }
  expect((await opened.put('/roles/default', { unset: ['name'] })).json.error.details).toHaveProperty(
    'unset',
  );
  expect((await opened.put('/roles/default', { name: '' })).json.error.details).toHaveProperty('name');
});
