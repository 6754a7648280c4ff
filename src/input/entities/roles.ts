import { z } from 'zod';
import { compiled } from './compiled.ts';
import type { Data, Entity } from './entity.ts';
import { entityId, isObject, name, text, typed } from './limits.ts';

export type RoleRow = Data & { readonly role: string; readonly name: string };

const schema = compiled(() =>
  z.object({
    role: entityId(),
    name: name('ROLE.NAME_TOO_LONG'),
    description: text(255, 'ROLE.DESCRIPTION_TOO_LONG').optional(),
    // The service has no limit for it.
    metadata: z
      .custom<object>(isObject, { error: typed('a JSON object') })
      .optional()
      .describe('JSON object'),
  }),
);

/** Roles that users may have; keyed by `role`. */
export const roles: Entity<RoleRow> = {
  name: 'roles',
  noun: 'role',
  about: 'Roles that users may have. They are written before the users.',
  after: [],
  fields: { role: 'id', name: 'text', description: 'text', metadata: 'json' },
  required: ['role', 'name'],
  keyFields: ['role'],
  keyCase: 'lower',
  goesWith: 'nothing',
  compared: { exact: ['name', 'description', 'metadata'], times: [], defaults: {}, unseen: [] },
  members: ['metadata'],
  clearable: ['description', 'metadata'],
  schema,
  key: ({ role }) => role,
  refs: () => [],
  parts: ({ role: _, ...content }) => ({ content, fixed: {} }),
};
