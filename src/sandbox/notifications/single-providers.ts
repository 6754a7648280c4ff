import type { ApiRoute } from '../app/route.ts';
import { findDocument, keepDocument, removeDocument } from '../stores/documents.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import * as field from '../wire/field.ts';
import { type FieldReader, type Fields, givenOf, LIMITS } from '../wire/validation.ts';
import { PROVIDERS } from './push-providers.ts';
import { notificationRoute as route, SUCCEEDS, SUCCESS } from './settings.ts';

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
  for (const name of needed) reader.require(name);
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

const ONE: AnswerSchema = { data: { type: 'object' } };

function routesOf({ path, what, body, listed }: Single): readonly ApiRoute[] {
  const key = { kind: path };
  const answers = listed ? PROVIDERS : ONE;
  const shown = (provider: Fields | undefined): string =>
    JSON.stringify(listed ? { pushProviders: provider ? [provider] : [] } : (provider ?? {}));
  const write = (method: 'POST' | 'PUT', summary: string) =>
    route({
      method,
      path,
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
    route({
      method: 'GET',
      path,
      summary: `Get ${what}, with its secrets`,
      secrets: true,
      answers,
      answer: ({ app }) => ({ data: shown(findDocument(app.db, key)) }),
    }),
    write('POST', `Set ${what}. The sandbox keeps it and connects to nothing`),
    write('PUT', `Replace ${what}`),
    route({
      method: 'DELETE',
      path,
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
export const singleProviderRoutes: readonly ApiRoute[] = SINGLES.flatMap(routesOf);
