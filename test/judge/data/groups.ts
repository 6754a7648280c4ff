import type { Resource } from '../entry.ts';
import { ACTION, done, failed, GROUP, PAGES } from '../shapes.ts';

const FIELDS = {
  'password?': 'string',
  'icon?': 'string',
  'description?': 'string',
  'metadata?': 'object',
  'owner?': 'string',
  'tags?': ['string'],
} as const;

const BUCKET = ['string'] as const;

const added = { success: 'true', data: { ...ACTION, data: { ...ACTION.data, action: 'added' } } } as const;

const LIST = { data: [GROUP], meta: PAGES } as const;

export const groups: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /groups',
      source: 'N create-group',
      onBehalfOf: 'optional',
      fields: {
        guid: 'string',
        name: 'string',
        'type?': 'public|password|private',
        ...FIELDS,
        'members?': {
          'admins?': BUCKET,
          'moderators?': BUCKET,
          'participants?': BUCKET,
          'usersToBan?': BUCKET,
        },
      },
      slip: 'The document requires `type`, the page beside it says that it is public by default (F 2.3): not required.',
      examples: [
        {
          body: {
            guid: 'project',
            name: 'Project',
            type: 'public',
            icon: 'https://example.com/icon.png',
            description: 'Of a project',
            metadata: { a: 1 },
            owner: 'ann',
            tags: ['friends'],
          },
          answer: {
            data: {
              ...GROUP,
              guid: 'project',
              type: 'public',
              scope: 'admin',
              membersCount: 'integer',
              hasJoined: 'true',
              joinedAt: 'seconds',
              conversationId: 'group_project',
              owner: 'ann',
              icon: 'string',
              description: 'string',
              metadata: 'object',
              tags: ['friends'],
            },
          },
        },
        {
          body: { guid: 'project', name: 'Project' },
          answer: { data: { ...GROUP, type: 'public', owner: 'app_system' } },
        },
        {
          as: 'bob',
          body: { guid: 'project', name: 'Project', type: 'private' },
          answer: { data: { ...GROUP, owner: 'bob' } },
        },
        {
          body: { guid: 'project', name: 'Project', type: 'password', password: 'open' },
          answer: { data: { ...GROUP, type: 'password' } },
        },
        {
          body: {
            guid: 'project',
            name: 'Project',
            type: 'public',
            owner: 'ann',
            members: { admins: ['bob'], participants: ['cid', 'nobody'], usersToBan: ['dan'] },
          },
          answer: {
            data: {
              ...GROUP,
              members: {
                data: {
                  admins: { bob: { success: 'true' } },
                  participants: { cid: { success: 'true' }, nobody: failed('ERR_UID_NOT_FOUND') },
                  usersToBan: { dan: { success: 'true' } },
                },
              },
            },
          },
        },
      ],
      refusals: [
        {
          body: { guid: 'team', name: 'Team', type: 'public' },
          code: 'ERR_GUID_ALREADY_EXISTS',
          source: 'F 5',
        },
        {
          body: { guid: 'project', name: 'Project', type: 'password' },
          code: 'ERR_EMPTY_GROUP_PASS|ERR_BAD_REQUEST',
          source: 'E',
        },
        { body: { guid: 'a b', name: 'Project', type: 'public' }, code: 'ERR_BAD_REQUEST', source: 'F 6' },
        {
          body: { guid: 'project', name: 'Project', type: 'public', owner: 'nobody' },
          code: 'ERR_UID_NOT_FOUND|ERR_BAD_REQUEST',
          source: 'E',
        },
        {
          body: { guid: 'project', name: 'Project', type: 'public', description: 'd'.repeat(256) },
          code: 'ERR_BAD_REQUEST',
          source: 'F 6',
        },
        {
          body: {
            guid: 'project',
            name: 'Project',
            type: 'public',
            members: { participants: Array.from({ length: 26 }, (_, n) => `user${n}`) },
          },
          code: 'ERR_BAD_REQUEST',
          source: 'F 2.3',
        },
      ],
    },
    {
      call: 'GET /groups',
      source: 'N list-groups',
      onBehalfOf: 'optional',
      slip: 'The example is malformed: a list as an object with the keys 0 and 1. A list is expected.',
      examples: [
        { answer: LIST },
        {
          query: { searchKey: 'te', searchIn: 'guid', sortBy: 'name', sortOrder: 'asc', perPage: 1 },
          count: 1,
          answer: LIST,
        },
        {
          as: 'bob',
          query: { hasJoined: true, type: 'public' },
          count: 2,
          answer: { data: [{ ...GROUP, hasJoined: 'true', scope: 'admin|moderator' }], meta: PAGES },
        },
        {
          query: { guids: 'team,lobby', 'membersCount[gte]': 1, 'createdAt[from]': 1 },
          count: 2,
          answer: LIST,
        },
        { query: { affix: 'append', updatedAt: 1, types: 'public,private', page: 1 }, answer: LIST },
      ],
    },
    {
      call: 'GET /groups/{guid}',
      source: 'N get-group',
      onBehalfOf: 'optional',
      unknown: { guid: 'ERR_GUID_NOT_FOUND' },
      examples: [
        { path: { guid: 'team' }, answer: { data: { ...GROUP, guid: 'team', owner: 'ann' } } },
        {
          path: { guid: 'team' },
          as: 'bob',
          answer: { data: { ...GROUP, scope: 'moderator', hasJoined: 'true', joinedAt: 'seconds' } },
        },
      ],
    },
    {
      call: 'PUT /groups/{guid}',
      source: 'N update-group',
      onBehalfOf: 'optional',
      fields: {
        'name?': 'string',
        'type?': 'public|password|private',
        ...FIELDS,
        'unset?': ['icon|description|metadata'],
      },
      unknown: { guid: 'ERR_GUID_NOT_FOUND' },
      examples: [
        {
          path: { guid: 'team' },
          body: { name: 'Team B', type: 'private', owner: 'bob', tags: ['one'] },
          answer: {
            data: {
              ...GROUP,
              name: 'Team B',
              type: 'private',
              owner: 'bob',
              tags: ['one'],
              updatedAt: 'seconds',
            },
          },
        },
        {
          path: { guid: 'team' },
          as: 'ann',
          body: { unset: ['icon'] },
          answer: { data: { ...GROUP, updatedBy: 'ann' } },
        },
      ],
      refusals: [
        {
          path: { guid: 'team' },
          as: 'cid',
          body: { name: 'Mine' },
          code: 'ERR_GROUP_NO_CLEARANCE|ERR_GROUP_NO_ADMIN_SCOPE|ERR_GROUP_NO_MODERATOR_SCOPE',
          source: 'E',
        },
      ],
    },
    {
      call: 'DELETE /groups/{guid}',
      source: 'N delete-group',
      onBehalfOf: 'optional',
      unknown: { guid: 'ERR_GUID_NOT_FOUND' },
      examples: [
        { path: { guid: 'team' }, answer: done('Group with guid team has been deleted successfully.') },
        {
          path: { guid: 'team' },
          as: 'ann',
          answer: done('Group with guid team has been deleted successfully.'),
        },
      ],
      refusals: [
        {
          path: { guid: 'team' },
          as: 'cid',
          code: 'ERR_GROUP_NO_CLEARANCE|ERR_GROUP_NO_ADMIN_SCOPE',
          source: 'E',
        },
      ],
    },
    {
      call: 'POST /groups/{guid}/members',
      source: 'N add-group-members',
      onBehalfOf: 'optional',
      fields: {
        'admins?': BUCKET,
        'moderators?': BUCKET,
        'participants?': BUCKET,
        'usersToBan?': BUCKET,
      },
      unknown: { guid: 'ERR_GUID_NOT_FOUND' },
      examples: [
        {
          path: { guid: 'lobby' },
          body: { admins: ['ann'], moderators: ['cid'], usersToBan: ['dan'] },
          answer: {
            data: {
              admins: { ann: added },
              moderators: { cid: added },
              usersToBan: { dan: { success: 'true' } },
            },
          },
        },
        {
          path: { guid: 'lobby' },
          as: 'bob',
          body: { participants: ['ann', 'nobody'] },
          answer: { data: { participants: { ann: added, nobody: failed('ERR_UID_NOT_FOUND') } } },
        },
        {
          path: { guid: 'team' },
          body: { participants: ['cid'] },
          answer: { data: { participants: { cid: failed('ERR_ALREADY_JOINED') } } },
        },
        {
          path: { guid: 'lobby' },
          body: { admins: ['ann'], participants: ['ann'] },
          answer: { data: { admins: { ann: added } } },
        },
      ],
      refusals: [
        {
          path: { guid: 'lobby' },
          body: { participants: Array.from({ length: 26 }, (_, n) => `user${n}`) },
          code: 'ERR_BAD_REQUEST',
          source: 'F 2.4',
        },
      ],
    },
  ],
};
