import { isRecord } from '../../service/transport/transport.ts';
import { type Check, type CheckContext, skip } from '../check.ts';
import { must, refused, refusedRaw, same } from '../expect.ts';
import { firstOf, newUids, ownUid, reads, say, writes } from '../rows.ts';

const BODY_BYTES = 11 * 1024 * 1024;
const NO_CALL = ['ERR_API_NOT_FOUND'];

/** Checks of what all calls have in common: keys, paths, methods, bodies, envelopes, headers. */
export const protocolChecks: readonly Check[] = [
  reads('a call without a key is refused', [], async ({ send, signal }) => {
    refusedRaw(
      await send({ method: 'GET', path: '/users', key: 'none' }, signal),
      'AUTH_ERR_EMPTY_APIKEY',
      'AUTH_ERR_APIKEY_NOT_FOUND',
    );
  }),

  reads('a call with a key that no app has is refused', [], async ({ send, signal }) => {
    refusedRaw(
      await send({ method: 'GET', path: '/users', key: 'unknown' }, signal),
      'AUTH_ERR_APIKEY_NOT_FOUND',
      'AUTH_ERR_NO_ACCESS',
    );
  }),

  reads(
    'a key of the scope authOnly reads nothing',
    ['listUsers', 'listGroups', 'listMessages'],
    async ({ authOnly }) => {
      if (!authOnly) skip('no key of the scope authOnly was given');
      await refused(firstOf(authOnly.users.list(), 1), 'AUTH_ERR_NO_ACCESS');
      await refused(firstOf(authOnly.groups.list(), 1), 'AUTH_ERR_NO_ACCESS');
      await refused(firstOf(authOnly.messages.list(), 1), 'AUTH_ERR_NO_ACCESS');
    },
  ),

  reads('an unknown path is refused', [], async ({ send, signal }) => {
    refusedRaw(await send({ method: 'GET', path: '/no_such_resource' }, signal), ...NO_CALL);
    refusedRaw(await send({ method: 'GET', path: '/users/a/no_such_resource' }, signal), ...NO_CALL);
  }),

  reads('an unknown version is refused', [], async ({ send, signal }) => {
    refusedRaw(
      await send({ method: 'GET', path: '/users', version: 'v99' }, signal),
      'ERR_INVALID_API_VERSION',
      ...NO_CALL,
    );
  }),

  reads(
    'a call that must act for a user is refused without one, and for nobody',
    ['getUserConversation'],
    async ({ send, signal, id }) => {
      const path = `/users/${id('nobody')}/conversation`;
      refusedRaw(
        await send({ method: 'GET', path }, signal),
        'ERR_BAD_REQUEST',
        'AUTH_ERR_NO_ACCESS',
        'AUTH_ERR_EMPTY_AUTH_TOKEN',
        'ERR_UID_NOT_FOUND',
      );
      refusedRaw(await send({ method: 'GET', path, onBehalfOf: id('nobody') }, signal), 'ERR_UID_NOT_FOUND');
    },
  ),

  reads(
    'an answer is JSON with data, and a page says which one it is',
    ['listUsers', 'listGroups', 'listRoles', 'listApiKeys'],
    async ({ send, signal }) => {
      for (const path of ['/users', '/groups', '/roles', '/apikeys']) {
        const { status, headers, body } = await send(
          { method: 'GET', path: `${path}?perPage=2&page=1` },
          signal,
        );
        same(status, 200, `the status of GET ${path}`);
        must(
          String(headers['content-type']).includes('application/json'),
          `GET ${path} is ${headers['content-type']}`,
        );
        must(isRecord(body) && Array.isArray(body['data']), `GET ${path} has no list in data`);
        checkPagination(body, path);
      }
    },
  ),

  reads('a list of messages says how many it gives', ['listMessages'], async ({ send, signal }) => {
    const { status, body } = await send({ method: 'GET', path: '/messages?limit=2' }, signal);
    same(status, 200, 'the status');
    must(isRecord(body) && Array.isArray(body['data']), 'there is no list in data');
    const meta = isRecord(body['meta']) ? body['meta'] : {};
    const { current, pagination } = meta as {
      current?: { count?: unknown };
      pagination?: { count?: unknown };
    };
    const count = (current ?? pagination)?.count;
    same(Number(count), body['data'].length, 'meta.current.count');
    must(body['data'].length <= 2, `two messages were asked for, ${body['data'].length} came`);
  }),

  reads('headers of the rate limit are numbers where they are sent', [], async ({ send, signal }) => {
    const { headers } = await send({ method: 'GET', path: '/users?perPage=1' }, signal);
    for (const name of [
      'x-rate-limit',
      'x-rate-limit-remaining',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
    ]) {
      const value = headers[name];
      must(value === undefined || /^\d+$/.test(String(value)), `${name} is ${value}`);
    }
  }),

  reads('pages beyond the documented sizes are refused or cut', ['listUsers'], async ({ send, signal }) => {
    for (const query of ['perPage=0', 'perPage=1001', 'perPage=x', 'page=0']) {
      const answer = await send({ method: 'GET', path: `/users?${query}` }, signal);
      if (answer.status !== 200) refusedRaw(answer, 'ERR_BAD_REQUEST');
      else
        must(
          ((answer.body as { data: unknown[] }).data ?? []).length <= 1_000,
          `${query} gave more than 1,000 rows`,
        );
    }
  }),

  writes('a method that a path does not have is refused', [], async ({ send, signal }) => {
    refusedRaw(await send({ method: 'PATCH', path: '/users', body: '{}' }, signal), ...NO_CALL);
    refusedRaw(await send({ method: 'DELETE', path: '/groups', body: '{}' }, signal), ...NO_CALL);
  }),

  writes('a body that is no JSON object is refused', ['createUser'], async ({ send, signal }) => {
    for (const body of ['{"uid": "a"', 'uid=a&name=b', '"text"', '[1]', '12'])
      refusedRaw(await send({ method: 'POST', path: '/users', body }, signal), 'ERR_BAD_REQUEST');
  }),

  writes(
    'an empty body is refused field by field',
    ['createUser', 'createGroup', 'createRole', 'createApiKey', 'sendMessage'],
    async ({ send, signal }) => {
      for (const path of ['/users', '/groups', '/roles', '/apikeys'])
        refusedRaw(await send({ method: 'POST', path, body: '{}' }, signal), 'ERR_BAD_REQUEST');
      refusedRaw(
        await send({ method: 'POST', path: '/messages', body: '{}' }, signal),
        'ERR_BAD_REQUEST',
        'ERR_EMPTY_RECEIVER',
      );
    },
  ),

  writes('fields of the wrong type are refused by name', ['createUser'], async ({ send, signal, id }) => {
    const body = JSON.stringify({ uid: id('a'), name: ['x'], metadata: 'text', tags: 7 });
    const answer = await send({ method: 'POST', path: '/users', body }, signal);
    refusedRaw(answer, 'ERR_BAD_REQUEST');
    const { details } = (answer.body as { error: { details?: unknown } }).error;
    must(isRecord(details) && Object.keys(details).length > 0, 'details names no field');
  }),

  writes('a body that is too large is refused', ['createUser'], async ({ send, signal, id }) => {
    const body = JSON.stringify({ uid: id('big'), name: 'Big', metadata: { text: 'x'.repeat(BODY_BYTES) } });
    const { status } = await send({ method: 'POST', path: '/users', body }, signal);
    must(status === 413 || status === 400, `11 MiB were answered ${status}, expected 413 or 400`);
  }),

  writes(
    'a key of the scope authOnly creates users and tokens, and nothing else',
    ['createUser', 'createAuthToken', 'createGroup'],
    async (context) => {
      const { authOnly, service } = context;
      if (!authOnly) skip('no key of the scope authOnly was given');
      const uid = ownUid(context, 'ann');
      // On one of the vendor's pages such a key creates only tokens.
      const made = await authOnly.users
        .create({ uid, name: 'Ann' })
        .catch((error: { code?: string }) => error);
      if (made instanceof Error) {
        await refused(Promise.reject(made), 'AUTH_ERR_NO_ACCESS');
        await service.users.create({ uid, name: 'Ann' });
      }
      must((await authOnly.authTokens.create(uid)).authToken, 'no token was given');
      await refused(authOnly.users.update(uid, { name: 'Other' }), 'AUTH_ERR_NO_ACCESS');
      await refused(
        authOnly.groups.create({ guid: context.id('team'), name: 'T', type: 'public' }),
        'AUTH_ERR_NO_ACCESS',
      );
      await refused(authOnly.users.delete(uid, { permanent: true }), 'AUTH_ERR_NO_ACCESS');
    },
  ),

  writes('deprecated calls say so, and still do what they did', ['getConversation'], async (context) => {
    const { send, signal } = context;
    const id = await conversationOf(context);
    const { status, headers } = await send(
      { method: 'GET', path: `/conversations/${id.conversation}`, onBehalfOf: id.uid },
      signal,
    );
    same(status, 200, 'the status');
    const deprecation = headers['deprecation'];
    // The service announces deprecations in its documents. The header is optional.
    must(
      deprecation === undefined || /^(?:@\d+|true|\w{3}, .+)$/.test(String(deprecation)),
      `the header Deprecation is ${deprecation}`,
    );
  }),
];

async function conversationOf(
  context: CheckContext,
): Promise<{ readonly uid: string; readonly conversation: string }> {
  const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
  const { conversationId = '' } = await say(context, ann, bob, 'hello');
  return { uid: ann, conversation: conversationId };
}

function checkPagination(body: Readonly<Record<string, unknown>>, path: string): void {
  const meta = isRecord(body['meta']) ? body['meta'] : {};
  must(isRecord(meta['pagination']), `GET ${path} has no meta.pagination`);
  const { total, count, per_page: perPage, current_page: page, total_pages: pages } = meta['pagination'];
  for (const [name, value] of Object.entries({ total, count, perPage, page, pages }))
    must(Number.isSafeInteger(Number(value)), `GET ${path}: ${name} of meta.pagination is ${value}`);
  const rows = (body['data'] as readonly unknown[]).length;
  same(Number(count), rows, `GET ${path}: count`);
  same([Number(perPage), Number(page)], [2, 1], `GET ${path}: per_page and current_page`);
  // Documented examples print total 0 beside rows.
  must(
    Number(total) >= rows || Number(total) === 0,
    `GET ${path}: total ${total} is less than the rows of the page`,
  );
  must(rows <= 2, `GET ${path}: two rows were asked for, ${rows} came`);
}
