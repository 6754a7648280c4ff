import { z } from 'zod';
import type { Data, Entity } from '../entity.ts';
import { entityId } from '../limits.ts';
import { once } from '../once.ts';

export type TokenRow = Data & { readonly uid: string };

const schema = once(() => z.compile(z.object({ uid: entityId() })));

/** Users who get an auth token, with which a client logs in; keyed by the user. The token itself is a result. */
export const tokens: Entity<TokenRow> = {
  name: 'tokens',
  noun: 'token',
  after: ['users'],
  fields: { uid: 'id' },
  required: ['uid'],
  keyFields: ['uid'],
  keyCase: 'lower',
  goesWith: 'users',
  compared: { exact: [], times: [], defaults: {}, unseen: [] },
  members: [],
  clearable: [],
  get schema() {
    return schema();
  },
  key: ({ uid }) => uid,
  refs: ({ uid }) => [{ entity: 'users', key: uid, field: 'uid' }],
  // All of it is in the key.
  parts: () => ({ content: {}, fixed: {} }),
};
