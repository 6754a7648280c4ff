import { type Check, skip } from '../check.ts';
import { must, refused, same, sameSet } from '../expect.ts';
import { allOf, columnOf, firstOf, newUser, reads, writes } from '../rows.ts';

/** Auth tokens of users. */
export const authTokenChecks: readonly Check[] = [
  reads(
    "a user's auth tokens are listed, and each can be read",
    ['listAuthTokens', 'getAuthToken'],
    async ({ service }) => {
      const { users, authTokens } = service;
      for (const { uid } of await firstOf(users.list({ perPage: 10 }), 10)) {
        const [token] = await firstOf(authTokens.list(uid, { perPage: 1 }), 1);
        if (!token) continue;
        must(
          (await authTokens.get(uid, token.authToken)).authToken === token.authToken,
          'another token was read',
        );
        return;
      }
      skip('no user of the first ten has an auth token');
    },
  ),

  writes(
    'a token is made, found, tied to a device and removed',
    ['createAuthToken', 'listAuthTokens', 'getAuthToken', 'updateAuthToken', 'deleteAuthToken'],
    async (context) => {
      const { authTokens } = context.service;
      const { uid } = await newUser(context, 'ann');
      const { authToken, uid: owner } = await authTokens.create(uid, { force: true });
      same(owner, uid, 'the owner of the token');
      const device = { platform: 'web', userAgent: 'conformance', appInfo: { version: '1' } };
      await authTokens.update(uid, authToken, device);
      const { platform, userAgent, appInfo } = await authTokens.get(uid, authToken);
      same({ platform, userAgent, appInfo }, device, 'what the token is tied to');
      const second = await authTokens.create(uid, { force: true });
      must(second.authToken !== authToken, 'force gave the same token again');
      const listed = await columnOf(authTokens.list(uid, { perPage: 1 }), 'authToken');
      must(listed.length === 2 && listed.includes(authToken), 'the list does not have both tokens');
      await authTokens.delete(uid, authToken);
      await refused(
        authTokens.get(uid, authToken),
        'ERR_AUTH_TOKEN_NOT_FOUND',
        'AUTH_ERR_AUTH_TOKEN_NOT_FOUND',
      );
    },
  ),

  writes('all tokens of a user are removed at once', ['flushAuthTokens'], async (context) => {
    const { authTokens } = context.service;
    const { uid } = await newUser(context, 'ann');
    await authTokens.create(uid, { force: true });
    await authTokens.create(uid, { force: true });
    same((await authTokens.flush(uid)).success, true, 'success');
    sameSet(
      (await allOf(authTokens.list(uid))).map(() => 'a token'),
      [],
      'tokens that are left',
    );
  }),

  writes('a token for nobody is refused', ['createAuthToken'], async ({ service, id }) => {
    await refused(service.authTokens.create(id('nobody')), 'ERR_UID_NOT_FOUND');
  }),
];
