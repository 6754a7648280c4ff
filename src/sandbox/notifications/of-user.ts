import { checkExists } from '../app/receivers.ts';
import type { ApiRoute, Call } from '../app/route.ts';
import { findDocument, keepDocument, listDocuments, removeDocument } from '../stores/documents.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import { invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { ANY_OBJECT, atLeast, exact, listOf, TEXT, wordOf } from '../wire/json-schema.ts';
import { isObject, normalId } from '../wire/validation.ts';
import { OF_USER, userInQuery } from './preferences.ts';
import { notificationRoute as route, SUCCEEDS, SUCCESS } from './settings.ts';

const MUTE_PATH = '/notifications/v1/preferences/mute';
const MUTE = 'muted conversation';
/** The most conversations of one request; not documented. */
const MAX_MUTED = 100;

/** A conversation, and until when it is muted, in milliseconds since the epoch. */
type Mute = { readonly id: string; readonly type: 'oneOnOne' | 'group'; readonly until: number };

const MUTED = exact({
  id: TEXT,
  type: wordOf(['oneOnOne', 'group']),
  until: { type: 'integer', description: 'milliseconds' },
});

function muteOf(value: unknown): Mute | undefined {
  if (!isObject(value)) return undefined;
  const { type, until = 0 } = value;
  const id = normalId(value['id']);
  if (id === undefined || (type !== 'oneOnOne' && type !== 'group') || !Number.isSafeInteger(until))
    return undefined;
  return { id, type, until: Number(until) };
}

/** Conversations to mute or to unmute; `until` is 0 where it is missing. */
const CONVERSATIONS = field.shape({
  conversations: field.items(
    { min: 1, max: MAX_MUTED, what: `1 to ${MAX_MUTED} objects of id and type` },
    ANY_OBJECT,
    muteOf,
  ),
});

const keyOf = (owner: string, { type, id }: Mute) => ({ kind: MUTE, owner, id: `${type} ${id}` });

const mute = route(`PUT ${MUTE_PATH}`, {
  summary: 'Mute conversations of a user until a time in the future, in milliseconds',
  query: OF_USER,
  body: CONVERSATIONS,
  answers: SUCCEEDS,
  answer: (call) => {
    const { app, body } = call;
    const uid = userInQuery(call);
    for (const one of body.conversations) {
      checkExists(app, one.type === 'group' ? 'group' : 'user', one.id);
      if (one.until <= app.now() * 1000) {
        throw invalid({ until: ['The until must be a time in the future, in milliseconds.'] });
      }
      keepDocument(app.db, keyOf(uid, one), one);
    }
    return SUCCESS;
  },
});

const TIMEZONE_PATH = '/notifications/v1/preferences/timezone';
const TIMEZONE: AnswerSchema = { data: atLeast({ timezone: TEXT }) };
const zoneOf = (owner: string) => ({ kind: 'notification timezone', owner });

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const CONTACT_PATH = '/notifications/v1/contact-details';
const CONTACT: AnswerSchema = { data: exact({}, { email: TEXT, phno: TEXT }) };
const contactOf = ({ actor }: Pick<Call, 'actor'>) => ({
  kind: 'contact details',
  owner: actor?.uid ?? '',
});

/** The calls about what the service knows of a user for notifications, besides its choices. */
export const ofUserRoutes: readonly ApiRoute[] = [
  route(`GET ${MUTE_PATH}`, {
    summary: 'List the conversations that a user has muted, without those whose time is over',
    query: OF_USER,
    answers: { data: atLeast({ mutedConversations: listOf(MUTED) }) },
    answer: (call) => {
      const mutes = listDocuments(call.app.db, MUTE, userInQuery(call)) as readonly Mute[];
      const now = call.app.now() * 1000;
      return { data: JSON.stringify({ mutedConversations: mutes.filter(({ until }) => until > now) }) };
    },
  }),
  mute,
  route(`DELETE ${MUTE_PATH}`, {
    summary: 'Unmute conversations of a user; those that are not muted stay as they are',
    query: OF_USER,
    body: CONVERSATIONS,
    answers: SUCCEEDS,
    answer: (call) => {
      const uid = userInQuery(call);
      for (const one of call.body.conversations) removeDocument(call.app.db, keyOf(uid, one));
      return SUCCESS;
    },
  }),
  route(`GET ${TIMEZONE_PATH}`, {
    summary: 'The time zone of a user, UTC unless it was set',
    query: OF_USER,
    answers: TIMEZONE,
    answer: (call) => ({
      data: JSON.stringify(findDocument(call.app.db, zoneOf(userInQuery(call))) ?? { timezone: 'UTC' }),
    }),
  }),
  route(`PATCH ${TIMEZONE_PATH}`, {
    summary: 'Set the time zone of a user, such as Asia/Tokyo',
    query: OF_USER,
    body: field.shape({ timezone: field.requiredText(100) }, (reader, { timezone }) => {
      if (timezone !== '' && !isTimezone(timezone)) {
        reader.problem('timezone', 'The timezone must be a valid zone.');
      }
    }),
    answers: TIMEZONE,
    answer: (call) => {
      keepDocument(call.app.db, zoneOf(userInQuery(call)), call.body);
      return { data: JSON.stringify(call.body) };
    },
  }),
  route(`GET ${CONTACT_PATH}`, {
    summary: 'The e-mail address and phone number of the acting user',
    behalf: 'required',
    secrets: true,
    answers: CONTACT,
    answer: (call) => ({ data: JSON.stringify(findDocument(call.app.db, contactOf(call)) ?? {}) }),
  }),
  route(`PATCH ${CONTACT_PATH}`, {
    summary: 'Set the e-mail address or the phone number, with its country code, of the acting user',
    behalf: 'required',
    body: field.shape({ email: field.text(255), phno: field.text(20) }, (reader, { email, phno }) => {
      if (email === null && phno === null) reader.problem('email', 'One of email and phno is required.');
      if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) {
        reader.problem('email', 'The email must be a valid address.');
      }
      if (phno !== null && !/^\+\d{6,15}$/.test(phno)) {
        reader.problem('phno', 'The phno must be a number with its country code, such as +15550100.');
      }
    }),
    answers: CONTACT,
    answer: (call) => {
      const { email, phno } = call.body;
      const given = { ...(email !== null && { email }), ...(phno !== null && { phno }) };
      const contact = { ...findDocument(call.app.db, contactOf(call)), ...given };
      keepDocument(call.app.db, contactOf(call), contact);
      return { data: JSON.stringify(contact) };
    },
  }),
  route(`DELETE ${CONTACT_PATH}`, {
    summary: 'Remove the contact details of the acting user',
    behalf: 'required',
    answers: SUCCEEDS,
    answer: (call) => {
      removeDocument(call.app.db, contactOf(call));
      return SUCCESS;
    },
  }),
];
