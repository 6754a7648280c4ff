import type { Resource, Step } from '../entry.ts';
import { done, PAGES, ROLE } from '../shapes.ts';

const FIELDS = { 'description?': 'string', 'metadata?': 'object', 'settings?': 'object' } as const;

const created: Step = { call: 'POST /roles', body: { role: 'manager', name: 'Manager' } };
const path = { role: 'manager' } as const;
const unknown = { role: 'ERR_ROLE_NOT_FOUND' } as const;

const restricted: Step = {
  call: 'POST /roles/{role}/restrictedfeatures',
  path,
  body: { featuresToRestrict: ['u.listUsers', 'u.deleteGroup'] },
};

const LONG_NAME = 'n'.repeat(101);

/** Roles, and the features that are restricted for one. */
export const roles: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /roles',
      source: 'N create-role',
      fields: { role: 'string', name: 'string', ...FIELDS },
      examples: [
        { body: { role: 'manager', name: 'Manager' }, answer: { data: { ...ROLE, role: 'manager' } } },
        {
          body: {
            role: 'manager',
            name: 'Manager',
            description: 'May change things',
            metadata: { email: 'managers@example.com' },
            settings: { listUsers: 'all', sendMessagesTo: 'friendsOnly' },
          },
          answer: {
            data: {
              ...ROLE,
              description: 'string',
              metadata: 'object',
              settings: { listUsers: 'all|friendsOnly', sendMessagesTo: 'friendsOnly' },
            },
          },
        },
      ],
      refusals: [
        {
          given: [created],
          body: { role: 'manager', name: 'Manager' },
          code: 'ERR_ROLE_ALREADY_EXISTS',
          source: 'F 5',
        },
        { body: { role: 'man ager', name: 'Manager' }, code: 'ERR_BAD_REQUEST', source: 'F 6' },
        { body: { role: 'manager', name: LONG_NAME }, code: 'ERR_BAD_REQUEST', source: 'F 6' },
        {
          body: { role: 'manager', name: 'Manager', description: 'd'.repeat(256) },
          code: 'ERR_BAD_REQUEST',
          source: 'F 6',
        },
      ],
    },
    {
      call: 'GET /roles',
      source: 'N list-roles',
      examples: [{ given: [created], answer: { data: [ROLE], meta: PAGES } }],
    },
    {
      call: 'GET /roles/{role}',
      source: 'N get-role',
      unknown,
      examples: [
        { given: [created], path, answer: { data: { ...ROLE, role: 'manager' } } },
        { path: { role: 'default' }, answer: { data: { ...ROLE, role: 'default' } } },
      ],
    },
    {
      call: 'PUT /roles/{role}',
      source: 'N update-role',
      fields: { 'name?': 'string', ...FIELDS, 'unset?': ['settings|description|metadata'] },
      unknown,
      examples: [
        {
          given: [created],
          path,
          body: { name: 'Head', metadata: { a: 1 } },
          answer: { data: { ...ROLE, name: 'Head', metadata: 'object' } },
        },
        {
          given: [created],
          path,
          body: { unset: ['settings', 'description', 'metadata'] },
          answer: { data: ROLE },
        },
      ],
      refusals: [
        { given: [created], path, body: { name: LONG_NAME }, code: 'ERR_BAD_REQUEST', source: 'F 6' },
      ],
    },
    {
      call: 'DELETE /roles/{role}',
      source: 'N delete-role',
      unknown,
      examples: [{ given: [created], path, answer: done('Role manager has been deleted successfully.') }],
      refusals: [{ path: { role: 'default' }, code: 'ERR_ROLE_DELETE_DENIED', source: 'E' }],
    },
    {
      call: 'POST /roles/{role}/restrictedfeatures',
      source: 'N restrict-features',
      fields: { featuresToRestrict: ['string'] },
      unknown,
      examples: [
        {
          given: [created],
          path,
          body: { featuresToRestrict: ['u.listUsers'] },
          answer: {
            data: {
              'u.listUsers': {
                success: 'true',
                message: 'The feature u.listUsers has been restricted successfully.',
              },
            },
          },
        },
      ],
    },
    {
      call: 'GET /roles/{role}/restrictedfeatures',
      source: 'N get-restrictedfeatures',
      unknown,
      examples: [
        {
          given: [created, restricted],
          path,
          count: 2,
          answer: {
            data: [
              { title: 'string', description: 'string', key: 'string', path: 'string', createdAt: 'seconds' },
            ],
            meta: PAGES,
          },
        },
      ],
    },
    {
      call: 'DELETE /roles/{role}/restrictedfeatures',
      source: 'N allow-features',
      fields: { 'featuresToAllow?': ['string'], 'allowAll?': 'boolean' },
      unknown,
      examples: [
        {
          given: [created, restricted],
          path,
          body: { featuresToAllow: ['u.listUsers'] },
          answer: { data: { success: 'true', message: 'The feature has been allowed successfully.' } },
        },
        {
          given: [created, restricted],
          path,
          body: { allowAll: true },
          answer: { data: { success: 'true' } },
        },
      ],
    },
  ],
};
