import { randomUUID } from 'node:crypto';
import { acknowledgement } from '../app/acknowledgement.ts';
import { type ApiRoute, type PathCall, route } from '../app/route.ts';
import { findDocument, keepDocument, listDocuments, removeDocument } from '../stores/documents.ts';
import { type AnswerSchema, one } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { offsetOf, pageMeta } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { type FieldReader, type Fields, LIMITS } from '../wire/validation.ts';

const FACTS = { tag: 'AI Agents', rate: 'standard' } as const;

/** The two kinds of agents: made of instructions, and of one's own framework behind an address. */
type Kind = 'builder' | 'byo';

/** The kinds of their documents. */
const DOCUMENTS = { builder: 'builder agent', byo: 'byo agent' } as const;

/** SQL of the uids of all agents of the app. */
export const AGENT_UIDS = `SELECT id FROM documents WHERE kind IN ('${DOCUMENTS.builder}', '${DOCUMENTS.byo}')`;

const AGENT = {
  type: 'object',
  required: ['uid', 'name', 'createdAt'],
  properties: {
    uid: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    description: { type: 'string' },
    instructions: { type: 'string' },
    url: { type: 'string' },
    createdAt: { type: 'integer' },
    updatedAt: { type: 'integer' },
  },
};
const SHOWN: AnswerSchema = { data: AGENT };
const LISTED: AnswerSchema = { data: { type: 'array', items: AGENT } };

/** Documented: the most characters of instructions. */
const MAX_INSTRUCTIONS = 32_000;

/** Tools that an agent of instructions may name. Their own calls are not public, so no name can exist. */
const tools: field.Field<number> = {
  schema: { type: 'array', maxItems: 0, items: { type: 'string' } },
  read: (reader, name) => {
    const value = reader.value(name) ?? [];
    if (!Array.isArray(value)) reader.problem(name, `The ${name} must be an array.`);
    return Array.isArray(value) ? value.length : 0;
  },
};

const BASICS = { name: field.text(LIMITS.name), description: field.text(LIMITS.userAgent) } as const;
const BUILDER = { ...BASICS, instructions: field.text(MAX_INSTRUCTIONS) } as const;
const TOOLS = { tools, apiTools: tools, mcpServers: tools, frontendActions: tools } as const;
const BYO = { ...BASICS, url: field.url } as const;

/** Refuses what an agent cannot be without when it is created, and an address that is not https. */
const check =
  (required: readonly string[]) =>
  (reader: FieldReader, body: Fields): void => {
    for (const name of required)
      if (!reader.has(name)) reader.problem(name, `The ${name} field is required.`);
    if (reader.has('name') && body['name'] === '') reader.problem('name', 'The name field is required.');
    if (typeof body['url'] === 'string' && !body['url'].startsWith('https://')) {
      reader.problem('url', 'The url must begin with https://.');
    }
  };

/** The members that were given, without tools. Throws ERR_TOOL_NOT_FOUND if one is named. */
function membersOf(body: Fields): Fields {
  const named = Object.keys(TOOLS).find((name) => Number(body[name] ?? 0) > 0);
  if (named) throw new ApiError('ERR_TOOL_NOT_FOUND', `None of the given ${named} exists.`);
  const isGiven = ([name, value]: [string, unknown]) => value !== null && !Object.hasOwn(TOOLS, name);
  return Object.fromEntries(Object.entries(body).filter(isGiven));
}

function agentInPath({ app, params }: PathCall, kind: Kind): Fields {
  const id = params['uid'] ?? '';
  const agent = findDocument(app.db, { kind: DOCUMENTS[kind], id });
  if (agent) return agent;
  throw new ApiError('ERR_AGENT_NOT_FOUND', `The agent with uid ${id} does not exist.`);
}

const text = (value: unknown): string => String(value ?? '').toLowerCase();

const listBuilt = route({
  ...FACTS,
  method: 'GET',
  path: '/ai-agents/agent-builder/agents',
  summary: 'List the agents made of instructions, by a text in their name, description or uid',
  query: { limit: param.number(1, param.MAX_PAGE), page: param.PAGE.page, search: param.search },
  answers: { ...LISTED, meta: 'page' },
  answer: ({ app, query: { limit: perPage = 100, page, search } }) => {
    const key = text(search);
    const found = listDocuments(app.db, DOCUMENTS.builder).filter(({ name, description, uid }) =>
      [name, description, uid].some((value) => text(value).includes(key)),
    );
    const first = offsetOf({ perPage, page });
    const agents = found.slice(first, first + perPage);
    return { data: JSON.stringify(agents), meta: pageMeta({ perPage, page }, found.length, agents.length) };
  },
});

const listOwn = route({
  ...FACTS,
  method: 'GET',
  path: '/ai-agents/agents',
  summary: 'List the agents of frameworks of your own',
  answers: LISTED,
  answer: ({ app }) => ({ data: JSON.stringify(listDocuments(app.db, DOCUMENTS.byo)) }),
});

/** The calls that are the same for both kinds. */
function routesOf(
  kind: Kind,
  path: `/ai-agents/${string}`,
  created: field.Shape<Fields>,
  changed: field.Shape<Fields>,
): readonly ApiRoute[] {
  const what = kind === 'builder' ? 'made of instructions' : 'of a framework of your own';
  return [
    route({
      ...FACTS,
      method: 'POST',
      path,
      summary: `Create an agent ${what}. The sandbox keeps it, and it never answers a message`,
      body: created,
      answers: SHOWN,
      answer: ({ app, body }) => {
        const agent = { uid: randomUUID(), ...membersOf(body), createdAt: app.now() };
        keepDocument(app.db, { kind: DOCUMENTS[kind], id: agent.uid }, agent);
        return { data: JSON.stringify(agent) };
      },
    }),
    route({
      ...FACTS,
      method: 'GET',
      path: `${path}/{uid}`,
      summary: `Get an agent ${what}`,
      answers: SHOWN,
      answer: (call) => ({ data: JSON.stringify(agentInPath(call, kind)) }),
    }),
    route({
      ...FACTS,
      method: 'PUT',
      path: `${path}/{uid}`,
      summary: `Change an agent ${what}`,
      body: changed,
      answers: SHOWN,
      answer: (call) => {
        const { app, body } = call;
        const agent = { ...agentInPath(call, kind), ...membersOf(body), updatedAt: app.now() };
        keepDocument(app.db, { kind: DOCUMENTS[kind], id: call.params['uid'] ?? '' }, agent);
        return { data: JSON.stringify(agent) };
      },
    }),
    route({
      ...FACTS,
      method: 'DELETE',
      path: `${path}/{uid}`,
      summary: `Delete an agent ${what}`,
      answers: one('Acknowledgement'),
      answer: (call) => {
        const uid = String(agentInPath(call, kind)['uid']);
        removeDocument(call.app.db, { kind: DOCUMENTS[kind], id: uid });
        return acknowledgement(`The agent with uid ${uid} has been deleted successfully.`);
      },
    }),
  ];
}

/** The calls about agents. */
export const agentRoutes: readonly ApiRoute[] = [
  listBuilt,
  ...routesOf(
    'builder',
    '/ai-agents/agent-builder/agents',
    field.shape({ ...BUILDER, ...TOOLS }, check(['name', 'instructions'])),
    field.shape({ ...BUILDER, ...TOOLS }, check([])),
  ),
  listOwn,
  ...routesOf(
    'byo',
    '/ai-agents/agents',
    field.shape(BYO, check(['name', 'url'])),
    field.shape(BYO, check([])),
  ),
];
