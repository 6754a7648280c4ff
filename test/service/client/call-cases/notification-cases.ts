import { by, type CallCase } from './call-case.ts';

const V1 = '/notifications/v1';
const PUSH = '/notifications/push/v1';
const conversation = { id: 'bob', type: 'oneOnOne' } as const;
const custom = { isEnabled: true, webhookURL: 'https://hook.example/', useBasicAuth: false } as const;
const sms = { ...custom, useStoredPhNo: true };
const email = { ...custom, useStoredEmailID: true };
const twilio = { twilioAccountSID: 's', twilioAuthToken: 't', twilioSenderPhoneNumber: '+1' };
const sendGrid = {
  sendGridApiKey: 'k',
  sendGridTemplateID: 't',
  sendGridUnsubscribeGroupID: 'g',
  senderName: 'S',
  senderEmail: 's@e.example',
  allowEmailReplies: false,
};

/** The four calls about a provider of which an app has at most one. */
const single = (
  name: 'CustomPush' | 'CustomSms' | 'CustomEmail' | 'Twilio' | 'SendGrid',
  path: string,
  body: object,
  // biome-ignore lint/suspicious/noExplicitAny: each provider has another type of body
  of: (service: Parameters<CallCase[1]>[0]) => any,
): readonly CallCase[] => [
  [`get${name}Provider`, (s) => of(s).get(), path],
  [`add${name}Provider`, (s) => of(s).add(body), path, body],
  [`update${name}Provider`, (s) => of(s).update(body), path, body],
  [`remove${name}Provider`, (s) => of(s).remove(), path],
];

/** The five calls about providers that are found by their id. */
const keyed = (name: 'Fcm' | 'Apns', kind: 'fcm' | 'apns'): readonly CallCase[] => [
  [`get${name}Providers`, (s) => s.notifications.push[kind].list(), `${PUSH}/providers/${kind}`],
  [
    `add${name}Provider`,
    (s) => s.notifications.push[kind].add({ providerId: 'p' }),
    `${PUSH}/providers/${kind}`,
    { providerId: 'p' },
  ],
  [
    `update${name}Provider`,
    (s) => s.notifications.push[kind].update({ providerId: 'p' }),
    `${PUSH}/providers/${kind}`,
    { providerId: 'p' },
  ],
  [
    `remove${name}Provider`,
    (s) => s.notifications.push[kind].remove('p 1'),
    `${PUSH}/providers/${kind}/p%201`,
  ],
  [
    `setDefault${name}Provider`,
    (s) => s.notifications.push[kind].setDefault('p'),
    `${PUSH}/providers/${kind}/default/p`,
  ],
];

/** Calls about notifications. */
export const notificationCases: readonly CallCase[] = [
  ['getNotificationSettings', (s) => s.notifications.settings.get(), `${V1}/settings`],
  [
    'updateNotificationSettings',
    (s) => s.notifications.settings.update({ sound: { chat: 'x' } }),
    `${V1}/settings`,
    { sound: { chat: 'x' } },
  ],
  ['resetNotificationSettings', (s) => s.notifications.settings.reset(), `${V1}/settings`],
  ['getNotificationPreferences', (s) => s.notifications.preferences.get('u'), `${V1}/preferences`],
  [
    'updateNotificationPreferences',
    (s) => s.notifications.preferences.update('u', { mutePreferences: { dnd: 2 } }),
    `${V1}/preferences`,
    { mutePreferences: { dnd: 2 } },
  ],
  ['resetNotificationPreferences', (s) => s.notifications.preferences.reset('u'), `${V1}/preferences`],
  ['getMutedConversations', (s) => s.notifications.mutes.list('u'), `${V1}/preferences/mute`],
  [
    'muteConversations',
    (s) => s.notifications.mutes.add('u', [{ ...conversation, until: 5 }]),
    `${V1}/preferences/mute`,
    { conversations: [{ ...conversation, until: 5 }] },
  ],
  [
    'unmuteConversations',
    (s) => s.notifications.mutes.remove('u', [conversation]),
    `${V1}/preferences/mute`,
    { conversations: [conversation] },
  ],
  [
    'getNotificationTimezone',
    (s) => s.notifications.preferences.getTimezone('u'),
    `${V1}/preferences/timezone`,
  ],
  [
    'updateNotificationTimezone',
    (s) => s.notifications.preferences.setTimezone('u', 'Asia/Tokyo'),
    `${V1}/preferences/timezone`,
    { timezone: 'Asia/Tokyo' },
  ],
  ['getContactDetails', (s) => s.notifications.contact.get(by), `${V1}/contact-details`, undefined, 'ann'],
  [
    'updateContactDetails',
    (s) => s.notifications.contact.update({ phno: '+15550100' }, by),
    `${V1}/contact-details`,
    { phno: '+15550100' },
    'ann',
  ],
  [
    'removeContactDetails',
    (s) => s.notifications.contact.remove(by),
    `${V1}/contact-details`,
    undefined,
    'ann',
  ],
  [
    'registerPushToken',
    (s) => s.notifications.tokens.register({ platform: 'fcm_web', authToken: 'a', fcmToken: 'f' }),
    `${PUSH}/tokens`,
    { platform: 'fcm_web', authToken: 'a', fcmToken: 'f' },
  ],
  ['getPushTokens', (s) => s.notifications.tokens.list('a', { all: true }), `${PUSH}/tokens`],
  ['removePushTokens', (s) => s.notifications.tokens.removeAll('a'), `${PUSH}/tokens`, { authToken: 'a' }],
  [
    'removePushToken',
    (s) => s.notifications.tokens.remove('f:1', 'a'),
    `${PUSH}/tokens/f%3A1`,
    { authToken: 'a' },
  ],
  ...keyed('Fcm', 'fcm'),
  ...keyed('Apns', 'apns'),
  ...single('CustomPush', `${PUSH}/providers/custom`, custom, (s) => s.notifications.push.custom),
  ...single('CustomSms', '/notifications/sms/v1/providers/custom', sms, (s) => s.notifications.sms.custom),
  ...single(
    'CustomEmail',
    '/notifications/email/v1/providers/custom',
    email,
    (s) => s.notifications.email.custom,
  ),
  ...single('Twilio', '/notifications/sms/v1/providers/twilio', twilio, (s) => s.notifications.sms.twilio),
  ...single(
    'SendGrid',
    '/notifications/email/v1/providers/sendgrid',
    sendGrid,
    (s) => s.notifications.email.sendGrid,
  ),
  ['listNotificationLogs', (s) => s.notifications.logs(), `${V1}/logs`],
];
