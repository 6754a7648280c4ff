import type { Resource } from '../../entry.ts';
import { PAGES } from '../../shapes.ts';

const KEY = { apiKey: 'string', name: 'string', scope: 'authOnly|fullAccess', createdBy: 'string' } as const;

const APP = {
  id: 'string',
  name: 'string',
  plan: 'string',
  'trialEndsAt?': 'seconds',
  state: 'string',
  owner: 'integer',
  region: 'us|eu|in',
  createdAt: 'seconds',
  appOwner: { id: 'string', name: 'string', email: 'string' },
  appRegion: { id: 'us|eu|in', name: 'string', description: 'string' },
  apiKeys: { '*': KEY },
} as const;

const path = { appId: '{appId}' } as const;

const mine = { name: 'Second app', region: 'eu', version: '3', skipSampleData: true } as const;

const created = { call: 'POST /apps', body: mine, keep: { second: 'data.id' } } as const;

/** Apps of an account and their extensions. */
export const apps: Resource = {
  at: 'management',
  entries: [
    {
      call: 'POST /apps',
      source: 'M create-app',
      fields: { name: 'string', region: 'us|eu|in', 'version?': 'string', 'skipSampleData?': 'boolean' },
      examples: [
        {
          body: { name: 'Second app', region: 'us' },
          answer: { data: { ...APP, name: 'Second app', region: 'us' } },
        },
        { body: mine, answer: { data: { ...APP, region: 'eu' } } },
      ],
    },
    {
      call: 'GET /apps',
      source: 'M list-apps',
      slip: 'The example prints one object, the schema a list: a list is expected (U 8).',
      examples: [
        { answer: { data: [APP], meta: PAGES } },
        { query: { searchKey: '{appId}', perPage: 1, page: 1 }, answer: { data: [APP], meta: PAGES } },
      ],
    },
    {
      call: 'DELETE /apps/{appId}',
      source: 'M delete-app',
      unknown: { appId: 'AUTH_ERR_INVALID_APPID|ERR_APP_NOT_FOUND' },
      examples: [
        {
          given: [created],
          path: { appId: '{second}' },
          answer: { data: { success: 'true', scheduledToDeleteAt: 'seconds' } },
        },
      ],
    },
    {
      call: 'POST /apps/{appId}/usage',
      source: 'M fetch-multi-tenant-usage',
      fields: { 'usePreviousBillingCycle?': 'boolean' },
      examples: [
        {
          path,
          body: { usePreviousBillingCycle: true },
          answer: { data: { success: 'true', message: 'string' } },
        },
      ],
    },
    {
      call: 'POST /apps/{appId}/extensions',
      source: 'M enable-extension',
      fields: { 'enabled?': ['string'], 'disabled?': ['string'] },
      examples: [
        {
          path,
          body: { enabled: ['polls'], disabled: ['reminders'] },
          answer: {
            data: {
              enabled: {
                polls: { success: 'true', message: 'The extension polls has been enabled successfully.' },
              },
              disabled: { reminders: { success: 'true', message: 'string' } },
            },
          },
        },
      ],
    },
    {
      call: 'GET /apps/{appId}/extensions',
      source: 'M list-extensions',
      examples: [
        {
          path,
          answer: { data: [{ id: 'string', name: 'string', description: 'string' }], meta: PAGES },
        },
      ],
    },
  ],
};
