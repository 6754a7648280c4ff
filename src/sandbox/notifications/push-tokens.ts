import type { App } from '../app/app.ts';
import type { ApiRoute } from '../app/route.ts';
import { findDocument, keepDocument, listDocuments, removeDocument } from '../stores/documents.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import { ApiError, invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { atLeast, exact, listOf, TEXT } from '../wire/json-schema.ts';
import * as param from '../wire/param.ts';
import { defaultProvider, type PushKind } from './push-providers.ts';
import { notificationRoute as route, SUCCEEDS, SUCCESS } from './settings.ts';

const PATH = '/notifications/push/v1/tokens';
const TOKEN = 'push token';

const FRAMEWORKS = ['flutter', 'react_native', 'ionic_cordova'] as const;

/** Platforms that take tokens of FCM, and those that take tokens of APNS. */
const FCM = ['android', 'ios', 'web', ...FRAMEWORKS.flatMap((one) => [`${one}_android`, `${one}_ios`])];
const APNS = ['ios', ...FRAMEWORKS];

/** Every platform with the kind of its provider and the field that has its token. */
const PLATFORMS: Readonly<Record<string, readonly [kind: PushKind, field: TokenField]>> = Object.fromEntries([
  ...FCM.map((name) => [`fcm_${name}`, ['fcm', 'fcmToken']] as const),
  ...APNS.flatMap((name) => [
    [`apns_${name}_device`, ['apns', 'deviceToken']] as const,
    [`apns_${name}_voip`, ['apns', 'voipToken']] as const,
  ]),
]);

type TokenField = 'fcmToken' | 'deviceToken' | 'voipToken';

/** The most characters of a push token; not documented. */
const MAX_TOKEN = 500;

const tokenText = field.text(MAX_TOKEN);

function userOf({ authTokens }: App, authToken: string): string {
  const token = authTokens.find(authToken);
  if (token) return token.uid;
  throw new ApiError('AUTH_ERR_AUTH_TOKEN_NOT_FOUND', 'The auth token does not exist.');
}

type PushToken = {
  readonly authToken: string;
  readonly pushTokenType: 'chat';
  readonly createdAt: string;
  readonly platform: string;
  readonly providerId?: string;
  readonly pushToken: string;
  readonly uid: string;
  readonly updatedAt: string;
};

const LISTED: AnswerSchema = {
  data: exact({
    pushTokens: listOf(
      atLeast({ authToken: TEXT, platform: TEXT, pushToken: TEXT, uid: TEXT, createdAt: TEXT }),
    ),
  }),
};

/** The tokens of a user: those that were registered with the auth token, or all. */
function tokensOf(app: App, authToken: string, all: boolean): readonly PushToken[] {
  const tokens = listDocuments(app.db, TOKEN, userOf(app, authToken)) as readonly PushToken[];
  return all ? tokens : tokens.filter((token) => token.authToken === authToken);
}

/** Removes tokens. The answer has what was removed. */
function removed(app: App, pushTokens: readonly PushToken[]) {
  for (const { uid, pushToken } of pushTokens)
    removeDocument(app.db, { kind: TOKEN, owner: uid, id: pushToken });
  return { data: JSON.stringify({ pushTokens }) };
}

const AUTH_TOKEN = field.shape({ authToken: field.requiredText(MAX_TOKEN) });

/** The calls about push tokens. */
export const pushTokenRoutes: readonly ApiRoute[] = [
  route(`POST ${PATH}`, {
    summary: 'Register a push token for the user of an auth token. The sandbox keeps it and pushes nothing',
    body: field.shape({
      platform: field.requiredText(100),
      authToken: field.requiredText(MAX_TOKEN),
      providerId: field.text(100),
      timezone: field.text(100),
      fcmToken: tokenText,
      deviceToken: tokenText,
      voipToken: tokenText,
    }),
    answers: SUCCEEDS,
    answer: ({ app, body }) => {
      const { platform, authToken } = body;
      const [kind, name] = Object.hasOwn(PLATFORMS, platform) ? (PLATFORMS[platform] ?? []) : [];
      if (!kind || !name) throw invalid({ platform: ['The selected platform is invalid.'] });
      const pushToken = body[name];
      if (!pushToken) throw invalid({ [name]: [`The ${name} field is required for this platform.`] });
      const uid = userOf(app, authToken);
      const providerId = body.providerId ?? defaultProvider(app, kind);
      if (body.providerId !== null && !findDocument(app.db, { kind, id: body.providerId })) {
        throw invalid({ providerId: ['The selected providerId does not exist for this platform.'] });
      }
      const now = new Date(app.now() * 1000).toISOString();
      const key = { kind: TOKEN, owner: uid, id: pushToken };
      const before = findDocument(app.db, key) as PushToken | undefined;
      keepDocument(app.db, key, {
        authToken,
        pushTokenType: 'chat',
        createdAt: before?.createdAt ?? now,
        platform,
        ...(providerId !== undefined && { providerId }),
        pushToken,
        uid,
        updatedAt: now,
      });
      return SUCCESS;
    },
  }),
  route(`GET ${PATH}`, {
    summary: 'List the push tokens that were registered with an auth token, or all of its user',
    secrets: true,
    query: { authToken: param.required(param.text), all: param.flag },
    answers: LISTED,
    answer: ({ app, query }) => ({
      data: JSON.stringify({ pushTokens: tokensOf(app, query.authToken, query.all) }),
    }),
  }),
  route(`DELETE ${PATH}`, {
    summary: 'Remove the push tokens that were registered with an auth token, or all of its user',
    query: { all: param.flag },
    body: AUTH_TOKEN,
    answers: LISTED,
    answer: ({ app, query, body }) => removed(app, tokensOf(app, body.authToken, query.all)),
  }),
  route(`DELETE ${PATH}/{pushToken}`, {
    summary: 'Remove a push token of the user of an auth token',
    body: AUTH_TOKEN,
    answers: LISTED,
    answer: ({ app, params, body }) =>
      removed(
        app,
        tokensOf(app, body.authToken, true).filter(({ pushToken }) => pushToken === params['pushToken']),
      ),
  }),
];
