import { randomUUID } from 'node:crypto';
import type { ApiRoute } from '../app/route.ts';
import { keepDocument, listDocuments } from '../stores/documents.ts';
import { ApiError } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { ANY_OBJECT, atLeast, listOf } from '../wire/json-schema.ts';
import * as param from '../wire/param.ts';
import { type Fields, givenOf, LIMITS } from '../wire/validation.ts';
import {
  AGENT,
  agentInPath,
  BASICS,
  CREATED,
  changingRoutes,
  check,
  agentRoute as route,
  texts,
} from './agent.ts';

const KIND = 'built agent';
const PATH = '/ai-agents/agent-builder/agents';

/** Documented: the most characters of an instruction. */
const MAX_INSTRUCTION = 32_000;

const BODY = {
  ...BASICS,
  description: field.text(LIMITS.userAgent),
  apiTools: texts,
  mcpServers: texts,
  frontendActions: texts,
  instruction: field.text(MAX_INSTRUCTION),
  model: field.text(LIMITS.name),
  modelMetaData: field.nested(ANY_OBJECT),
} as const;

const REFERENCES = ['tools', 'apiTools', 'mcpServers', 'frontendActions'] as const;

/** The members of a body. Tools and the like have no public calls, so none that is named can exist. */
function membersOf(body: Fields): Fields {
  const named = REFERENCES.find((name) => Array.isArray(body[name]) && body[name].length > 0);
  if (named) throw new ApiError('ERR_TOOL_NOT_FOUND', `None of the given ${named} exists.`);
  return givenOf(body);
}

/** Members of an agent besides the given ones. */
const DEFAULTS = {
  isActive: true,
  tools: [],
  files: [],
  websites: [],
  otherKbIntegrations: [],
  apiTools: [],
  mcpServers: [],
  frontendActions: [],
  ragVersion: 'v1',
  lastMessageAt: null,
  metaData: {},
  model: 'none',
  modelMetaData: {},
} as const;

const text = (value: unknown): string => String(value ?? '').toLowerCase();

/** The calls about agents made of instructions. */
export const builtAgentRoutes: readonly ApiRoute[] = [
  route(`GET ${PATH}`, {
    summary:
      'List the agents made of instructions, by a text in their name, description or uid, oldest first',
    query: {
      limit: param.number(1, param.MAX_PAGE),
      search: param.search,
      affix: param.oneOf(['append', 'prepend']),
      createdAt: param.number(0, 9_999_999_999_999),
    },
    answers: { data: atLeast({ data: listOf(ANY_OBJECT), meta: ANY_OBJECT }), whole: true },
    answer: ({ app, query: { limit = 100, search, affix = 'append', createdAt } }) => {
      const older = affix === 'prepend';
      const agents = listDocuments(app.db, KIND).filter((agent) => {
        const isFound = [agent['name'], agent['description'], agent['uid']].some((value) =>
          text(value).includes(text(search)),
        );
        const at = Number(agent['createdAt']);
        return isFound && (createdAt === undefined || (older ? at < createdAt : at > createdAt));
      });
      const page = older ? agents.slice(-limit) : agents.slice(0, limit);
      const [first, last] = [page[0], page.at(-1)];
      const isBefore = older ? agents.length > page.length : createdAt !== undefined;
      const isAfter = older ? createdAt !== undefined : agents.length > page.length;
      const meta = {
        ...(first && isBefore && { previous: { affix: 'prepend', createdAt: first['createdAt'] } }),
        current: { limit, count: page.length },
        ...(last && isAfter && { next: { affix: 'append', createdAt: last['createdAt'] } }),
      };
      return { whole: JSON.stringify({ data: page, meta }) };
    },
  }),
  route(`POST ${PATH}`, {
    summary: 'Create an agent made of instructions. The sandbox keeps it, and it never answers a message',
    creates: true,
    body: field.shape(BODY, check(['name'])),
    answers: CREATED,
    answer: ({ app, apps, body }) => {
      // Lists go on from a time, so no two agents may have the same.
      const last = Number(listDocuments(app.db, KIND).at(-1)?.['createdAt'] ?? 0);
      const createdAt = Math.max(app.now() * 1000, last + 1);
      const uid = randomUUID();
      const agent = { uid, ...DEFAULTS, ...membersOf(body), createdAt, updatedAt: createdAt };
      keepDocument(app.db, { kind: KIND, id: uid }, agent);
      return { whole: JSON.stringify({ agent: { ...agent, appId: apps.idOf(app) } }) };
    },
  }),
  route(`GET ${PATH}/{uid}`, {
    summary: 'Get an agent made of instructions',
    answers: AGENT,
    answer: (call) => ({ whole: JSON.stringify(agentInPath(call, KIND)) }),
  }),
  ...changingRoutes({
    kind: KIND,
    path: PATH,
    what: 'an agent made of instructions',
    body: field.shape(BODY, check([])),
    membersOf,
    time: (seconds) => seconds * 1000,
  }),
];
