import { z } from 'zod';
import { compiled } from '../compiled.ts';
import { ALL_IN_KEY, type Data, type Entity } from '../entity.ts';
import { entityId, seconds } from '../limits.ts';

export type BanRow = Data & { readonly guid: string; readonly uid: string };

const schema = compiled(() =>
  z.object({ guid: entityId(), uid: entityId(), bannedAt: seconds().optional() }),
);

/**
 * Bans of users from groups, members or not; keyed as memberships are, `<guid>_member_<uid>`. After the messages: a banned
 * user cannot write.
 */
export const bans: Entity<BanRow> = {
  name: 'bans',
  noun: 'ban',
  about:
    'Bans of users from groups, members or not, with one request each. They are written after the messages. The time of a ban is not written. The column isBanned of members does the same.',
  after: ['users', 'groups', 'members', 'messages'],
  fields: { guid: 'id', uid: 'id', bannedAt: 'time' },
  required: ['guid', 'uid'],
  keyFields: ['guid', 'uid'],
  keyCase: 'lower',
  goesWith: 'membership',
  // All fields but the time of a ban are in its key: no call carries that, and one that the service does not keep is no reason to send a row again.
  ...ALL_IN_KEY,
  schema,
  key: ({ guid, uid }) => `${guid}_member_${uid}`,
  refs: ({ guid, uid }) => [
    { entity: 'groups', key: guid, field: 'guid' },
    { entity: 'users', key: uid, field: 'uid' },
  ],
};
