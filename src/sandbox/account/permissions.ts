import type { App } from '../app/app.ts';
import {
  type ApiRoute,
  type Path,
  type PathCall,
  type RouteAnswer,
  routeOf,
  succeeded,
} from '../app/route.ts';
import { groupInPath } from '../groups/groups.ts';
import { SCOPES } from '../stores/member-store.ts';
import {
  PERMISSION_SCHEMA,
  type Permission,
  type PermissionHolder,
  ROLE_PERMISSIONS,
  roleHolder,
  SCOPE_PERMISSIONS,
  type SetPermission,
} from '../stores/permission-store.ts';
import { type AnswerSchema, keyed } from '../wire/answer-schema.ts';
import { invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { jsonMap, jsonMember, jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { type PageQuery, pageOfWhole } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { LIMITS, normalId } from '../wire/validation.ts';
import { roleInPath } from './roles.ts';

const route = routeOf({ tag: 'RBAC' });
const LIST: AnswerSchema = { data: { type: 'array', items: PERMISSION_SCHEMA }, meta: 'page' };
const SET_ANSWER = keyed('a result by permission, and every set permission below `permissions`');
const UNSET_ANSWER = keyed('every set permission, below `permissions`');

/** The role or scope that a call is about, and what can be set there. */
type Subject = {
  readonly type: 'role' | 'scope';
  readonly holder: PermissionHolder;
  /** The holder's name inside messages. */
  readonly name: string;
  readonly known: ReadonlyMap<string, Permission>;
};

function roleSubject(call: PathCall): Subject {
  const { role } = roleInPath(call);
  return { type: 'role', holder: roleHolder(role), name: `role ${role}`, known: ROLE_PERMISSIONS };
}

function scopeSubject(call: PathCall): Subject {
  const { guid } = groupInPath(call);
  const scope = SCOPES.find((one) => one === call.params['scope']);
  if (!scope) throw invalid({ scope: ['The selected scope is invalid.'] });
  const name = `scope ${scope} on group ${guid}`;
  return { type: 'scope', holder: { guid, holder: scope }, name, known: SCOPE_PERMISSIONS };
}

/** Every permission with its default value and its set value. */
function listPermissions(app: App, { type, holder, known }: Subject, page: PageQuery): RouteAnswer {
  const values = new Map(app.permissions.list(holder).map(({ permission, value }) => [permission, value]));
  const since = app.roles.find('default')?.createdAt;
  return pageOfWhole([...known.values()], page, ({ id, title, dataType, availableValues, defaultValue }) =>
    jsonObject(
      textMember('id', id),
      textMember('type', type),
      textMember('title', title),
      // In the published examples both have the same text.
      textMember('description', title),
      textMember('dataType', dataType),
      jsonMember('availableValues', availableValues && JSON.stringify(availableValues)),
      jsonMember('defaultValue', JSON.stringify(defaultValue)),
      // No published example shows what is set.
      jsonMember('value', app.quirks.permissionValues ? values.get(id) : undefined),
      numberMember('createdAt', since),
      numberMember('updatedAt', since),
    ),
  );
}

function permissionsMember(app: App, { holder }: Subject): string {
  const set = app.permissions.list(holder).map(({ permission, value }) => [permission, value] as const);
  return `"permissions":${jsonMap(set)}`;
}

function setAll(app: App, subject: Subject, given: readonly SetPermission[]): RouteAnswer {
  const results = given.map((permission) => {
    app.permissions.set(subject.holder, permission);
    const id = permission.permission;
    const message = `Permission with id ${id} have been mapped successfully to ${subject.name}.`;
    return `${JSON.stringify(id)}:${succeeded(message)}`;
  });
  return { data: jsonObject(...results, permissionsMember(app, subject)) };
}

function unset(app: App, subject: Subject, permission: string): RouteAnswer {
  if (!subject.known.has(permission)) {
    throw invalid({ permission: ['The selected permission is invalid.'] });
  }
  app.permissions.unset(subject.holder, permission);
  return { data: jsonObject(permissionsMember(app, subject)) };
}

/** The most items of a permission that is a list; not documented. */
const MAX_ITEMS = 100;

function isItem({ availableValues, dataType }: Permission, item: unknown): item is string {
  if (typeof item !== 'string') return false;
  if (availableValues) return availableValues.includes(item);
  if (dataType === 'rolesStringArray') return normalId(item) !== undefined;
  return item.isWellFormed() && item.length > 0 && item.length <= LIMITS.tag;
}

/** The value as it is stored. Undefined if the permission cannot have it. */
function storedValue(permission: Permission, value: unknown): string | undefined {
  if (permission.dataType === 'string') return isItem(permission, value) ? JSON.stringify(value) : undefined;
  // Null and an empty list both mean no restriction. A single item needs no list.
  const items: readonly unknown[] = value === null ? [] : Array.isArray(value) ? value : [value];
  if (items.length > MAX_ITEMS || !items.every((item) => isItem(permission, item))) return undefined;
  return JSON.stringify([...new Set(items)]);
}

/** The permissions to set. Each must be known and have one of its values. */
function permissions(known: ReadonlyMap<string, Permission>): field.Field<readonly SetPermission[]> {
  const properties = Object.fromEntries([...known.keys()].map((id) => [id, {}]));
  const fields = field.nested({ type: 'object', properties });
  return {
    schema: fields.schema,
    required: true,
    read: (reader, name) => {
      const given = Object.entries(fields.read(reader, name) ?? {});
      if (given.length === 0 && !Array.isArray(reader.value(name))) {
        reader.problem(name, `The ${name} field is required.`);
      }
      return given.flatMap(([id, value]) => {
        const permission = known.get(id);
        const stored = permission && storedValue(permission, value);
        if (stored !== undefined) return [{ permission: id, value: stored }];
        reader.problem(`${name}.${id}`, `The selected ${name}.${id} is invalid.`);
        return [];
      });
    },
  };
}

/** The three calls about one kind of holder. */
function routesFor(
  path: Path,
  whose: string,
  known: ReadonlyMap<string, Permission>,
  subjectOf: (call: PathCall) => Subject,
): readonly ApiRoute[] {
  return [
    route(`GET ${path}`, {
      summary: `List the permissions of ${whose} with their default and set values`,
      query: param.PAGE,
      answers: LIST,
      answer: (call) => listPermissions(call.app, subjectOf(call), call.query),
    }),
    route(`PUT ${path}`, {
      summary: `Set permissions of ${whose}; all others stay unchanged`,
      body: field.shape({ permissions: permissions(known) }),
      answers: SET_ANSWER,
      answer: (call) => setAll(call.app, subjectOf(call), call.body.permissions),
    }),
    route(`DELETE ${path}/{permission}`, {
      summary: `Reset a permission of ${whose} to its default value`,
      answers: UNSET_ANSWER,
      answer: (call) => unset(call.app, subjectOf(call), call.params['permission'] ?? ''),
    }),
  ];
}

/** The calls about permissions of roles, and of scopes in groups. */
export const permissionRoutes: readonly ApiRoute[] = [
  ...routesFor('/roles/{role}/permissions', 'a role', ROLE_PERMISSIONS, roleSubject),
  ...routesFor(
    '/groups/{guid}/scopes/{scope}/permissions',
    'a scope of a group',
    SCOPE_PERMISSIONS,
    scopeSubject,
  ),
];
