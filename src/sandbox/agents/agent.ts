import type { PathCall, RouteAnswer } from '../app/route.ts';
import { findDocument } from '../stores/documents.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { type FieldReader, type Fields, LIMITS } from '../wire/validation.ts';

/** What the calls of agents have in common. */
export const AGENTS = { tag: 'AI Agents', rate: 'standard' } as const;

/** The kinds of agents, which are those of their documents: made of instructions, and of other frameworks. */
export type AgentKind = 'built agent' | 'own agent';

const anyObject = { type: 'object' };

/** One agent, without an envelope as documented. */
export const AGENT: AnswerSchema = { data: anyObject, whole: true };
/** A new agent. */
export const CREATED: AnswerSchema = {
  data: { type: 'object', required: ['agent'], properties: { agent: anyObject } },
  whole: true,
};
/** The answer that only says that the call succeeded. */
export const SUCCEEDED: AnswerSchema = {
  data: { type: 'object', required: ['success'], properties: { success: { type: 'boolean' } } },
  whole: true,
};

/** The agent of a kind that the path names. */
export function agentInPath({ app, params }: PathCall, kind: AgentKind): Fields {
  const id = params['uid'] ?? '';
  const agent = findDocument(app.db, { kind, id });
  if (agent) return agent;
  throw new ApiError('ERR_AGENT_NOT_FOUND', `The agent with UID '${id}' does not exist.`);
}

/** The answer of a change. */
export const SUCCESS: RouteAnswer = { whole: JSON.stringify({ success: true }) };

/** The answer of a removal. */
export const deleted = (uid: unknown): RouteAnswer => ({
  whole: JSON.stringify({ success: true, message: `Agent with UID '${uid}' has been deleted successfully` }),
});

/** A list of texts, at most 100; undefined when absent. */
export const texts: field.Field<readonly string[] | undefined> = {
  schema: { type: 'array', maxItems: 100, items: { type: 'string' } },
  read: (reader, name) => {
    if (!reader.has(name)) return undefined;
    const value = reader.value(name);
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string' && one.length <= 255);
    if (isList && value.length <= 100) return value;
    reader.problem(name, `The ${name} must be an array of at most 100 strings.`);
    return undefined;
  },
};

/** The fields of both kinds. */
export const BASICS = {
  name: field.text(LIMITS.name),
  icon: field.url,
  isActive: {
    schema: { type: 'boolean' },
    read: (reader: FieldReader, name: string) => (reader.has(name) ? reader.flag(name) : undefined),
  },
  tools: texts,
  metaData: field.nested(anyObject),
} as const;

/** Records missing fields, and a blank name. */
export const check =
  (required: readonly string[]) =>
  (reader: FieldReader, body: Fields): void => {
    const blank = body['name'] === '' ? ['name'] : [];
    for (const name of [...blank, ...required.filter((one) => !reader.has(one))]) {
      reader.problem(name, `The ${name} field is required.`);
    }
  };

/** The members that a body has. */
export const givenOf = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));
