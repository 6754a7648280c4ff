import type { App } from '../app/app.ts';
import { type ApiRoute, failed, routeOf } from '../app/route.ts';
import { findDocument, keepDocument } from '../stores/documents.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import { ApiError, checkQuota } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { exact, INTEGER, listOf, TEXT } from '../wire/json-schema.ts';
import { jsonArray, jsonMap } from '../wire/json-text.ts';
import { appInPath, OWNER } from './apps.ts';

const route = routeOf({ base: 'management', tag: 'Team Management' });
const PATH = '/apps/{appId}/collaborators';

/** Documented, for one app. */
const COLLABORATORS_MAX = 25;

type Collaborator = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly createdAt: number;
};

const KEY = { kind: 'collaborators' } as const;

function collaboratorsOf({ db }: App): readonly Collaborator[] {
  // The cast is safe: only `keep` writes this kind.
  return (findDocument(db, KEY)?.['list'] ?? []) as readonly Collaborator[];
}

/** The lists of a request, with the role that each gives. The answer has them in this order. */
const ROLES = [
  ['admins', 'admin'],
  ['developers', 'developer'],
  ['moderators', 'moderator'],
] as const;

const EMAIL = /^[^\s@]{1,100}@[^\s@]{1,150}$/;

const emails = field.items(
  { min: 0, max: COLLABORATORS_MAX, what: `an array of up to ${COLLABORATORS_MAX} email addresses` },
  { type: 'string' },
  (value) => (typeof value === 'string' && EMAIL.test(value) ? value.toLowerCase() : undefined),
);

/** The address with its role; one that is there gets the role in the place of its own. */
function added(list: readonly Collaborator[], email: string, role: string, createdAt: number) {
  if (email === OWNER.email) throw new ApiError('ERR_ALREADY_AN_OWNER', `${email} owns the app already.`);
  const known = list.find((one) => one.email === email);
  if (known) return list.map((one) => (one === known ? { ...one, role } : one));
  checkQuota(list.length, COLLABORATORS_MAX, 'collaborators');
  const id = String(Math.max(0, ...list.map((one) => Number(one.id))) + 1);
  return [...list, { id, name: email.slice(0, email.indexOf('@')), email, role, createdAt }];
}

function removed(list: readonly Collaborator[], email: string): readonly Collaborator[] {
  const left = list.filter((one) => one.email !== email);
  if (left.length < list.length) return left;
  throw new ApiError('ERR_NOT_A_COLLABORATOR', `${email} is no collaborator of this app.`);
}

const RESULTS: AnswerSchema = {
  data: { type: 'object', description: 'the result of each address, by list; an empty list is []' },
};

/** The calls about the people who may administrate an app. They get no access here: the sandbox knows no accounts. */
export const collaboratorRoutes: readonly ApiRoute[] = [
  route(`GET ${PATH}`, {
    summary: 'List the collaborators of an app, oldest first',
    answers: { data: listOf(exact({ id: TEXT, name: TEXT, email: TEXT, role: TEXT, createdAt: INTEGER })) },
    answer: (call) => ({
      data: jsonArray(collaboratorsOf(appInPath(call).app).map((one) => JSON.stringify(one))),
    }),
  }),
  route(`POST ${PATH}`, {
    summary: `Add collaborators of an app, at most ${COLLABORATORS_MAX}, or remove some; each has its own result`,
    body: field.shape(
      { collaboratorsToRemove: emails, admins: emails, developers: emails, moderators: emails },
      (reader, lists) => {
        if (Object.values(lists).some((list) => list.length > 0)) return;
        reader.problem('admins', 'The admins field is required when no other list is present.');
      },
    ),
    answers: RESULTS,
    answer: (call) => {
      const { app } = appInPath(call);
      const { body } = call;
      let list = collaboratorsOf(app);
      const each = (given: readonly string[], change: (email: string) => readonly Collaborator[]) => {
        const results = [...new Set(given)].map((email) => {
          try {
            list = change(email);
            return [email, '{"success":true}'] as const;
          } catch (error) {
            if (error instanceof ApiError) return [email, failed(error)] as const;
            throw error;
          }
        });
        // As in the documented example, whose lists are made by PHP.
        return results.length === 0 ? '[]' : jsonMap(results);
      };
      const parts = [
        ['collaboratorsToRemove', each(body.collaboratorsToRemove, (email) => removed(list, email))] as const,
        ...ROLES.map(
          ([name, role]) => [name, each(body[name], (email) => added(list, email, role, app.now()))] as const,
        ),
      ];
      keepDocument(app.db, KEY, { list });
      return { data: jsonMap(parts) };
    },
  }),
];
