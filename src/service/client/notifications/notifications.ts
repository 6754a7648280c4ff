import type { Query } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, AsApp, Caller } from '../caller.ts';
import {
  arrayOf,
  either,
  fields,
  fitting,
  id,
  maybe,
  numeric,
  object,
  reshaped,
  type ShapeOf,
  string,
  unknownValue,
} from '../field.ts';
import { emailProviders, pushProviders, smsProviders } from './providers.ts';
import { pushTokens } from './push-tokens.ts';

/** The vendor's schema prints a list for these, and its example an object. */
const part = either(object, arrayOf(unknownValue));

const settingsShape = fields({
  preferences: maybe(part),
  sound: maybe(part),
  templates: maybe(part),
});

/**
 * The notification settings of an app, or those that apply to a user. Unknown properties are kept.
 * @useDeclaredType
 */
export type NotificationSettings = Readonly<ShapeOf<typeof settingsShape>>;

export type SettingChanges = {
  readonly preferences?: Readonly<Record<string, unknown>>;
  readonly sound?: Readonly<Record<string, unknown>>;
  readonly templates?: Readonly<Record<string, unknown>>;
};

/** 1: none; 2: all; 3: only mentions. For reactions 2 means those to the user's own messages, and 3 all. */
type Choice = 1 | 2 | 3;

export type PreferenceChanges = {
  /** Choices by name: `groupMessages`, `groupReplies`, `groupReactions`, `groupMemberLeft`, … */
  readonly groupPreferences?: Readonly<Record<string, Choice>>;
  /** Choices by name: `oneOnOneMessages`, `oneOnOneReplies`, `oneOnOneQuotedReplies`, `oneOnOneReactions`. */
  readonly oneOnOnePreferences?: Readonly<Record<string, Choice>>;
  readonly mutePreferences?: {
    /** 1: off; 2: on. */
    readonly dnd?: 1 | 2;
    /** Times such as 930 (9:30) and 1745 (17:45), by day. */
    readonly schedule?: Readonly<
      Record<string, { readonly from: number; readonly to: number; readonly dnd: boolean }>
    >;
  };
  readonly usePrivacyTemplate?: boolean;
};

/** A conversation: the uid of the other user, or a guid. */
export type NotifiedConversation = { readonly id: string; readonly type: 'oneOnOne' | 'group' };

const mutedShape = fields({ id, type: maybe(string), until: maybe(numeric) });

/**
 * A muted conversation. `until` is in milliseconds since 1970. Unknown properties are kept.
 * @useDeclaredType
 */
export type MutedConversation = Readonly<ShapeOf<typeof mutedShape>>;

const contactShape = fields({ email: maybe(string), phno: maybe(string) });

/**
 * The e-mail address and phone number to which a user's notifications are sent.
 * @useDeclaredType
 */
export type ContactDetails = Readonly<ShapeOf<typeof contactShape>>;

/** Settings, choices of users, push tokens, providers and the log of notifications. */
export const notifications = (call: Caller) => ({
  settings: settings(call),
  preferences: preferences(call),
  mutes: mutes(call),
  contact: contact(call),
  tokens: pushTokens(call),
  push: pushProviders(call),
  sms: smsProviders(call),
  email: emailProviders(call),

  /** Gets one page of the notification log, newest first. Add `next` to the query to get the next page. */
  logs: (query: Query = {}, options?: AsApp): ApiPromise<LogPage> => {
    const rows = arrayOf(object);
    return call.read(endpoints.listNotificationLogs, rows, { query }, options, ({ data, meta }) => {
      return { rows: data, next: fitting(object, meta['next']) };
    });
  },
});

export type LogPage = {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Undefined on the last page. */
  readonly next: Readonly<Record<string, unknown>> | undefined;
};

const settings = (call: Caller) => ({
  get: (options?: AsApp): ApiPromise<NotificationSettings> =>
    call.data(endpoints.getNotificationSettings, settingsShape, {}, options),

  /** Changes the given parts. All others keep their values. */
  update: (changes: SettingChanges, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.updateNotificationSettings, { body: changes }, options),

  reset: (options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.resetNotificationSettings, {}, options),
});

const zoneShape = reshaped(fields({ timezone: string }), ({ timezone }) => timezone);

const ofUser = (uid: string) => ({ given: { uid }, query: { uid } });

const preferences = (call: Caller) => ({
  get: (uid: string, options?: AsApp): ApiPromise<NotificationSettings> =>
    call.data(endpoints.getNotificationPreferences, settingsShape, ofUser(uid), options),

  update: (uid: string, changes: PreferenceChanges, options?: AsApp): ApiPromise<NotificationSettings> => {
    const input = { ...ofUser(uid), body: changes };
    return call.data(endpoints.updateNotificationPreferences, settingsShape, input, options);
  },

  /** Removes the choices of a user. The response has the field names of PreferenceChanges. */
  reset: (uid: string, options?: AsApp): ApiPromise<Readonly<Record<string, unknown>>> =>
    call.data(endpoints.resetNotificationPreferences, object, ofUser(uid), options),

  getTimezone: (uid: string, options?: AsApp): ApiPromise<string> =>
    call.data(endpoints.getNotificationTimezone, zoneShape, ofUser(uid), options),

  /** Sets a user's time zone: a name of the time zone database, such as `Asia/Tokyo`. */
  setTimezone: (uid: string, timezone: string, options?: AsApp): ApiPromise<string> => {
    const input = { ...ofUser(uid), args: { timezone } };
    return call.data(endpoints.updateNotificationTimezone, zoneShape, input, options);
  },
});

const mutesShape = reshaped(
  fields({ mutedConversations: arrayOf(mutedShape) }),
  ({ mutedConversations }) => mutedConversations,
);

const muteInput = (uid: string, conversations: readonly NotifiedConversation[]) => ({
  ...ofUser(uid),
  args: { conversations },
});

const mutes = (call: Caller) => ({
  list: (uid: string, options?: AsApp): ApiPromise<readonly MutedConversation[]> =>
    call.data(endpoints.getMutedConversations, mutesShape, ofUser(uid), options),

  /** Mutes conversations. `until` is a time in the future, in milliseconds since 1970. */
  add: (
    uid: string,
    conversations: readonly (NotifiedConversation & { readonly until: number })[],
    options?: AsApp,
  ): ApiPromise<Acknowledgement> =>
    call.done(endpoints.muteConversations, muteInput(uid, conversations), options),

  remove: (
    uid: string,
    conversations: readonly NotifiedConversation[],
    options?: AsApp,
  ): ApiPromise<Acknowledgement> =>
    call.done(endpoints.unmuteConversations, muteInput(uid, conversations), options),
});

const contact = (call: Caller) => ({
  get: (options: Acting): ApiPromise<ContactDetails> =>
    call.data(endpoints.getContactDetails, contactShape, {}, options),

  update: (
    details: { readonly email?: string; readonly phno?: string },
    options: Acting,
  ): ApiPromise<ContactDetails> =>
    call.data(endpoints.updateContactDetails, contactShape, { body: details }, options),

  remove: (options: Acting): ApiPromise<Acknowledgement> =>
    call.done(endpoints.removeContactDetails, {}, options),
});
