import type { App } from '../app/app.ts';
import { type ApiRoute, type RouteAnswer, routeOf } from '../app/route.ts';
import { findDocument, keepDocument, removeDocument } from '../stores/documents.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import { invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { ANY_OBJECT, exact, FLAG } from '../wire/json-schema.ts';
import { type Fields, isObject, LIMITS } from '../wire/validation.ts';
import { DEFAULT_SETTINGS } from './default-settings.ts';

/** Declares a call of this resource. */
export const notificationRoute = routeOf({ tag: 'Notifications' });
const PATH = '/notifications/v1/settings';
const KEY = { kind: 'notification settings' } as const;

/** The answer that only says that the call succeeded. */
export const SUCCESS: RouteAnswer = { data: '{"success":true}' };
/** Its schema. */
export const SUCCEEDS: AnswerSchema = { data: exact({ success: FLAG }) };

const PARTS = ['preferences', 'sound', 'templates'] as const;

/** The schema of settings, and of what a user sees of them. */
export const SETTINGS: AnswerSchema = {
  data: exact({ preferences: ANY_OBJECT, sound: ANY_OBJECT, templates: ANY_OBJECT }),
};

/** The settings of an app. */
export type Settings = { readonly [K in (typeof PARTS)[number]]: Fields };

/** The settings of the app: those it has changed, else the defaults. */
export function settingsOf({ db }: App): Settings {
  return merged(DEFAULT_SETTINGS, findDocument(db, KEY) ?? {}) as Settings;
}

/** Members of `changes` replace members of the same name; objects are merged. */
function merged(before: Fields, changes: Fields): Fields {
  const all: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    const both = isObject(old) && isObject(value) && name !== 'customJson';
    // A defined property, so that a member `__proto__` is a member like any other.
    const changed = both ? merged(old, value) : value;
    Object.defineProperty(all, name, {
      value: changed,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return all;
}

/** The documented numbers: 1 none, 2 all, 3 only mentions; of reactions 3 means all. */
const THREE = /^(?:messages|replies|quotedReplies|reactions)Setting$|^usePrivacyTemplate$/;
const NUMBERED = /Setting$|^usePrivacyTemplate$/;

function problemOf(name: string, known: unknown, value: unknown): string | undefined {
  if (isObject(known)) return isObject(value) ? undefined : 'must be an object.';
  if (typeof value !== typeof known) return `must be a ${typeof known}.`;
  if (typeof known !== 'number') return undefined;
  if (!Number.isSafeInteger(value) || Number(value) < 0) return 'must be a whole number.';
  const max = THREE.test(name) ? 3 : 2;
  const isOutside = NUMBERED.test(name) && (Number(value) < 1 || Number(value) > max);
  return isOutside ? `must be between 1 and ${max}.` : undefined;
}

/** The problems of given members by their path. Members without a default are not checked. */
function problemsOf(known: Fields, given: Fields, path: string): [string, string[]][] {
  return Object.entries(given).flatMap(([name, value]): [string, string[]][] => {
    if (!Object.hasOwn(known, name)) return [];
    const here = path === '' ? name : `${path}.${name}`;
    const problem = problemOf(name, known[name], value);
    if (problem !== undefined) return [[here, [`The ${here} ${problem}`]]];
    const inner = known[name];
    return isObject(inner) && isObject(value) ? problemsOf(inner, value, here) : [];
  });
}

/** The most bytes of changed settings; not documented. */
const MAX_BYTES = 20 * LIMITS.metadataBytes;

/** The calls about the settings of an app. */
export const settingRoutes: readonly ApiRoute[] = [
  notificationRoute(`GET ${PATH}`, {
    summary: 'The settings of notifications. The sandbox keeps them and sends no notification',
    answers: SETTINGS,
    answer: ({ app }) => ({ data: JSON.stringify(settingsOf(app)) }),
  }),
  notificationRoute(`PATCH ${PATH}`, {
    summary: 'Change any part of the settings; all others stay as they are',
    body: field.shape(
      {
        preferences: field.nested(ANY_OBJECT),
        sound: field.nested(ANY_OBJECT),
        templates: field.nested(ANY_OBJECT),
      },
      (reader) => {
        if (!PARTS.some((part) => reader.has(part))) {
          reader.problem('preferences', 'One of preferences, sound and templates is required.');
        }
      },
    ),
    answers: SUCCEEDS,
    answer: ({ app, body }) => {
      const given = Object.fromEntries(PARTS.flatMap((part) => (body[part] ? [[part, body[part]]] : [])));
      const problems = problemsOf(DEFAULT_SETTINGS, given, '');
      if (problems.length > 0) throw invalid(Object.fromEntries(problems));
      const changes = merged(findDocument(app.db, KEY) ?? {}, given);
      if (Buffer.byteLength(JSON.stringify(changes)) > MAX_BYTES) {
        throw invalid({ settings: [`The settings may not be greater than ${MAX_BYTES} bytes.`] });
      }
      keepDocument(app.db, KEY, changes);
      return SUCCESS;
    },
  }),
  notificationRoute(`DELETE ${PATH}`, {
    summary: 'Reset the settings to their defaults',
    answers: SUCCEEDS,
    answer: ({ app }) => {
      removeDocument(app.db, KEY);
      return SUCCESS;
    },
  }),
];
