import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { type Json, openPopulated } from '../sandbox-client.ts';

const ROLE = '/roles/default/permissions';
const SCOPE = '/groups/team/scopes/participant/permissions';

const byId = (answer: { json: Json }, id: string) => answer.json.data.find((one: Json) => one.id === id);

test('what a role may do is listed, set and unset', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('permissionvalues') });
  const list = await opened.get(ROLE);
  expect(list.json.meta.pagination).toMatchObject({ total: 29, count: 29 });
  expect(byId(list, 'createGroup')).toMatchObject({
    type: 'role',
    dataType: 'string',
    availableValues: ['allow', 'deny'],
    defaultValue: 'allow',
  });
  expect(byId(list, 'createGroup')).not.toHaveProperty('value');
  const permissions = {
    createGroup: 'deny',
    'listUsers.mode': 'friends',
    'createGroup.allowedGroupTypes': ['public'],
  };
  const set = await opened.put(ROLE, { permissions });
  expect(set.json.data).toEqual({
    createGroup: {
      success: true,
      message: 'Permission with id createGroup have been mapped successfully to role default.',
    },
    'listUsers.mode': expect.objectContaining({ success: true }),
    'createGroup.allowedGroupTypes': expect.objectContaining({ success: true }),
    permissions,
  });
  expect(byId(await opened.get(ROLE), 'createGroup').value).toBe('deny');
  expect((await opened.remove(`${ROLE}/createGroup`)).json.data).toEqual({
    permissions: { 'listUsers.mode': 'friends', 'createGroup.allowedGroupTypes': ['public'] },
  });
  expect((await opened.get(`${ROLE}?perPage=10&page=3`)).json.data).toHaveLength(9);
});

test('the scopes of a group have permissions of their own, which go with the group', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('permissionvalues') });
  expect((await opened.get(SCOPE)).json.meta.pagination.total).toBe(11);
  const set = await opened.put(SCOPE, { permissions: { sendMessage: 'deny', initiateCall: 'friends' } });
  expect(set.json.data.sendMessage.message).toBe(
    'Permission with id sendMessage have been mapped successfully to scope participant on group team.',
  );
  expect(set.json.data.permissions).toEqual({ sendMessage: 'deny', initiateCall: 'friends' });
  expect(byId(await opened.get(SCOPE), 'sendMessage').value).toBe('deny');
  expect(byId(await opened.get('/groups/team/scopes/admin/permissions'), 'sendMessage')).not.toHaveProperty(
    'value',
  );
  expect(byId(await opened.get(ROLE), 'sendMessage')).not.toHaveProperty('value');
  await opened.remove(`${SCOPE}/initiateCall`);
  expect((await opened.remove(`${SCOPE}/initiateCall`)).json.data).toEqual({
    permissions: { sendMessage: 'deny' },
  });
});

test('unknown permissions, values and holders are refused', async () => {
  await using opened = await openPopulated();
  for (const [permissions, field] of [
    [undefined, 'permissions'],
    [{}, 'permissions'],
    ['x', 'permissions'],
    [{ fly: 'allow' }, 'permissions.fly'],
    [{ constructor: 'allow' }, 'permissions.constructor'],
    [{ createGroup: 'maybe' }, 'permissions.createGroup'],
    [{ createGroup: ['allow'] }, 'permissions.createGroup'],
    [{ createGroup: null }, 'permissions.createGroup'],
    [{ 'createGroup.allowedGroupTypes': ['open'] }, 'permissions.createGroup.allowedGroupTypes'],
    [{ 'listUsers.allowedRoles': ['a b'] }, 'permissions.listUsers.allowedRoles'],
    [{ 'sendMessage.allowedMimeTypes': ['\ud800'] }, 'permissions.sendMessage.allowedMimeTypes'],
  ] as const) {
    const { status, json } = await opened.put(ROLE, { permissions });
    expect([status, Object.keys(json.error.details)]).toContainEqual(400);
    expect(Object.keys(json.error.details)).toContain(field);
  }
  expect((await opened.put(ROLE, '{"permissions":{"__proto__":"allow"}}')).status).toBe(400);
  expect((await opened.remove(`${ROLE}/fly`)).json.error.details).toHaveProperty('permission');
  expect((await opened.get('/roles/none/permissions')).json.error.code).toBe('ERR_ROLE_NOT_FOUND');
  expect((await opened.get('/groups/none/scopes/admin/permissions')).json.error.code).toBe(
    'ERR_GUID_NOT_FOUND',
  );
  expect((await opened.get('/groups/team/scopes/owner/permissions')).json.error.details).toHaveProperty(
    'scope',
  );
  const free = await opened.put(ROLE, { permissions: { 'listUsers.allowedRoles': null } });
  expect(free.json.data.permissions).toEqual({ 'listUsers.allowedRoles': [] });
});
