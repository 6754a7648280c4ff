import { z } from 'zod';
import type { Data, Entity } from '../entity.ts';
import { entityId, seconds } from '../limits.ts';
import { once } from '../once.ts';

export type BanRow = Data & { readonly guid: string; readonly uid: string };

const schema = once(() =>
  z.compile(z.object({ guid: entityId(), uid: entityId(), bannedAt: seconds().optional() })),
);

/**
 * Bans of users from groups, members or not; keyed as memberships are, `<guid>_member_<uid>`. After the messages: a banned
 * user cannot write.
 */
export const bans: Entity<BanRow> = {
  name: 'bans',
  noun: 'ban',
  after: ['users', 'groups', 'members', 'messages'],
  fields: { guid: 'id', uid: 'id', bannedAt: 'time' },
  required: ['guid', 'uid'],
  keyFields: ['guid', 'uid'],
  keyCase: 'lower',
  goesWith: 'membership',
  // No call carries the time of a ban.
  compared: { exact: [], times: [], defaults: {}, unseen: [] },
  members: [],
  clearable: [],
  get schema() {
    return schema();
  },
  key: ({ guid, uid }) => `${guid}_member_${uid}`,
  refs: ({ guid, uid }) => [
    { entity: 'groups', key: guid, field: 'guid' },
    { entity: 'users', key: uid, field: 'uid' },
  ],
  // A time that the service does not keep is no reason to send a row again.
  parts: () => ({ content: {}, fixed: {} }),
};
