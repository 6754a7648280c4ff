import type { App } from '../app/app.ts';
import type { ApiRoute, PathCall } from '../app/route.ts';
import { findDocument, keepDocument, listDocuments, removeDocument } from '../stores/documents.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import { invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { ANY_OBJECT, exact, listOf } from '../wire/json-schema.ts';
import { type FieldReader, type Fields, givenOf, isObject, LIMITS } from '../wire/validation.ts';
import { notificationRoute as route, SUCCEEDS, SUCCESS } from './settings.ts';

/** The two push services. */
export type PushKind = 'fcm' | 'apns';

const DEFAULT = 'default push provider';

/** The id of the provider that tokens without one use. Undefined if none was made the default. */
export function defaultProvider({ db }: App, kind: PushKind): string | undefined {
  return findDocument(db, { kind: DEFAULT, id: kind })?.['providerId'] as string | undefined;
}

/** The providers of a kind, with their secrets: the calls that answer them are not for the web view. */
const PROVIDERS: AnswerSchema = { data: exact({ pushProviders: listOf(ANY_OBJECT) }) };

/** The most characters of a secret such as a private key; not documented. */
const MAX_SECRET = 10_000;

const FCM = {
  providerId: field.requiredText(100),
  serviceAccountFilename: field.text(255),
  serviceAccountCreds: field.nested(ANY_OBJECT),
  notificationInPayload: field.nested(ANY_OBJECT),
} as const;

const APNS = {
  providerId: field.requiredText(100),
  keyId: field.text(100),
  teamId: field.text(100),
  bundleId: field.text(255),
  p8KeyFilename: field.text(255),
  p8Key: field.text(MAX_SECRET),
  includeContentAvailable: field.optionalFlag,
  includeMutableContent: field.optionalFlag,
  productionMode: field.optionalFlag,
} as const;

const CREDENTIALS = ['project_id', 'client_email', 'private_key', 'private_key_id'];

/** Credentials need all of their texts; what goes into a payload is true or false, for chat and for calls. */
function checkFcm(reader: FieldReader, { serviceAccountCreds, notificationInPayload }: Fields): void {
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= MAX_SECRET;
  if (isObject(serviceAccountCreds)) {
    for (const name of CREDENTIALS.filter((one) => !isText(serviceAccountCreds[one])))
      reader.problem(`serviceAccountCreds.${name}`, `The serviceAccountCreds.${name} field is required.`);
  }
  const platforms = isObject(notificationInPayload) ? Object.entries(notificationInPayload) : [];
  for (const [platform, choice] of platforms) {
    const isChoice = isObject(choice) && Object.values(choice).every((value) => typeof value === 'boolean');
    if (isChoice && ['ios', 'android', 'web'].includes(platform)) continue;
    reader.problem('notificationInPayload', `The notificationInPayload.${platform} is invalid.`);
  }
}

/** A provider by its id. Refuses one that does not exist. */
function providerOf({ db }: App, kind: PushKind, id: string): Fields {
  const provider = findDocument(db, { kind, id });
  if (provider) return provider;
  throw invalid({ providerId: ['The selected providerId does not exist.'] });
}

const NAMES = { fcm: 'Firebase Cloud Messaging', apns: 'the Apple Push Notification service' } as const;

/** The calls that change one provider, named by the path. */
function routesOfOne(kind: PushKind): readonly ApiRoute[] {
  const path = `/notifications/push/v1/providers/${kind}` as const;
  const named = ({ app, params }: PathCall): string => {
    const id = params['providerId'] ?? '';
    providerOf(app, kind, id);
    return id;
  };
  return [
    route(`DELETE ${path}/{providerId}`, {
      summary: `Remove a provider of ${NAMES[kind]}`,
      answers: SUCCEEDS,
      answer: (call) => {
        const id = named(call);
        removeDocument(call.app.db, { kind, id });
        if (defaultProvider(call.app, kind) === id) removeDocument(call.app.db, { kind: DEFAULT, id: kind });
        return SUCCESS;
      },
    }),
    route(`PUT ${path}/default/{providerId}`, {
      summary: `Make a provider of ${NAMES[kind]} the one of tokens that name none`,
      answers: SUCCEEDS,
      answer: (call) => {
        keepDocument(call.app.db, { kind: DEFAULT, id: kind }, { providerId: named(call) });
        return SUCCESS;
      },
    }),
  ];
}

/** The calls about all providers of one push service. */
function routesOf<F extends Fields>(kind: PushKind, body: field.Shape<F>): readonly ApiRoute[] {
  const path = `/notifications/push/v1/providers/${kind}` as const;
  return [
    route(`GET ${path}`, {
      summary: `List the providers of ${NAMES[kind]}, with their secrets`,
      secrets: true,
      answers: PROVIDERS,
      answer: ({ app }) => ({ data: JSON.stringify({ pushProviders: listDocuments(app.db, kind) }) }),
    }),
    route(`POST ${path}`, {
      summary: `Add a provider of ${NAMES[kind]}. The sandbox keeps it and connects to nothing`,
      body,
      answers: SUCCEEDS,
      answer: ({ app, body: provider }) => {
        const id = String(provider['providerId']);
        if (findDocument(app.db, { kind, id })) {
          throw invalid({ providerId: ['The providerId has already been taken.'] });
        }
        keepDocument(app.db, { kind, id }, givenOf(provider));
        return SUCCESS;
      },
    }),
    route(`PUT ${path}`, {
      summary: `Change the provider of ${NAMES[kind]} that the body names by its providerId`,
      body,
      answers: SUCCEEDS,
      answer: ({ app, body: provider }) => {
        const id = String(provider['providerId']);
        keepDocument(app.db, { kind, id }, { ...providerOf(app, kind, id), ...givenOf(provider) });
        return SUCCESS;
      },
    }),
    ...routesOfOne(kind),
  ];
}

/** The calls about providers of pushes. */
export const pushProviderRoutes: readonly ApiRoute[] = [
  ...routesOf('fcm', field.shape(FCM, checkFcm)),
  ...routesOf('apns', field.shape(APNS)),
];

const text = field.requiredText(LIMITS.userAgent);

/** A boolean that must be there. */
const requiredFlag = field.required(field.flag, false);

/** A webhook of one's own, in the place of a provider. */
const CUSTOM = {
  isEnabled: requiredFlag,
  webhookURL: { ...field.url, required: true },
  useBasicAuth: requiredFlag,
  basicAuthUsername: field.text(50),
  basicAuthPassword: field.text(100),
} as const;

function checkCustom(reader: FieldReader, { useBasicAuth }: { readonly useBasicAuth: boolean }): void {
  const needed = ['webhookURL', ...(useBasicAuth ? ['basicAuthUsername', 'basicAuthPassword'] : [])];
  for (const name of needed) reader.mustHave(name);
}

const TWILIO = {
  twilioAccountSID: text,
  twilioAuthToken: text,
  twilioSenderPhoneNumber: text,
  isEnabled: field.flag,
} as const;

const SENDGRID = {
  sendGridApiKey: text,
  sendGridTemplateID: text,
  sendGridUnsubscribeGroupID: text,
  senderName: text,
  senderEmail: text,
  allowEmailReplies: requiredFlag,
  senderEmailForReplies: field.text(LIMITS.description),
  isEnabled: field.flag,
} as const;

/** A provider of which an app has at most one. */
type Single = {
  readonly path: `/notifications/${string}`;
  readonly what: string;
  readonly body: field.Shape<Fields>;
  /** The answer has a list, as that of other push providers. */
  readonly listed?: true;
};

const SINGLES: readonly Single[] = [
  {
    path: '/notifications/push/v1/providers/custom',
    what: 'the custom provider of pushes',
    body: field.shape(CUSTOM, checkCustom),
    listed: true,
  },
  {
    path: '/notifications/sms/v1/providers/custom',
    what: 'the custom provider of text messages',
    body: field.shape({ ...CUSTOM, useStoredPhNo: requiredFlag }, checkCustom),
  },
  {
    path: '/notifications/email/v1/providers/custom',
    what: 'the custom provider of e-mails',
    body: field.shape({ ...CUSTOM, useStoredEmailID: requiredFlag }, checkCustom),
  },
  {
    path: '/notifications/sms/v1/providers/twilio',
    what: 'the account of Twilio',
    body: field.shape(TWILIO),
  },
  {
    path: '/notifications/email/v1/providers/sendgrid',
    what: 'the account of SendGrid',
    body: field.shape(SENDGRID),
  },
];

const ONE: AnswerSchema = { data: ANY_OBJECT };

function singleRoutes({ path, what, body, listed }: Single): readonly ApiRoute[] {
  const key = { kind: path };
  const answers = listed ? PROVIDERS : ONE;
  const shown = (provider: Fields | undefined): string =>
    JSON.stringify(listed ? { pushProviders: provider ? [provider] : [] } : (provider ?? {}));
  const write = (method: 'POST' | 'PUT', summary: string) =>
    route(`${method} ${path}`, {
      summary,
      body,
      answers,
      answer: ({ app, body: given }) => {
        const provider = givenOf(given);
        keepDocument(app.db, key, provider);
        return { data: shown(provider) };
      },
    });
  return [
    route(`GET ${path}`, {
      summary: `Get ${what}, with its secrets`,
      secrets: true,
      answers,
      answer: ({ app }) => ({ data: shown(findDocument(app.db, key)) }),
    }),
    write('POST', `Set ${what}. The sandbox keeps it and connects to nothing`),
    write('PUT', `Replace ${what}`),
    route(`DELETE ${path}`, {
      summary: `Remove ${what}`,
      answers: SUCCEEDS,
      answer: ({ app }) => {
        removeDocument(app.db, key);
        return SUCCESS;
      },
    }),
  ];
}

/** The calls about providers of which an app has at most one. */
export const singleProviderRoutes: readonly ApiRoute[] = SINGLES.flatMap(singleRoutes);
