import type { Entry, Resource, Sent, Shape } from '../../entry.ts';

const SUCCESS = { data: { success: 'true' } } as const;

type Body = { readonly [field: string]: Sent };
type Shapes = { readonly [field: string]: Shape };

const shapesOf = (body: Body): Shapes =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'object' ? 'object' : typeof value]),
  );

const optional = (shapes: Shapes): Shapes =>
  Object.fromEntries(Object.entries(shapes).map(([name, of]) => [`${name}?`, of]));

/** A provider that there can be several of, each with an id. */
const several = (kind: 'fcm' | 'apns', body: Body): readonly Entry[] => {
  const base = `/notifications/push/v1/providers/${kind}`;
  const given = [{ call: `POST ${base}`, body }];
  const path = { providerId: 'mine' };
  const fields = optional(shapesOf(body));
  return [
    { call: `POST ${base}`, source: 'U 3', fields, examples: [{ body, answer: SUCCESS }] },
    {
      call: `GET ${base}`,
      source: 'U 3',
      examples: [
        { answer: { data: { pushProviders: ['object'] } } },
        { given, answer: { data: { pushProviders: [{ providerId: 'mine' }] } } },
      ],
    },
    { call: `PUT ${base}`, source: 'U 3', fields, examples: [{ given, body, answer: SUCCESS }] },
    { call: `PUT ${base}/default/{providerId}`, source: 'U 3', examples: [{ given, path, answer: SUCCESS }] },
    { call: `DELETE ${base}/{providerId}`, source: 'U 3', examples: [{ given, path, answer: SUCCESS }] },
  ];
};

/** A provider that there is one of. */
const single = (
  base: string,
  body: Body,
  required: readonly string[],
  answer: (one: Shapes) => Shape,
): readonly Entry[] => {
  const shapes = shapesOf(body);
  const given = [{ call: `POST ${base}`, body }];
  const fields = Object.fromEntries(
    Object.entries(shapes).map(([name, of]) => [required.includes(name) ? name : `${name}?`, of]),
  );
  return [
    { call: `POST ${base}`, source: 'U 3', fields, examples: [{ body, answer: answer(shapes) }] },
    { call: `GET ${base}`, source: 'U 3', examples: [{ given, answer: answer(shapes) }] },
    {
      call: `PUT ${base}`,
      source: 'U 3',
      fields: optional(shapes),
      examples: [{ given, body, answer: answer(shapes) }],
    },
    { call: `DELETE ${base}`, source: 'U 3', examples: [{ given, answer: SUCCESS }] },
  ];
};

const custom = {
  isEnabled: true,
  webhookURL: 'https://example.com/notify',
  useBasicAuth: true,
  basicAuthUsername: 'ann',
  basicAuthPassword: 'secret-1',
} as const;

const asData = (one: Shapes): Shape => ({ data: one });

/** Who delivers notifications. Secrets within the answers are as they were sent: nothing else is documented. */
export const notificationProviders: Resource = {
  at: 'chat',
  entries: [
    ...several('fcm', {
      providerId: 'mine',
      serviceAccountFilename: 'account.json',
      serviceAccountCreds: {
        project_id: 'p',
        client_email: 'a@example.com',
        private_key: 'k',
        private_key_id: 'i',
      },
      notificationInPayload: {
        ios: { chat: true, call: true },
        android: { chat: true, call: true },
        web: { chat: true, call: true },
      },
    }),
    ...several('apns', {
      providerId: 'mine',
      keyId: 'key',
      teamId: 'team',
      bundleId: 'com.example.app',
      p8KeyFilename: 'key.p8',
      p8Key: 'k',
      includeContentAvailable: true,
      includeMutableContent: true,
      productionMode: false,
    }),
    ...single('/notifications/push/v1/providers/custom', custom, Object.keys(custom), (one) => ({
      data: { pushProviders: [one] },
    })),
    ...single(
      '/notifications/sms/v1/providers/custom',
      { ...custom, useStoredPhNo: false },
      [...Object.keys(custom), 'useStoredPhNo'],
      asData,
    ),
    ...single(
      '/notifications/email/v1/providers/custom',
      { ...custom, useStoredEmailID: false },
      [...Object.keys(custom), 'useStoredEmailID'],
      asData,
    ),
    ...single(
      '/notifications/sms/v1/providers/twilio',
      {
        twilioAccountSID: 'AC1',
        twilioAuthToken: 'token-1',
        twilioSenderPhoneNumber: '+10123456789',
        isEnabled: true,
      },
      ['twilioAccountSID', 'twilioAuthToken', 'twilioSenderPhoneNumber'],
      asData,
    ),
    ...single(
      '/notifications/email/v1/providers/sendgrid',
      {
        sendGridApiKey: 'SG.1',
        sendGridTemplateID: 'd-1',
        sendGridUnsubscribeGroupID: '7',
        senderName: 'Ann',
        senderEmail: 'ann@example.com',
        allowEmailReplies: true,
        senderEmailForReplies: 'replies@example.com',
        isEnabled: true,
      },
      [
        'sendGridApiKey',
        'sendGridTemplateID',
        'sendGridUnsubscribeGroupID',
        'senderName',
        'senderEmail',
        'allowEmailReplies',
      ],
      asData,
    ),
  ],
};
