import type { Resource } from '../entry.ts';
import { done, PAGES, USER } from '../shapes.ts';

const FIELDS = {
  'avatar?': 'string',
  'link?': 'string',
  'role?': 'string',
  'statusMessage?': 'string',
  'metadata?': 'object',
  'tags?': ['string'],
} as const;

const LIST = { data: [USER], meta: PAGES } as const;

const LONG_NAME = 'n'.repeat(101);

export const users: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /users',
      source: 'N creates-user',
      authOnly: true,
      fields: { uid: 'string', name: 'string', ...FIELDS, 'withAuthToken?': 'boolean' },
      examples: [
        {
          body: { uid: 'eve', name: 'Eve' },
          answer: { data: { ...USER, uid: 'eve', role: 'default', status: 'offline' } },
        },
        {
          given: [{ call: 'POST /roles', body: { role: 'manager', name: 'Manager' } }],
          body: {
            uid: 'eve',
            name: 'Eve',
            avatar: 'https://example.com/eve.png',
            link: 'https://example.com/eve',
            role: 'manager',
            metadata: { '@private': { email: 'eve@example.com', contactNumber: '0123456789' } },
            tags: ['engineer'],
            withAuthToken: true,
          },
          answer: {
            data: {
              ...USER,
              avatar: 'string',
              link: 'string',
              role: 'manager',
              metadata: { '@private': { email: 'string', contactNumber: 'string' } },
              tags: ['engineer'],
              authToken: '~eve_{}',
            },
          },
        },
        { body: { uid: 'Eve-1', name: 'Eve' }, answer: { data: { ...USER, uid: 'eve-1' } } },
      ],
      refusals: [
        { body: { uid: 'ann', name: 'Ann' }, code: 'ERR_UID_ALREADY_EXISTS', source: 'F 5' },
        {
          body: { uid: 'ANN', name: 'Ann' },
          code: 'ERR_UID_ALREADY_EXISTS',
          source: 'F 6, case-insensitive',
        },
        { body: { uid: 'e v e', name: 'Eve' }, code: 'ERR_BAD_REQUEST', source: 'F 6' },
        { body: { uid: 'e'.repeat(101), name: 'Eve' }, code: 'ERR_BAD_REQUEST', source: 'F 6' },
        { body: { uid: 'eve', name: LONG_NAME }, code: 'ERR_BAD_REQUEST', source: 'F 6' },
        {
          body: { uid: 'eve', name: 'Eve', role: 'none' },
          code: 'ERR_BAD_REQUEST|ERR_ROLE_NOT_FOUND',
          source: 'F 5',
        },
        { body: { uid: 'eve', name: 'Eve', avatar: 'no url' }, code: 'ERR_BAD_REQUEST', source: 'F 6' },
        {
          body: { uid: 'eve', name: 'Eve', tags: Array.from({ length: 26 }, (_, n) => `tag${n}`) },
          code: 'ERR_BAD_REQUEST',
          source: 'F 6',
        },
      ],
    },
    {
      call: 'GET /users',
      source: 'N list-users',
      examples: [
        { answer: LIST },
        { query: { searchKey: 'an', searchIn: 'uid', perPage: 2, page: 1 }, count: 1, answer: LIST },
        {
          given: [{ call: 'PUT /users/{uid}', path: { uid: 'ann' }, body: { tags: ['one'] } }],
          query: { tags: 'one', withTags: true, status: 'offline', role: 'default', count: true },
          count: 1,
          answer: { data: [{ ...USER, tags: ['string'] }], meta: PAGES },
        },
        {
          given: [{ call: 'DELETE /users', body: { uidsToDeactivate: ['dan'] } }],
          query: { onlyDeactivated: true },
          count: 1,
          answer: { data: [{ ...USER, uid: 'dan', deactivatedAt: 'seconds' }], meta: PAGES },
        },
      ],
    },
    {
      call: 'GET /users/{uid}',
      source: 'N get-user',
      onBehalfOf: 'optional',
      unknown: { uid: 'ERR_UID_NOT_FOUND' },
      examples: [
        { path: { uid: 'ann' }, answer: { data: { ...USER, uid: 'ann' } } },
        {
          path: { uid: 'ann' },
          as: 'bob',
          answer: { data: { ...USER, conversationId: 'user_ann_user_bob' } },
        },
      ],
      refusals: [
        {
          given: [{ call: 'DELETE /users', body: { uidsToDeactivate: ['dan'] } }],
          path: { uid: 'dan' },
          code: 'ERR_UID_NOT_FOUND',
          source: 'E, deactivated',
        },
      ],
    },
    {
      call: 'PUT /users/{uid}',
      source: 'N update-user',
      fields: { 'name?': 'string', ...FIELDS, 'unset?': ['avatar|link|metadata'] },
      unknown: { uid: 'ERR_UID_NOT_FOUND' },
      examples: [
        {
          path: { uid: 'ann' },
          body: { name: 'Ann B', metadata: { a: 1 }, tags: ['one'] },
          answer: {
            data: { ...USER, name: 'Ann B', metadata: 'object', tags: ['one'], updatedAt: 'seconds' },
          },
        },
        { path: { uid: 'ann' }, body: { unset: ['avatar', 'link', 'metadata'] }, answer: { data: USER } },
      ],
      refusals: [
        { path: { uid: 'ann' }, body: { name: LONG_NAME }, code: 'ERR_BAD_REQUEST', source: 'F 6' },
        { path: { uid: 'ann' }, body: { unset: ['name'] }, code: 'ERR_BAD_REQUEST' },
      ],
    },
    {
      call: 'DELETE /users/{uid}',
      source: 'N delete-user',
      fields: { 'permanent?': 'boolean' },
      unknown: { uid: 'ERR_UID_NOT_FOUND' },
      examples: [
        {
          path: { uid: 'dan' },
          body: { permanent: true },
          answer: done('User with dan has been deleted successfully.'),
        },
        { path: { uid: 'dan' }, body: { permanent: false }, answer: { data: { deactivatedUids: ['dan'] } } },
      ],
    },
    {
      call: 'DELETE /users',
      source: 'N deactivate-users',
      fields: { uidsToDeactivate: ['string'] },
      examples: [
        { body: { uidsToDeactivate: ['cid', 'dan'] }, answer: { data: { deactivatedUids: ['string'] } } },
      ],
    },
    {
      call: 'PUT /users',
      source: 'N reactivate-users',
      slip: 'The example answers `nonDeactivatedUids`, clients read `reactivatedUids`: both are expected (F 2.1).',
      fields: { uidsToActivate: ['string'] },
      examples: [
        {
          given: [{ call: 'DELETE /users', body: { uidsToDeactivate: ['cid', 'dan'] } }],
          body: { uidsToActivate: ['cid', 'dan'] },
          answer: { data: { reactivatedUids: ['string'], nonDeactivatedUids: ['string'] } },
        },
      ],
    },
  ],
};
