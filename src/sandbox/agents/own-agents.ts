import { randomUUID } from 'node:crypto';
import type { ApiRoute } from '../app/route.ts';
import { keepDocument, listDocuments } from '../stores/documents.ts';
import * as field from '../wire/field.ts';
import { ANY_OBJECT, listOf } from '../wire/json-schema.ts';
import { type FieldReader, givenOf, isObject, LIMITS } from '../wire/validation.ts';
import { BASICS, CREATED, changingRoutes, check, agentRoute as route, texts } from './agent.ts';

const KIND = 'own agent';
const PATH = '/ai-agents/agents';

const meta = field.nested({ type: 'object', properties: { baseUrl: { type: 'string' } } });

/** Place of the agent. Documented: its address begins with https. */
const integrationMeta = {
  schema: meta.schema,
  read: (reader: FieldReader, name: string) => {
    const value = meta.read(reader, name);
    const url = isObject(value) ? value['baseUrl'] : undefined;
    const isHttps = typeof url === 'string' && url.startsWith('https://') && URL.canParse(url);
    if (url !== undefined && !isHttps) {
      reader.problem(`${name}.baseUrl`, `The ${name}.baseUrl must be an address with https.`);
    }
    return value;
  },
} satisfies field.Field<unknown>;

const BODY = {
  ...BASICS,
  integrateWith: field.text(LIMITS.name),
  integrationType: field.text(LIMITS.name),
  integrationMeta,
  actions: texts,
} as const;

const DEFAULTS = {
  isActive: true,
  tools: [],
  actions: [],
  integrationMeta: {},
  metaData: {},
  deletedAt: null,
} as const;

const time = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** The calls about agents of other frameworks. */
export const ownAgentRoutes: readonly ApiRoute[] = [
  route(`GET ${PATH}`, {
    summary: 'List the agents of other frameworks, oldest first',
    answers: { data: listOf(ANY_OBJECT), whole: true },
    answer: ({ app }) => ({ whole: JSON.stringify(listDocuments(app.db, KIND)) }),
  }),
  route(`POST ${PATH}`, {
    summary: 'Create an agent of another framework. The sandbox keeps it and connects to nothing',
    creates: true,
    body: field.shape(BODY, check(['name', 'icon', 'integrateWith', 'integrationType'])),
    answers: CREATED,
    answer: ({ app, apps, body }) => {
      const uid = randomUUID();
      const createdAt = time(app.now());
      const given = { ...DEFAULTS, ...givenOf(body) };
      const agent = { uid, appId: apps.idOf(app), ...given, createdAt, updatedAt: createdAt };
      keepDocument(app.db, { kind: KIND, id: uid }, agent);
      return { whole: JSON.stringify({ agent }) };
    },
  }),
  ...changingRoutes({
    kind: KIND,
    path: PATH,
    what: 'an agent of another framework',
    body: field.shape(BODY, check([])),
    membersOf: givenOf,
    time,
  }),
];
