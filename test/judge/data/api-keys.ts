import type { Resource, Step } from '../entry.ts';
import { done, PAGES } from '../shapes.ts';

const KEY = { apiKey: 'string', name: 'string', scope: 'authOnly|fullAccess', createdAt: 'seconds' } as const;

const created: Step = {
  call: 'POST /apikeys',
  body: { name: 'Key of Ann', scope: 'authOnly' },
  keep: { another: 'data.apiKey' },
};

const path = { apiKey: '{another}' } as const;
const own = { apiKey: '{apiKey}' } as const;
const unknown = { apiKey: 'ERR_APIKEY_NOT_FOUND' } as const;

export const apiKeys: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /apikeys',
      source: 'N create-apikey',
      slip: 'The document requires `scope` and gives it the default `authOnly`: not required.',
      fields: { name: 'string', 'scope?': 'authOnly|fullAccess' },
      examples: [
        {
          body: { name: 'Key of Ann', scope: 'authOnly' },
          answer: { data: { ...KEY, name: 'Key of Ann', scope: 'authOnly' } },
        },
        {
          body: { name: 'Key of Ann', scope: 'fullAccess' },
          answer: { data: { ...KEY, scope: 'fullAccess' } },
        },
      ],
      refusals: [
        { body: { name: 'n'.repeat(101), scope: 'authOnly' }, code: 'ERR_BAD_REQUEST', source: 'F 6' },
      ],
    },
    {
      call: 'GET /apikeys',
      source: 'N list-apikeys',
      examples: [
        { answer: { data: [KEY], meta: PAGES } },
        {
          given: [created],
          query: { scope: 'authOnly', searchKey: 'Ann' },
          count: 1,
          answer: { data: [{ ...KEY, scope: 'authOnly' }], meta: PAGES },
        },
      ],
    },
    {
      call: 'GET /apikeys/{apiKey}',
      source: 'N get-apikey',
      unknown,
      examples: [{ given: [created], path, answer: { data: KEY } }],
    },
    {
      call: 'PUT /apikeys/{apiKey}',
      source: 'N update-apikey',
      fields: { 'name?': 'string', 'scope?': 'fullAccess|authOnly' },
      unknown,
      examples: [
        {
          given: [created],
          path,
          body: { name: 'Key of Bob', scope: 'fullAccess' },
          answer: { data: { ...KEY, name: 'Key of Bob', scope: 'fullAccess' } },
        },
      ],
      refusals: [{ path: own, body: { name: 'Mine' }, code: 'ERR_APIKEY_NO_SELF_ACTION', source: 'E' }],
    },
    {
      call: 'DELETE /apikeys/{apiKey}',
      source: 'N delete-apikey',
      unknown,
      examples: [{ given: [created], path, answer: done('~The Api Key {} has been deleted successfully.') }],
      refusals: [{ path: own, code: 'ERR_APIKEY_NO_SELF_ACTION', source: 'E' }],
    },
  ],
};
