import { newKey } from '../app/credentials.ts';
import { type ApiRoute, acknowledgement, type Call, type PathCall, routeOf } from '../app/route.ts';
import { type ApiKey, KEY_SCOPES, OLDEST_KEY_FIRST } from '../stores/key-store.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { ApiError, checkQuota } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { Filter, likeIn, prefixPattern } from '../wire/filter.ts';
import * as param from '../wire/param.ts';
import { LIMITS } from '../wire/validation.ts';

const route = routeOf({ tag: 'API Keys' });
const ONE = '/apikeys/{apiKey}';

function keyInPath(call: PathCall): ApiKey {
  const apiKey = call.params['apiKey'] ?? '';
  const key = call.app.keys.find(apiKey);
  if (key) return key;
  throw new ApiError('ERR_APIKEY_NOT_FOUND', `The key ${apiKey} does not exist. Please use correct apiKey.`, {
    secret: apiKey,
  });
}

/** The key that the path names. Refuses the key that the request itself uses. */
function otherKeyInPath(call: PathCall & Pick<Call, 'apiKey'>): ApiKey {
  const key = keyInPath(call);
  if (key.apiKey !== call.apiKey) return key;
  throw new ApiError('ERR_APIKEY_NO_SELF_ACTION', 'A key can neither change nor delete itself.');
}

const keyJson = ({ apiKey, name, scope, createdAt }: ApiKey): string =>
  JSON.stringify({ apiKey, name, scope, createdAt });

/** The calls about API keys. */
export const apiKeyRoutes: readonly ApiRoute[] = [
  route('POST /apikeys', {
    summary: 'Create an API key, by default of the scope authOnly',
    body: field.shape({ name: field.requiredText(LIMITS.name), scope: field.oneOf(KEY_SCOPES) }),
    answers: one('ApiKey'),
    answer: ({ app, body }) => {
      checkQuota(app.keys.count(), LIMITS.apiKeys, 'API keys');
      const key: ApiKey = {
        apiKey: newKey(),
        name: body.name,
        scope: body.scope ?? 'authOnly',
        createdAt: app.now(),
      };
      app.keys.insert(key);
      return { data: keyJson(key) };
    },
  }),
  route('GET /apikeys', {
    summary: 'List API keys, oldest first, by scope and by a text in their name',
    secrets: true,
    query: { ...param.PAGE, scope: param.oneOf(KEY_SCOPES), searchKey: param.search },
    answers: paged('ApiKey'),
    answer: ({ app, query }) => {
      const filter = new Filter();
      if (query.scope) filter.where('scope = ?', query.scope);
      if (query.searchKey) filter.where(likeIn('name'), `%${prefixPattern(query.searchKey)}`);
      return app.keys.page(query, OLDEST_KEY_FIRST, keyJson, filter);
    },
  }),
  route(`GET ${ONE}`, {
    summary: 'Get an API key',
    secrets: true,
    answers: one('ApiKey'),
    answer: (call) => ({ data: keyJson(keyInPath(call)) }),
  }),
  route(`PUT ${ONE}`, {
    summary: 'Change the name or the scope of another API key',
    body: field.shape({ name: field.notBlank(LIMITS.name), scope: field.oneOf(KEY_SCOPES) }),
    answers: one('ApiKey'),
    answer: (call) => {
      const key = otherKeyInPath(call);
      const { name, scope } = call.body;
      const changed: ApiKey = { ...key, name: name ?? key.name, scope: scope ?? key.scope };
      call.app.keys.update(changed);
      return { data: keyJson(changed) };
    },
  }),
  route(`DELETE ${ONE}`, {
    summary: 'Delete another API key; it is refused from then on',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { apiKey } = otherKeyInPath(call);
      call.app.keys.remove(apiKey);
      return acknowledgement(`The Api Key ${apiKey} has been deleted successfully.`);
    },
  }),
];
