import { ApiError } from './api-error.ts';
import { jsonArray } from './json-text.ts';
import { pageMeta, readPage } from './pagination.ts';
import { ROLE_COLUMNS, type Role, roleJson } from './role-store.ts';
import type { Answer, Call } from './route.ts';
import { FieldReader, LIMITS } from './validation.ts';

/** POST /roles */
export function createRole({ app, body }: Call): Answer {
  const reader = new FieldReader(body);
  const role: Role = {
    role: reader.requiredId('role'),
    name: reader.requiredText('name', LIMITS.name),
    description: reader.text('description', LIMITS.description),
    metadata: reader.object('metadata', Number.POSITIVE_INFINITY),
    settings: reader.object('settings', LIMITS.metadataBytes),
    createdAt: app.now(),
    updatedAt: null,
  };
  reader.finish();
  if (app.roles.has(role.role)) {
    throw new ApiError('ERR_ROLE_ALREADY_EXISTS', `The role ${role.role} already exists.`);
  }
  app.roles.insert(role);
  return { data: roleJson(role) };
}

/** GET /roles */
export function listRoles({ app, query }: Call): Answer {
  const page = readPage(query);
  const roles = app.db.all<Role>(
    `SELECT ${ROLE_COLUMNS} FROM roles ORDER BY rowid LIMIT ? OFFSET ?`,
    page.perPage,
    page.offset,
  );
  return {
    data: jsonArray(roles.map(roleJson)),
    meta: pageMeta(page, app.db.count('roles'), roles.length),
  };
}
