import type { Resource, Step } from '../entry.ts';
import { done, MEMBER, PAGES } from '../shapes.ts';

const member = { guid: 'team', uid: 'cid' } as const;

const unknown = { guid: 'ERR_GUID_NOT_FOUND', uid: 'ERR_NOT_A_MEMBER|ERR_UID_NOT_FOUND' } as const;

const NO_CLEARANCE =
  'ERR_GROUP_NO_CLEARANCE|ERR_GROUP_NO_SCOPE_CLEARANCE|ERR_GROUP_NO_ADMIN_SCOPE|ERR_GROUP_NO_MODERATOR_SCOPE';

const banned: Step = { call: 'POST /groups/{guid}/bannedusers/{uid}', path: member };

const BANNED = 'The user with uid cid has been banned from the Group with team.';

export const members: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'GET /groups/{guid}/members',
      source: 'N list-group-members',
      unknown: { guid: 'ERR_GUID_NOT_FOUND' },
      examples: [
        { path: { guid: 'team' }, count: 3, answer: { data: [MEMBER], meta: PAGES } },
        {
          path: { guid: 'team' },
          query: { scopes: 'admin,moderator', status: 'offline', perPage: 1, page: 2 },
          count: 1,
          answer: { data: [{ ...MEMBER, scope: 'admin|moderator' }], meta: PAGES },
        },
      ],
    },
    {
      call: 'PUT /groups/{guid}/members/{uid}',
      source: 'N change-group-member-scope',
      onBehalfOf: 'optional',
      fields: { 'scope?': 'admin|moderator|participant' },
      unknown,
      examples: [
        {
          path: member,
          body: { scope: 'moderator' },
          answer: { data: { guid: 'team', uid: 'cid', scope: 'moderator', joinedAt: 'seconds' } },
        },
        {
          path: member,
          as: 'ann',
          body: { scope: 'admin' },
          answer: { data: { guid: 'team', uid: 'cid', scope: 'admin', joinedAt: 'seconds' } },
        },
      ],
      refusals: [
        { path: member, body: { scope: 'participant' }, code: 'ERR_SAME_SCOPE', source: 'E' },
        {
          path: { guid: 'team', uid: 'bob' },
          as: 'cid',
          body: { scope: 'participant' },
          code: NO_CLEARANCE,
          source: 'E',
        },
        {
          path: member,
          as: 'cid',
          body: { scope: 'admin' },
          code: `ERR_GROUP_NO_SELF_ACTION|${NO_CLEARANCE}`,
          source: 'E',
        },
        {
          path: { guid: 'team', uid: 'dan' },
          body: { scope: 'admin' },
          code: 'ERR_NOT_A_MEMBER',
          source: 'E',
        },
      ],
    },
    {
      call: 'DELETE /groups/{guid}/members/{uid}',
      source: 'N kick-group-member',
      onBehalfOf: 'optional',
      unknown,
      examples: [
        { path: member, answer: done('The member with cid has been kicked from the Group with team.') },
        {
          path: member,
          as: 'ann',
          answer: done('The member with cid has been kicked from the Group with team.'),
        },
      ],
      refusals: [
        { path: { guid: 'team', uid: 'dan' }, code: 'ERR_NOT_A_MEMBER', source: 'E' },
        {
          path: { guid: 'team', uid: 'bob' },
          as: 'cid',
          code: NO_CLEARANCE,
          source: 'E, participant and moderator',
        },
      ],
    },
    {
      call: 'POST /groups/{guid}/bannedusers/{uid}',
      source: 'N ban-group-user',
      onBehalfOf: 'optional',
      unknown,
      examples: [
        { path: member, answer: done(BANNED) },
        { path: member, as: 'ann', answer: done(BANNED) },
      ],
      refusals: [
        { given: [banned], path: member, code: 'ERR_ALREADY_BANNED', source: 'E' },
        { path: { guid: 'team', uid: 'bob' }, as: 'cid', code: NO_CLEARANCE, source: 'E' },
      ],
    },
    {
      call: 'DELETE /groups/{guid}/bannedusers/{uid}',
      source: 'N unban-group-user',
      slip: 'The example repeats the text of a ban; only its shape is judged.',
      onBehalfOf: 'optional',
      unknown: { guid: 'ERR_GUID_NOT_FOUND', uid: 'ERR_NOT_A_BANNED_USER|ERR_UID_NOT_FOUND' },
      examples: [{ given: [banned], path: member, answer: done('string') }],
      refusals: [{ path: member, code: 'ERR_NOT_A_BANNED_USER', source: 'E' }],
    },
    {
      call: 'GET /groups/{guid}/bannedusers',
      source: 'N list-banned-group-users',
      slip: 'The example lists users without the documented `scope`, `isBanned` and `joinedAt`; the schema is followed.',
      unknown: { guid: 'ERR_GUID_NOT_FOUND' },
      examples: [
        {
          given: [banned],
          path: { guid: 'team' },
          count: 1,
          answer: { data: [{ ...MEMBER, uid: 'cid', isBanned: 'true' }], meta: PAGES },
        },
      ],
    },
  ],
};
