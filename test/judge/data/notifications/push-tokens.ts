import type { Resource, Step } from '../../entry.ts';

const TOKEN = {
  authToken: 'string',
  pushTokenType: 'chat',
  createdAt: 'string',
  platform: 'string',
  providerId: 'string',
  pushToken: 'string',
  uid: 'ann',
  updatedAt: 'string',
} as const;

const TOKENS = { data: { pushTokens: [TOKEN] } } as const;

const provider: Step = {
  call: 'POST /notifications/push/v1/providers/fcm',
  body: {
    providerId: 'fcm-1',
    serviceAccountFilename: 'account.json',
    serviceAccountCreds: {
      project_id: 'p',
      client_email: 'a@example.com',
      private_key: 'k',
      private_key_id: 'i',
    },
  },
};

const login: Step = {
  call: 'POST /users/{uid}/auth_tokens',
  path: { uid: 'ann' },
  body: { force: true },
  keep: { token: 'data.authToken' },
};

const body = {
  platform: 'fcm_android',
  providerId: 'fcm-1',
  authToken: '{token}',
  timezone: 'Asia/Tokyo',
  fcmToken: 'push-1',
} as const;

const registered = [provider, login, { call: 'POST /notifications/push/v1/tokens', body }] as const;

/** The places that notifications of a user are pushed to. */
export const pushTokens: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /notifications/push/v1/tokens',
      source: 'N notifications-push-register-token',
      fields: {
        platform:
          'fcm_android|fcm_ios|fcm_web|fcm_flutter_android|fcm_flutter_ios|fcm_react_native_android|fcm_react_native_ios|fcm_ionic_cordova_android|fcm_ionic_cordova_ios|apns_ios_device|apns_ios_voip|apns_flutter_device|apns_flutter_voip|apns_react_native_device|apns_react_native_voip|apns_ionic_cordova_device|apns_ionic_cordova_voip',
        'providerId?': 'string',
        'authToken?': 'string',
        'timezone?': 'string',
        'fcmToken?': 'string',
        'deviceToken?': 'string',
        'voipToken?': 'string',
      },
      examples: [{ given: [provider, login], body, answer: { data: { success: 'true' } } }],
      refusals: [
        {
          given: [login],
          body: { ...body, providerId: 'none' },
          code: 'ERR_BAD_REQUEST',
          source: 'U 3, must exist, code not published',
        },
      ],
    },
    {
      call: 'GET /notifications/push/v1/tokens',
      source: 'N notifications-push-list-tokens',
      examples: [
        { given: registered, query: { authToken: '{token}' }, answer: TOKENS },
        { given: registered, query: { authToken: '{token}', all: true }, answer: TOKENS },
      ],
      refusals: [{ code: 'ERR_BAD_REQUEST' }],
    },
    {
      call: 'DELETE /notifications/push/v1/tokens',
      source: 'N notifications-push-unregister-tokens',
      fields: { authToken: 'string' },
      examples: [
        { given: registered, body: { authToken: '{token}' }, answer: TOKENS },
        { given: registered, query: { all: true }, body: { authToken: '{token}' }, answer: TOKENS },
      ],
    },
    {
      call: 'DELETE /notifications/push/v1/tokens/{pushToken}',
      source: 'N notifications-push-delete-token',
      fields: { authToken: 'string' },
      examples: [
        { given: registered, path: { pushToken: 'push-1' }, body: { authToken: '{token}' }, answer: TOKENS },
      ],
    },
  ],
};
