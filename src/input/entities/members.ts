import { z } from 'zod';
import { compiled } from './compiled.ts';
import { type Data, type Entity, steps } from './entity.ts';
import { entityId, enumOf, seconds, typed } from './limits.ts';

export type MemberRow = Data & { readonly guid: string; readonly uid: string };

const SCOPES = ['admin', 'moderator', 'participant'] as const;

const schema = compiled(() =>
  z.object({
    guid: entityId(),
    uid: entityId(),
    scope: enumOf(SCOPES, 'MEMBER.SCOPE_INVALID').optional(),
    joinedAt: seconds().optional(),
    isBanned: z
      .boolean({ error: typed('true or false') })
      .optional()
      .describe('true or false'),
  }),
);

/** Memberships of users in groups; keyed by `<guid>_member_<uid>`, the key of the service's import API. */
export const members: Entity<MemberRow> = {
  name: 'members',
  noun: 'member',
  about:
    'Memberships of users in groups. A member without joinedAt joins one second after the createdAt of its group; if that is missing too, the service decides.',
  after: ['users', 'groups'],
  fields: { guid: 'id', uid: 'id', scope: 'text', joinedAt: 'time', isBanned: 'boolean' },
  required: ['guid', 'uid'],
  keyFields: ['guid', 'uid'],
  keyCase: 'lower',
  timeField: 'joinedAt',
  tooNew: { code: 'MEMBER.JOINED_AT_INVALID', message: 'joined in the future' },
  goesWith: 'membership',
  compared: {
    exact: ['scope', 'isBanned'],
    times: [{ field: 'joinedAt', rule: 'given' }],
    defaults: { scope: 'participant', isBanned: false },
    unseen: [],
  },
  members: [],
  clearable: [],
  schema,
  key: (member) => `${member.guid}_member_${member.uid}`,
  refs: (member) => [
    { entity: 'groups', key: member.guid, field: 'guid' },
    { entity: 'users', key: member.uid, field: 'uid' },
  ],
  // The service wants a time after the creation of the group. The time of the run would put everybody at the end of it.
  fallback: { field: 'joinedAt', from: { entity: 'groups', by: 'guid', field: 'createdAt', plus: 1 } },
  isActive: ({ isBanned }) => isBanned !== true,
  parts: ({ scope, isBanned, joinedAt }) => ({
    content: { scope, isBanned },
    fixed: { joinedAt },
  }),
  unsaid: ({ scope, isBanned }) =>
    (scope === undefined ? [undefined, ...SCOPES] : [scope]).flatMap((each) =>
      (isBanned === undefined ? [undefined, false, true] : [isBanned]).map((banned) => ({
        scope: each,
        isBanned: banned,
      })),
    ),
  partSteps: {
    content: steps('scope', 'isBanned'),
    fixed: steps('joinedAt'),
  },
};
