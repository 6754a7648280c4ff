import type { Resource, Step } from '../../entry.ts';
import { done, PAGES } from '../../shapes.ts';

const app = { appId: '{appId}' } as const;
const path = { ...app, webhookId: 'archive' } as const;
const unknown = { webhookId: 'ERR_WEBHOOK_NOT_FOUND' } as const;

const webhook = { id: 'archive', name: 'Archive', webhookURL: 'https://example.com/hook' } as const;

const WEBHOOK = {
  id: 'string',
  name: 'string',
  webhookURL: 'string',
  'useBasicAuth?': 'boolean',
  'enabled?': 'boolean',
  'retryOnFailure?': 'boolean',
  createdAt: 'seconds',
  'updatedAt?': 'seconds',
} as const;

const FIELDS = {
  'useBasicAuth?': 'boolean',
  'username?': 'string',
  'password?': 'string',
  'enabled?': 'boolean',
  'retryOnFailure?': 'boolean',
} as const;

const created: Step = { call: 'POST /apps/{appId}/webhooks', path: app, body: webhook };
const triggered: Step = {
  call: 'POST /apps/{appId}/webhooks/{webhookId}/triggers',
  path,
  body: { triggerIds: ['message_sent'] },
};

/** So many webhooks. */
const many = (count: number): readonly Step[] =>
  Array.from({ length: count }, (_, n) => ({ ...created, body: { ...webhook, id: `hook-${n}` } }));

export const webhooks: Resource = {
  at: 'management',
  entries: [
    {
      call: 'POST /apps/{appId}/webhooks',
      source: 'P create-webhook',
      slip: 'The example is wrapped in an array; an object is expected, as in the schema (U 5).',
      fields: { id: 'string', name: 'string', webhookURL: 'string', ...FIELDS },
      examples: [
        { path: app, body: webhook, answer: { data: { ...WEBHOOK, ...webhook } } },
        {
          path: app,
          body: {
            ...webhook,
            useBasicAuth: true,
            username: 'ann',
            password: 'secret-1',
            enabled: true,
            retryOnFailure: true,
          },
          answer: { data: WEBHOOK },
        },
      ],
      refusals: [
        {
          path: app,
          body: { ...webhook, webhookURL: `https://example.com/${'h'.repeat(255)}` },
          code: 'ERR_BAD_REQUEST',
          source: 'U 5',
        },
        {
          path: app,
          body: { ...webhook, webhookURL: 'ftp://example.com/hook' },
          code: 'ERR_BAD_REQUEST',
          source: 'U 5, https',
        },
        { path: app, body: { ...webhook, id: 'h'.repeat(51) }, code: 'ERR_BAD_REQUEST', source: 'U 5' },
        { path: app, body: { ...webhook, name: 'h'.repeat(51) }, code: 'ERR_BAD_REQUEST', source: 'U 5' },
        {
          path: app,
          body: { ...webhook, useBasicAuth: true, username: 'u'.repeat(51), password: 'p' },
          code: 'ERR_BAD_REQUEST',
          source: 'U 5',
        },
        {
          path: app,
          body: { ...webhook, useBasicAuth: true, username: 'u', password: 'p'.repeat(101) },
          code: 'ERR_BAD_REQUEST',
          source: 'U 5',
        },
        {
          given: many(25),
          path: app,
          body: webhook,
          code: 'ERR_BAD_REQUEST|ERR_PLAN_QUOTA_RESTRICTION',
          source: 'U 5, 25 in an app, code not published',
        },
      ],
    },
    {
      call: 'GET /apps/{appId}/webhooks',
      source: 'U 5',
      examples: [
        { given: [created], path: app, count: 1, answer: { data: [WEBHOOK], meta: PAGES } },
        {
          given: [created],
          path: app,
          query: { perPage: 1, searchKey: 'Arch' },
          count: 1,
          answer: { data: [WEBHOOK], meta: PAGES },
        },
      ],
    },
    {
      call: 'GET /apps/{appId}/webhooks/{webhookId}',
      source: 'U 5',
      unknown,
      examples: [{ given: [created], path, answer: { data: { ...WEBHOOK, ...webhook } } }],
    },
    {
      call: 'PUT /apps/{appId}/webhooks/{webhookId}',
      source: 'P update-webhook',
      fields: { 'name?': 'string', 'webhookURL?': 'string', ...FIELDS },
      unknown,
      examples: [
        {
          given: [created],
          path,
          body: { name: 'Other', webhookURL: 'https://example.com/other', enabled: false },
          answer: { data: { ...WEBHOOK, name: 'Other', webhookURL: 'https://example.com/other' } },
        },
      ],
    },
    {
      call: 'DELETE /apps/{appId}/webhooks/{webhookId}',
      source: 'U 5',
      unknown,
      examples: [{ given: [created], path, answer: done('Deleted Webhook successfully.') }],
    },
    {
      call: 'POST /apps/{appId}/webhooks/{webhookId}/triggers',
      source: 'U 5',
      fields: { triggerIds: ['string'] },
      unknown,
      examples: [
        {
          given: [created],
          path,
          body: { triggerIds: ['message_sent', 'user_blocked'] },
          answer: {
            data: {
              message_sent: { success: 'true', message: 'Triggers has been added successfully.' },
              user_blocked: { success: 'true', message: 'string' },
            },
          },
        },
      ],
    },
    {
      call: 'GET /apps/{appId}/webhooks/{webhookId}/triggers',
      source: 'U 5',
      unknown,
      examples: [
        {
          given: [created, triggered],
          path,
          count: 1,
          answer: { data: [{ id: 'message_sent', description: 'string' }], meta: PAGES },
        },
      ],
    },
    {
      call: 'DELETE /apps/{appId}/webhooks/{webhookId}/triggers',
      source: 'U 5',
      fields: { triggerIds: ['string'] },
      unknown,
      examples: [
        {
          given: [created, triggered],
          path,
          body: { triggerIds: ['message_sent'] },
          answer: done('Removed trigger successfully.'),
        },
      ],
    },
  ],
};
