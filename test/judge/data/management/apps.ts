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
      refusals: [
        { body: { name: 'n'.repeat(101), region: 'us' }, code: 'ERR_BAD_REQUEST', source: 'P properties' },
      ],
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
        {
          query: { searchKey: '{appId}', perPage: 1, page: 1 },
          count: 1,
          answer: { data: [APP], meta: PAGES },
        },
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
      call: 'GET /apps/{appId}/settings',
      source: 'M list-settings',
      unknown: { appId: 'AUTH_ERR_INVALID_APPID|ERR_APP_NOT_FOUND' },
      examples: [
        {
          path,
          answer: {
            data: {
              'core.conversations.updateOnGroupActions': 'true',
              'core.conversations.updateOnReplies': 'true',
              'core.conversations.updateOnMessageActions': 'false',
              'core.conversations.updateOnCallActivity': 'boolean',
              'core.threads.updateOnMessageActions': 'boolean',
              'core.notifications.push.enabled': 'boolean',
              'file.count.max': 'integer',
              'file.size.max': 'integer',
            },
          },
        },
      ],
    },
    {
      call: 'POST /apps/{appId}/settings',
      source: 'M maps-settings',
      fields: { settings: 'object' },
      examples: [
        {
          path,
          body: { settings: { 'core.conversations.updateOnReplies': false } },
          answer: {
            data: {
              'core.conversations.updateOnReplies': {
                success: 'true',
                message: 'Added setting(s) successfully.',
              },
            },
          },
        },
      ],
    },
    {
      call: 'DELETE /apps/{appId}/settings',
      source: 'M unmaps-settings',
      slip: 'The example has the text of the call that sets; any text is expected.',
      examples: [{ path, answer: { data: { success: 'true', message: 'string' } } }],
    },
    {
      call: 'GET /apps/{appId}/collaborators',
      source: 'M list-collaborators',
      examples: [
        {
          given: [
            { call: 'POST /apps/{appId}/collaborators', path, body: { admins: ['admin1@example.com'] } },
          ],
          path,
          count: 1,
          answer: {
            data: [
              {
                id: 'string',
                name: 'string',
                email: 'admin1@example.com',
                role: 'admin',
                createdAt: 'seconds',
              },
            ],
          },
        },
      ],
    },
    {
      call: 'POST /apps/{appId}/collaborators',
      source: 'M addsremove-collaborators',
      fields: { 'admins?': ['string'], 'moderators?': ['string'], 'collaboratorsToRemove?': ['string'] },
      examples: [
        {
          path,
          body: { admins: ['admin2@example.com'], moderators: [] },
          answer: {
            data: {
              'collaboratorsToRemove?': ['string'],
              admins: { 'admin2@example.com': { success: 'true' } },
              'developers?': ['string'],
              'moderators?': ['string'],
            },
          },
        },
      ],
    },
    {
      call: 'POST /tenants',
      source: 'P add-tenant',
      basicAuth: true,
      fields: {
        name: 'string',
        email: 'string',
        password: 'string',
        appName: 'string',
        appRegion: 'us|eu|in',
        'contactNumber?': 'string',
        'role?': 'string',
        'industry?': 'string',
        'technology?': 'string',
      },
      examples: [
        {
          body: {
            name: 'Example user',
            email: 'user@example.com',
            password: 'a password',
            contactNumber: '1234567890',
            role: 'engineer',
            appName: 'Third app',
            appRegion: 'us',
          },
          answer: {
            data: {
              name: 'Example user',
              email: 'user@example.com',
              createdAt: 'seconds',
              contactNumber: '1234567890',
              app: {
                name: 'Third app',
                appId: 'string',
                region: 'us',
                authKey: 'string',
                apiKey: 'string',
                createdAt: 'seconds',
                plan: 'string',
              },
            },
          },
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
          given: [{ call: 'POST /apps/{appId}/extensions', path, body: { enabled: ['polls'] } }],
          path,
          answer: {
            data: [
              {
                id: 'string',
                name: 'string',
                tagLine: 'string',
                description: 'string',
                author: 'string',
                isActive: 'boolean',
                createdAt: 'seconds',
              },
            ],
            meta: PAGES,
          },
        },
      ],
    },
  ],
};
