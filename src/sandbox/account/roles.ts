import { type ApiRoute, acknowledgement, type PathCall, routeOf } from '../app/route.ts';
import { roleHolder } from '../stores/permission-store.ts';
import { type Role, roleJson } from '../stores/role-store.ts';
import { changes } from '../users/user-input.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { ApiError, checkQuota, roleNotFound } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import * as param from '../wire/param.ts';
import { isObject, LIMITS } from '../wire/validation.ts';

const WORDS: readonly unknown[] = ['all', 'friendsOnly'];
const SETTINGS = ['listUsers', 'sendMessagesTo'] as const;

const json = field.object(LIMITS.metadataBytes);

/** The settings of a role: what it may see and whom it may write to. Unknown members are stored unchanged. */
const settings: field.Field<string | null> = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(SETTINGS.map((name) => [name, { type: 'string', enum: WORDS }])),
  },
  read: (reader, name) => {
    const value = reader.value(name);
    for (const setting of SETTINGS) {
      const word = isObject(value) ? value[setting] : undefined;
      if (word === undefined || WORDS.includes(word)) continue;
      reader.problem(`${name}.${setting}`, `The selected ${name}.${setting} is invalid.`);
    }
    return json.read(reader, name);
  },
};

const DESCRIBED = {
  description: field.text(LIMITS.description),
  metadata: field.object(Number.POSITIVE_INFINITY),
  settings,
} as const;

/** The body of POST /roles. */
const NEW_ROLE = field.shape({
  role: field.requiredId,
  name: field.requiredText(LIMITS.name),
  ...DESCRIBED,
});

/** The body of PUT /roles/{role}. */
const ROLE_CHANGE = field.shape({
  name: field.notBlank(LIMITS.name),
  ...DESCRIBED,
  unset: field.words(['settings', 'description', 'metadata']),
});

const route = routeOf({ tag: 'Roles' });

/** The role that the path names. */
export function roleInPath(call: PathCall): Role {
  const id = call.params['role'] ?? '';
  const role = call.app.roles.find(id);
  if (!role) throw roleNotFound(id);
  return role;
}

/** The calls about roles. */
export const roleRoutes: readonly ApiRoute[] = [
  route('POST /roles', {
    summary: 'Create a role',
    body: NEW_ROLE,
    answers: one('Role'),
    answer: ({ app, body }) => {
      const role: Role = { ...body, createdAt: app.now(), updatedAt: null };
      if (app.roles.has(role.role)) {
        throw new ApiError('ERR_ROLE_ALREADY_EXISTS', `The role ${role.role} already exists.`);
      }
      checkQuota(app.roles.count(), LIMITS.roles, 'roles');
      app.roles.insert(role);
      return { data: roleJson(role) };
    },
  }),
  route('GET /roles', {
    summary: 'List roles in the order they were created',
    query: param.PAGE,
    answers: paged('Role'),
    answer: ({ app, query }) => app.roles.page(query, 'rowid', roleJson),
  }),
  route('GET /roles/{role}', {
    summary: 'Get a role',
    answers: one('Role'),
    answer: (call) => ({ data: roleJson(roleInPath(call)) }),
  }),
  route('PUT /roles/{role}', {
    summary: 'Change a role',
    body: ROLE_CHANGE,
    answers: one('Role'),
    answer: (call) => {
      const { unset, name, ...given } = call.body;
      const before = roleInPath(call);
      const role: Role = {
        ...before,
        ...changes(given, call.given, unset),
        name: name ?? before.name,
        updatedAt: call.app.now(),
      };
      call.app.roles.update(role);
      return { data: roleJson(role) };
    },
  }),
  route('DELETE /roles/{role}', {
    summary: 'Delete a role; its users get the default role. The default role cannot be deleted',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { role } = roleInPath(call);
      if (role === 'default') {
        throw new ApiError('ERR_ROLE_DELETE_DENIED', 'The default role cannot be deleted.');
      }
      if (call.app.quirks.roleInUse === 'refuse' && call.app.users.hasRole(role)) {
        throw new ApiError('ERR_ROLE_DELETE_FAILED', `The role ${role} is the role of users.`);
      }
      call.app.users.resetRole(role);
      call.app.permissions.clear(roleHolder(role));
      call.app.roles.remove(role);
      return acknowledgement(`Role ${role} has been deleted successfully.`);
    },
  }),
];
