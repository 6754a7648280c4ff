import { type Check, type CheckContext, skip } from '../check.ts';
import { isTime, must, refused, same, sameSet } from '../expect.ts';
import { allOf, columnOf, firstOf, newGroup, newUser, ownId, reads, writes } from '../rows.ts';

/** Makes a role that is removed at the end. */
function newRole(context: CheckContext, label: string) {
  const { roles } = context.service;
  const role = ownId(context, label, (id) => roles.delete(id));
  return roles.create({
    role,
    name: 'Conformance',
    description: 'One',
    metadata: { a: 1 },
    settings: { listUsers: 'all' },
  });
}

/** One that roles and scopes have. */
const PERMISSION = 'sendMessage';

/** Roles, the features that are restricted for them, and the permissions of roles and of scopes in groups. */
export const roleChecks: readonly Check[] = [
  reads(
    'roles are listed, the default one among them, and each can be read',
    ['listRoles', 'getRole'],
    async ({ service, id }) => {
      const listed = await allOf(service.roles.list());
      must(listed.map(({ role }) => role).includes('default'), 'there is no role default');
      for (const { role, name } of listed) must(name, `the role ${role} has no name`);
      same((await service.roles.get('default')).role, 'default', 'the role by its id');
      await refused(service.roles.get(id('none')), 'ERR_ROLE_NOT_FOUND');
    },
  ),

  reads(
    'what a role may not do, and what it may, can be read',
    ['listRestrictedFeatures', 'getRolePermissions'],
    async ({ service }) => {
      await firstOf(service.restrictedFeatures.list('default'), 3);
      must(
        (await allOf(service.permissions.listByRole('default'))).length > 0,
        'the role has no permissions',
      );
    },
  ),

  reads(
    'what members of a scope may do in a group can be read',
    ['getScopePermissions'],
    async ({ service }) => {
      const [group] = await firstOf(service.groups.list({ perPage: 1 }), 1);
      if (!group) skip('the app has no groups');
      const listed = await allOf(service.permissions.listByScope(group.guid, 'participant'));
      must(listed.length > 0, 'the scope has no permissions');
    },
  ),

  writes(
    'a role is created, given, changed and removed',
    ['createRole', 'getRole', 'updateRole', 'deleteRole', 'listRoles'],
    async (context) => {
      const { roles, users } = context.service;
      const { role, createdAt } = await newRole(context, 'boss');
      must(isTime(createdAt), 'createdAt is no time in seconds');
      const { uid } = await newUser(context, 'ann', { role });
      same((await users.get(uid)).role, role, 'the role of the user');
      const changed = await roles.update(role, { name: 'Chief', unset: ['description'] });
      same(
        [changed.name, changed.description],
        ['Chief', undefined],
        'the changed name and the removed description',
      );
      same((await roles.get(role)).metadata, { a: 1 }, 'metadata');
      const listed = await columnOf(roles.list({ perPage: 1 }), 'role');
      must(listed.includes(role), 'the role is not in the list');
      await refused(roles.create({ role, name: 'Again' }), 'ERR_ROLE_ALREADY_EXISTS');
      await roles.delete(role);
      await refused(roles.get(role), 'ERR_ROLE_NOT_FOUND');
    },
  ),

  writes('the default role stays', ['deleteRole'], async ({ service }) => {
    await refused(service.roles.delete('default'), 'ERR_ROLE_DELETE_DENIED', 'ERR_ROLE_DELETE_FAILED');
    same((await service.roles.get('default')).role, 'default', 'the role');
  }),

  writes(
    'features are taken from a role and given back',
    ['restrictFeatures', 'listRestrictedFeatures', 'allowFeatures'],
    async (context) => {
      const { restrictedFeatures } = context.service;
      const { role } = await newRole(context, 'feat');
      await restrictedFeatures.restrict(role, ['u.listUsers', 'u.sendMessage']);
      const keys = () => columnOf(restrictedFeatures.list(role), 'key');
      sameSet(await keys(), ['u.listUsers', 'u.sendMessage'], 'restricted features');
      await restrictedFeatures.allow(role, ['u.listUsers']);
      sameSet(await keys(), ['u.sendMessage'], 'restricted features after one was allowed');
      await restrictedFeatures.allow(role, 'all');
      sameSet(await keys(), [], 'restricted features after all were allowed');
    },
  ),

  writes(
    'permissions of a role are set and removed',
    ['setRolePermissions', 'getRolePermissions', 'removeRolePermission'],
    async (context) => {
      const { permissions } = context.service;
      const { role } = await newRole(context, 'perm');
      const after = await permissions.setByRole(role, { [PERMISSION]: 'deny' });
      same(after.permissions?.[PERMISSION], 'deny', 'what was set');
      const known = await columnOf(permissions.listByRole(role), 'id');
      must(known.includes(PERMISSION), 'what was set is not listed');
      const { permissions: left } = await permissions.unsetByRole(role, PERMISSION);
      must(left?.[PERMISSION] === undefined, 'what was removed is still set');
    },
  ),

  writes(
    'permissions of a scope in a group are set and removed',
    ['setScopePermissions', 'getScopePermissions', 'removeScopePermission'],
    async (context) => {
      const { permissions } = context.service;
      const { guid } = await newGroup(context, 'team');
      const after = await permissions.setByScope(guid, 'participant', { [PERMISSION]: 'deny' });
      same(after.permissions?.[PERMISSION], 'deny', 'what was set');
      const known = await columnOf(permissions.listByScope(guid, 'participant'), 'id');
      must(known.includes(PERMISSION), 'what was set is not listed');
      const { permissions: left } = await permissions.unsetByScope(guid, 'participant', PERMISSION);
      must(left?.[PERMISSION] === undefined, 'what was removed is still set');
    },
  ),
];
