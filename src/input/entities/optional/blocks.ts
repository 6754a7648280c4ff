import { z } from 'zod';
import { compiled } from '../compiled.ts';
import { ALL_IN_KEY, type Data, type Entity } from '../entity.ts';
import { entityId, issueText } from '../limits.ts';

export type BlockRow = Data & { readonly uid: string; readonly blockedUid: string };

const schema = compiled(() =>
  z.object({ uid: entityId(), blockedUid: entityId() }).refine(({ uid, blockedUid }) => uid !== blockedUid, {
    path: ['blockedUid'],
    error: issueText('BLOCK.SELF', 'uid and blockedUid are the same user'),
  }),
);

/**
 * Blocks of one user by another, in this direction; keyed by both. After the messages: the service refuses those of
 * a blocked pair.
 */
export const blocks: Entity<BlockRow> = {
  name: 'blocks',
  noun: 'block',
  about:
    'Blocks of one user by another, in this direction. They are written after the messages, because the service refuses messages between the two. Two requests write up to 100 blocks of a user.',
  after: ['users', 'messages'],
  fields: { uid: 'id', blockedUid: 'id' },
  required: ['uid', 'blockedUid'],
  keyFields: ['uid', 'blockedUid'],
  keyCase: 'lower',
  goesWith: 'users',
  ...ALL_IN_KEY,
  schema,
  key: ({ uid, blockedUid }) => `${uid} ${blockedUid}`,
  refs: ({ uid, blockedUid }) => [
    { entity: 'users', key: uid, field: 'uid' },
    { entity: 'users', key: blockedUid, field: 'blockedUid' },
  ],
};
