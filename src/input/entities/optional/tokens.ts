import { z } from 'zod';
import { compiled } from '../compiled.ts';
import { ALL_IN_KEY, type Data, type Entity } from '../entity.ts';
import { entityId } from '../limits.ts';

export type TokenRow = Data & { readonly uid: string };

const schema = compiled(() => z.object({ uid: entityId() }));

/** Users who get an auth token, with which a client logs in; keyed by the user. The token itself is a result. */
export const tokens: Entity<TokenRow> = {
  name: 'tokens',
  noun: 'token',
  about:
    'Users who get an auth token to log in. The tokens are saved in tokens.csv in the state folder, with mode 0600. Each takes two requests. An existing token is used again. Deactivated users get none.',
  after: ['users'],
  fields: { uid: 'id' },
  required: ['uid'],
  keyFields: ['uid'],
  keyCase: 'lower',
  goesWith: 'users',
  ...ALL_IN_KEY,
  schema,
  key: ({ uid }) => uid,
  refs: ({ uid }) => [{ entity: 'users', key: uid, field: 'uid' }],
};
