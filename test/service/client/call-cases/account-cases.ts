import { type CallCase, text } from './call-case.ts';

/** Calls about roles, permissions, keys, data import, and voice and video calls. */
export const accountCases: readonly CallCase[] = [
  ['createRole', (s) => s.roles.create({ role: 'r', name: 'R' }), '/roles', { role: 'r', name: 'R' }],
  ['listRoles', (s) => s.roles.list(), '/roles'],
  ['getRole', (s) => s.roles.get('R'), '/roles/r'],
  ['updateRole', (s) => s.roles.update('r', { unset: ['settings'] }), '/roles/r', { unset: ['settings'] }],
  ['deleteRole', (s) => s.roles.delete('r'), '/roles/r'],
  [
    'restrictFeatures',
    (s) => s.restrictedFeatures.restrict('r', ['u.x']),
    '/roles/r/restrictedfeatures',
    { featuresToRestrict: ['u.x'] },
  ],
  ['listRestrictedFeatures', (s) => s.restrictedFeatures.list('r'), '/roles/r/restrictedfeatures'],
  [
    'allowFeatures',
    (s) => s.restrictedFeatures.allow('r', ['u.x']),
    '/roles/r/restrictedfeatures',
    { featuresToAllow: ['u.x'] },
  ],
  [
    'allowFeatures',
    (s) => s.restrictedFeatures.allow('r', 'all'),
    '/roles/r/restrictedfeatures',
    { allowAll: true },
  ],
  ['getRolePermissions', (s) => s.permissions.listByRole('r'), '/roles/r/permissions'],
  [
    'setRolePermissions',
    (s) => s.permissions.setByRole('r', { x: true }),
    '/roles/r/permissions',
    { permissions: { x: true } },
  ],
  ['removeRolePermission', (s) => s.permissions.unsetByRole('r', 'x y'), '/roles/r/permissions/x%20y'],
  [
    'getScopePermissions',
    (s) => s.permissions.listByScope('g', 'admin'),
    '/groups/g/scopes/admin/permissions',
  ],
  [
    'setScopePermissions',
    (s) => s.permissions.setByScope('g', 'admin', { x: 1 }),
    '/groups/g/scopes/admin/permissions',
    { permissions: { x: 1 } },
  ],
  [
    'removeScopePermission',
    (s) => s.permissions.unsetByScope('g', 'admin', 'x'),
    '/groups/g/scopes/admin/permissions/x',
  ],
  [
    'createApiKey',
    (s) => s.apiKeys.create({ name: 'k', scope: 'authOnly' }),
    '/apikeys',
    { name: 'k', scope: 'authOnly' },
  ],
  ['listApiKeys', (s) => s.apiKeys.list(), '/apikeys'],
  ['getApiKey', (s) => s.apiKeys.get('k'), '/apikeys/k'],
  ['updateApiKey', (s) => s.apiKeys.update('k', { name: 'l' }), '/apikeys/k', { name: 'l' }],
  ['deleteApiKey', (s) => s.apiKeys.delete('k'), '/apikeys/k'],
  [
    'importUsers',
    (s) => s.dataImport.users([{ uid: '__proto__', name: 'A' }]),
    '/data_import/users',
    JSON.parse('{"users":{"__proto__":{"uid":"__proto__","name":"A"}}}'),
  ],
  [
    'importGroups',
    (s) => s.dataImport.groups([{ guid: 'g', name: 'G', type: 'private' }]),
    '/data_import/groups',
    { groups: { g: { guid: 'g', name: 'G', type: 'private' } } },
  ],
  [
    'importMembers',
    (s) => s.dataImport.members([{ guid: 'g', uid: 'u', joinedAt: 5 }]),
    '/data_import/members',
    { members: { g_member_u: { memberId: 'g_member_u', guid: 'g', uid: 'u', joinedAt: 5 } } },
  ],
  [
    'importMessages',
    (s) => s.dataImport.messages([{ ...text, muid: 'm', sender: 'a', sentAt: 5 }]),
    '/data_import/messages',
    { messages: { m: { ...text, muid: 'm', sender: 'a', sentAt: 5 } } },
  ],
  ['listCalls', (s) => s.calls.list(), '/calls'],
  ['getCall', (s) => s.calls.get('v1.us.1'), '/calls/v1.us.1'],
];
