import { one, paged } from './answer-schema.ts';
import { ApiError } from './api-error.ts';
import * as field from './field.ts';
import { jsonArray } from './json-text.ts';
import { offsetOf, pageMeta } from './pagination.ts';
import * as param from './param.ts';
import { ROLE_COLUMNS, type Role, roleJson } from './role-store.ts';
import { type Route, route } from './route.ts';
import { LIMITS } from './validation.ts';

const TAG = 'Roles';

const createRole = route({
  method: 'POST',
  path: '/roles',
  tag: TAG,
  summary: 'Create a role',
  rate: 'standard',
  body: field.shape({
    role: field.requiredId,
    name: field.requiredText(LIMITS.name),
    description: field.text(LIMITS.description),
    metadata: field.object(Number.POSITIVE_INFINITY),
    settings: field.object(LIMITS.metadataBytes),
  }),
  answers: one('Role'),
  answer: ({ app, body }) => {
    const role: Role = { ...body, createdAt: app.now(), updatedAt: null };
    if (app.roles.has(role.role)) {
      throw new ApiError('ERR_ROLE_ALREADY_EXISTS', `The role ${role.role} already exists.`);
    }
    app.roles.insert(role);
    return { data: roleJson(role) };
  },
});

const listRoles = route({
  method: 'GET',
  path: '/roles',
  tag: TAG,
  summary: 'List roles in the order they were created',
  rate: 'standard',
  query: param.PAGE,
  answers: paged('Role'),
  answer: ({ app, query }) => {
    const roles = app.db.all<Role>(
      `SELECT ${ROLE_COLUMNS} FROM roles ORDER BY rowid LIMIT ? OFFSET ?`,
      query.perPage,
      offsetOf(query),
    );
    return {
      data: jsonArray(roles.map(roleJson)),
      meta: pageMeta(query, app.db.count('roles'), roles.length),
    };
  },
});

/** The calls about roles. */
export const roleRoutes: readonly Route[] = [createRole, listRoles];
