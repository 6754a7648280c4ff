import type { Check } from '../check.ts';
import { must, refused, same } from '../expect.ts';
import { allOf, columnOf, reads, removeLater, writes } from '../rows.ts';

const SCOPES = ['fullAccess', 'authOnly'];

/** Keys of the app. No message of these checks holds a key. */
export const apiKeyChecks: readonly Check[] = [
  reads(
    'API keys are listed by scope, and each can be read',
    ['listApiKeys', 'getApiKey'],
    async ({ service, id }) => {
      const { apiKeys } = service;
      const [key] = await allOf(apiKeys.list({ scope: 'fullAccess' }));
      must(key, 'no key of the scope fullAccess is listed, although the request was made with one');
      for (const { scope } of await allOf(apiKeys.list()))
        must(SCOPES.includes(scope ?? ''), `a key has the scope ${scope}`);
      const read = await apiKeys.get(key.apiKey);
      must(read.apiKey === key.apiKey && read.name === key.name, 'another key was read');
      await refused(apiKeys.get(id('no-key')), 'ERR_APIKEY_NOT_FOUND', 'AUTH_ERR_APIKEY_NOT_FOUND');
    },
  ),

  writes(
    'a key is created, renamed and removed',
    ['createApiKey', 'getApiKey', 'updateApiKey', 'deleteApiKey', 'listApiKeys'],
    async (context) => {
      const { apiKeys } = context.service;
      const name = context.id('key');
      const { apiKey, scope } = await apiKeys.create({ name, scope: 'authOnly' });
      removeLater(context, () => apiKeys.delete(apiKey));
      same(scope, 'authOnly', 'the scope');
      same((await apiKeys.update(apiKey, { name: `${name}-2` })).name, `${name}-2`, 'the changed name');
      same((await apiKeys.get(apiKey)).name, `${name}-2`, 'the name when read');
      const found = await columnOf(apiKeys.list({ searchKey: `${name}-2` }), 'apiKey');
      must(found.includes(apiKey), 'the key is not found by its name');
      same((await apiKeys.delete(apiKey)).success, true, 'success');
      await refused(apiKeys.get(apiKey), 'ERR_APIKEY_NOT_FOUND', 'AUTH_ERR_APIKEY_NOT_FOUND');
    },
  ),
];
