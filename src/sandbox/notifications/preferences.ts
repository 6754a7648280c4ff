import type { App } from '../app/app.ts';
import type { ApiRoute, Call } from '../app/route.ts';
import { findDocument, keepDocument, removeDocument } from '../stores/documents.ts';
import { uidNotFound } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { ANY_OBJECT, atLeast, FLAG } from '../wire/json-schema.ts';
import * as param from '../wire/param.ts';
import { type FieldReader, type Fields, isObject, normalId } from '../wire/validation.ts';
import { DAYS, MEMBER_KINDS, MESSAGE_KINDS } from './default-settings.ts';
import { notificationRoute as route, SETTINGS, type Settings, settingsOf } from './settings.ts';

const PATH = '/notifications/v1/preferences';

/** The query of the calls about the preferences of a user. */
export const OF_USER = { uid: param.required(param.text) } as const;

/** The user that the query names. */
export function userInQuery({ app, query }: Pick<Call<{ uid: string }>, 'app' | 'query'>): string {
  const uid = normalId(query.uid) ?? '';
  if (!app.users.findActive(uid)) throw uidNotFound(query.uid);
  return uid;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Kinds of settings, each with the name that requests have for it. */
type Names = readonly (readonly [kind: string, name: string])[];

const MUTE: Names = [
  ['dndPreference', 'dnd'],
  ['schedulePreference', 'schedule'],
];

const namesIn = (setting: string, kinds: readonly string[]): Names =>
  kinds.map((kind) => [kind, `${setting}${capital(kind)}`]);

/** The parts of the settings that users override, with the member of a request that does it. */
const PARTS = [
  ['group', 'groupPreferences', namesIn('group', [...MESSAGE_KINDS, ...MEMBER_KINDS])],
  ['oneOnOne', 'oneOnOnePreferences', namesIn('oneOnOne', MESSAGE_KINDS)],
  ['mute', 'mutePreferences', MUTE],
] as const;

/** True if a value is a day of a schedule: two times such as 930 and 1745, and whether it is quiet between them. */
function isDay(value: unknown): boolean {
  if (!isObject(value)) return false;
  const isTime = (time: unknown) =>
    Number.isInteger(time) && Number(time) >= 0 && Number(time) <= 2359 && Number(time) % 100 < 60;
  return isTime(value['from']) && isTime(value['to']) && typeof value['dnd'] === 'boolean';
}

function checkMute(reader: FieldReader, { dnd, schedule }: Fields): void {
  if (dnd !== undefined && dnd !== 1 && dnd !== 2) {
    reader.problem('mutePreferences.dnd', 'The mutePreferences.dnd must be 1 or 2.');
  }
  const days: readonly string[] = DAYS;
  const isSchedule =
    isObject(schedule) &&
    Object.entries(schedule).every(([day, value]) => days.includes(day) && isDay(value));
  if (schedule !== undefined && !isSchedule) {
    reader.problem('mutePreferences.schedule', 'The mutePreferences.schedule has a wrong day.');
  }
}

/** The body of a change. Only known members are kept. */
const CHANGES = field.shape(
  {
    groupPreferences: field.nested(ANY_OBJECT),
    oneOnOnePreferences: field.nested(ANY_OBJECT),
    mutePreferences: field.nested(ANY_OBJECT),
    usePrivacyTemplate: { schema: FLAG, read: (reader, name) => reader.value(name) },
  },
  (reader, body) => {
    for (const [, member, names] of PARTS) {
      if (member === 'mutePreferences') continue;
      for (const [kind, name] of names) {
        const value = body[member]?.[name];
        const max = MESSAGE_KINDS.some((one) => one === kind) ? 3 : 2;
        if (value === undefined || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max))
          continue;
        reader.problem(`${member}.${name}`, `The ${member}.${name} must be between 1 and ${max}.`);
      }
    }
    checkMute(reader, body.mutePreferences ?? {});
    const isPrivate = body.usePrivacyTemplate ?? undefined;
    if (isPrivate !== undefined && typeof isPrivate !== 'boolean') {
      reader.problem('usePrivacyTemplate', 'The usePrivacyTemplate field must be true or false.');
    }
  },
);

/** The choices that a request names, of those there are. */
const choicesOf = (given: Fields, names: Names): Fields =>
  Object.fromEntries(names.flatMap(([, name]) => (Object.hasOwn(given, name) ? [[name, given[name]]] : [])));

const keyOf = (owner: string) => ({ kind: 'notification preferences', owner });
const part = (from: Fields, name: string): Fields => (isObject(from[name]) ? from[name] : {});

/** Settings of the app with a user's own choices in their place, where the app lets users override them. */
function overridden(settings: Fields, own: Fields, names: Names): Fields {
  const changed = names.flatMap(([kind, name]) =>
    own[name] === undefined || settings[`${kind}Override`] === false ? [] : [[`${kind}Setting`, own[name]]],
  );
  return { ...settings, ...Object.fromEntries(changed) };
}

/** Choices of a user. Days of a schedule that they do not name stay as they are in `before`. */
function withSchedule(own: Fields, before: Fields): Fields {
  const mute = part(own, 'mutePreferences');
  return { ...own, mutePreferences: { ...mute, schedule: { ...before, ...part(mute, 'schedule') } } };
}

/** Settings as a user gets them: the settings of the app, with the user's own choices. */
function preferencesOf(app: App, uid: string): Settings {
  const { preferences, sound, templates } = settingsOf(app);
  const stored = findDocument(app.db, keyOf(uid)) ?? {};
  const own = withSchedule(stored, part(part(preferences, 'mute'), 'schedulePreferenceSetting'));
  const isPrivate = own['usePrivacyTemplate'];
  const template = templates['usePrivacyTemplate'] === 3 && isPrivate !== undefined;
  const shown = PARTS.map(([setting, member, names]) => [
    setting,
    overridden(part(preferences, setting), part(own, member), names),
  ]);
  return {
    preferences: Object.fromEntries(shown),
    sound,
    templates: template ? { ...templates, usePrivacyTemplate: isPrivate === true ? 2 : 1 } : templates,
  };
}

/** The calls about the choices of a user. */
export const preferenceRoutes: readonly ApiRoute[] = [
  route(`GET ${PATH}`, {
    summary: 'The settings of notifications for a user: those of the app, with its own choices',
    query: OF_USER,
    answers: SETTINGS,
    answer: (call) => ({ data: JSON.stringify(preferencesOf(call.app, userInQuery(call))) }),
  }),
  route(`PATCH ${PATH}`, {
    summary: "Change a user's own choices; all others stay as they are",
    query: OF_USER,
    body: CHANGES,
    answers: SETTINGS,
    answer: (call) => {
      const { app, body } = call;
      const uid = userInQuery(call);
      const own = findDocument(app.db, keyOf(uid)) ?? {};
      const changed = PARTS.map(([, member, names]) => [
        member,
        { ...part(own, member), ...choicesOf(body[member] ?? {}, names) },
      ]);
      const before = part(part(own, 'mutePreferences'), 'schedule');
      keepDocument(app.db, keyOf(uid), {
        ...withSchedule(Object.fromEntries(changed), before),
        usePrivacyTemplate: body.usePrivacyTemplate ?? own['usePrivacyTemplate'],
      });
      return { data: JSON.stringify(preferencesOf(app, uid)) };
    },
  }),
  route(`DELETE ${PATH}`, {
    summary: "Remove a user's own choices. The answer has the names of the request of a change",
    query: OF_USER,
    answers: {
      data: atLeast({
        groupPreferences: ANY_OBJECT,
        oneOnOnePreferences: ANY_OBJECT,
        mutePreferences: ANY_OBJECT,
        usePrivacyTemplate: FLAG,
      }),
    },
    answer: (call) => {
      const uid = userInQuery(call);
      removeDocument(call.app.db, keyOf(uid));
      const { preferences, templates } = preferencesOf(call.app, uid);
      const named = PARTS.map(([setting, member, names]) => {
        const from = part(preferences, setting);
        return [member, Object.fromEntries(names.map(([kind, name]) => [name, from[`${kind}Setting`]]))];
      });
      const usePrivacyTemplate = templates['usePrivacyTemplate'] === 2;
      return { data: JSON.stringify({ ...Object.fromEntries(named), usePrivacyTemplate }) };
    },
  }),
];
