import { z } from 'zod';
import type { Data, Entity } from './entity.ts';
import { id, oneOf, seconds, typed } from './limits.ts';

export type MemberRow = Data & { readonly guid: string; readonly uid: string; readonly scope: string };

/** Who belongs to which group; keyed by `<guid>_member_<uid>`, the key that the service's import uses. */
export const members: Entity<MemberRow> = {
  name: 'members',
  after: ['users', 'groups'],
  fields: { guid: 'id', uid: 'id', scope: 'text', joinedAt: 'time', isBanned: 'boolean' },
  members: [],
  schema: z.compile(
    z.object({
      guid: id(),
      uid: id(),
      scope: oneOf(['admin', 'moderator', 'participant'], 'MEMBER.SCOPE_INVALID').default('participant'),
      joinedAt: seconds().optional(),
      isBanned: z.boolean({ error: typed('true or false') }).optional(),
    }),
  ),
  key: (member) => `${member.guid}_member_${member.uid}`,
  refs: (member) => [
    { entity: 'groups', key: member.guid, field: 'guid' },
    { entity: 'users', key: member.uid, field: 'uid' },
  ],
  parts: ({ scope, isBanned, joinedAt }) => ({
    content: { scope, isBanned: isBanned === true },
    fixed: { joinedAt },
  }),
};
