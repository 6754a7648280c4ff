import { z } from 'zod';
import { compiled } from './compiled.ts';
import { ALL_IN_KEY, type Data, type Entity } from './entity.ts';
import { entityId, issueText } from './limits.ts';

export type FriendRow = Data & { readonly uid: string; readonly friendUid: string };

const schema = compiled(() =>
  z.object({ uid: entityId(), friendUid: entityId() }).refine(({ uid, friendUid }) => uid !== friendUid, {
    path: ['friendUid'],
    error: issueText('FRIEND.SELF', 'uid and friendUid are the same user'),
  }),
);

const idsOf = ({ uid, friendUid }: FriendRow): readonly string[] => [uid, friendUid].sort();

/** Friendships of two users. They are mutual, so a row says the same with its ids exchanged; keyed by both, sorted. */
export const friends: Entity<FriendRow> = {
  name: 'friends',
  noun: 'friendship',
  about:
    'Friendships. A friendship is mutual, so a row with both ids exchanged is the same row. One request writes up to 100 friends of a user, so keep the rows of a user together.',
  after: ['users'],
  fields: { uid: 'id', friendUid: 'id' },
  required: ['uid', 'friendUid'],
  keyFields: ['uid', 'friendUid'],
  keyCase: 'lower',
  goesWith: 'users',
  ...ALL_IN_KEY,
  schema,
  key: (row) => idsOf(row).join(' '),
  normal(row) {
    const [uid, friendUid] = idsOf(row);
    return { uid, friendUid };
  },
  refs: ({ uid, friendUid }) => [
    { entity: 'users', key: uid, field: 'uid' },
    { entity: 'users', key: friendUid, field: 'friendUid' },
  ],
};
