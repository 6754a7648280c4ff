import type { endpoints } from '../../../../src/service/api/endpoints.ts';
import type { Management } from '../../../../src/service/client/management.ts';

/** The same as a call of the chat, for the two keys of the account. */
type ManagementCase = [
  name: keyof typeof endpoints,
  call: (account: Management) => Promise<unknown> | AsyncIterable<unknown>,
  path: string,
  body?: unknown,
];

const webhook = { id: 'w', name: 'W', webhookURL: 'https://example.com/hook' };
const SETTINGS = '/apps/a/extensions/polls/v1/settings';

/** Calls about the apps of the account, their extensions and webhooks. */
export const managementCases: readonly ManagementCase[] = [
  ['createApp', (m) => m.apps.create({ name: 'A', region: 'eu' }), '/apps', { name: 'A', region: 'eu' }],
  ['listApps', (m) => m.apps.list({ searchKey: 'x' }), '/apps'],
  ['deleteApp', (m) => m.apps.delete('a'), '/apps/a'],
  [
    'requestUsage',
    (m) => m.apps.requestUsage('a', { usePreviousBillingCycle: true }),
    '/apps/a/usage',
    { usePreviousBillingCycle: true },
  ],
  ['getAppSettings', (m) => m.apps.getSettings('a'), '/apps/a/settings'],
  [
    'setAppSettings',
    (m) => m.apps.setSettings('a', { 'core.conversations.updateOnReplies': false }),
    '/apps/a/settings',
    { settings: { 'core.conversations.updateOnReplies': false } },
  ],
  ['resetAppSettings', (m) => m.apps.resetSettings('a'), '/apps/a/settings'],
  ['listCollaborators', (m) => m.apps.listCollaborators('a'), '/apps/a/collaborators'],
  [
    'changeCollaborators',
    (m) => m.apps.changeCollaborators('a', { admins: ['a@x.example'] }),
    '/apps/a/collaborators',
    { admins: ['a@x.example'] },
  ],
  [
    'changeExtensions',
    (m) => m.extensions.change('a', { enabled: ['p'] }),
    '/apps/a/extensions',
    { enabled: ['p'] },
  ],
  ['listExtensions', (m) => m.extensions.list('a'), '/apps/a/extensions'],
  ['getExtensionSettings', (m) => m.extensions.getSettings('a', 'polls'), SETTINGS],
  [
    'setExtensionSettings',
    (m) => m.extensions.storeSettings('a', 'polls', { x: 1 }),
    SETTINGS,
    { settings: { x: 1 } },
  ],
  [
    'updateExtensionSettings',
    (m) => m.extensions.updateSettings('a', 'polls', { x: 2 }),
    SETTINGS,
    { settings: { x: 2 } },
  ],
  ['deleteExtensionSettings', (m) => m.extensions.deleteSettings('a', 'polls'), SETTINGS],
  ['createWebhook', (m) => m.webhooks.create('a', webhook), '/apps/a/webhooks', webhook],
  ['listWebhooks', (m) => m.webhooks.list('a'), '/apps/a/webhooks'],
  ['getWebhook', (m) => m.webhooks.get('a', 'w x'), '/apps/a/webhooks/w%20x'],
  [
    'updateWebhook',
    (m) => m.webhooks.update('a', 'w', { enabled: false }),
    '/apps/a/webhooks/w',
    { enabled: false },
  ],
  ['deleteWebhook', (m) => m.webhooks.delete('a', 'w'), '/apps/a/webhooks/w'],
  [
    'addTriggers',
    (m) => m.triggers.add('a', 'w', ['message_sent']),
    '/apps/a/webhooks/w/triggers',
    { triggerIds: ['message_sent'] },
  ],
  ['listTriggers', (m) => m.triggers.list('a', 'w'), '/apps/a/webhooks/w/triggers'],
  [
    'removeTriggers',
    (m) => m.triggers.remove('a', 'w', ['message_sent']),
    '/apps/a/webhooks/w/triggers',
    { triggerIds: ['message_sent'] },
  ],
];
