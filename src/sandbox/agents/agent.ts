import { type ApiRoute, type Path, type PathCall, routeOf, succeeded } from '../app/route.ts';
import { findDocument, keepDocument, removeDocument } from '../stores/documents.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { ANY_OBJECT, atLeast, FLAG, TEXT } from '../wire/json-schema.ts';
import { type FieldReader, type Fields, LIMITS } from '../wire/validation.ts';

/** Declares a call about agents. */
export const agentRoute = routeOf({ tag: 'AI Agents' });

/** The kinds of agents, which are those of their documents: made of instructions, and of other frameworks. */
export type AgentKind = 'built agent' | 'own agent';

/** SQL of the uids of all agents of the app. */
export const AGENT_UIDS = `SELECT id FROM documents WHERE kind IN ('built agent', 'own agent')`;

/** One agent, without an envelope as documented. */
export const AGENT: AnswerSchema = { data: ANY_OBJECT, whole: true };
/** A new agent. */
export const CREATED: AnswerSchema = { data: atLeast({ agent: ANY_OBJECT }), whole: true };
/** The answer that only says that the call succeeded. */
const SUCCEEDED: AnswerSchema = { data: atLeast({ success: FLAG }), whole: true };

/** The agent of a kind that the path names. */
export function agentInPath({ app, params }: PathCall, kind: AgentKind): Fields {
  const id = params['uid'] ?? '';
  const agent = findDocument(app.db, { kind, id });
  if (agent) return agent;
  throw new ApiError('ERR_AGENT_NOT_FOUND', `The agent with UID '${id}' does not exist.`);
}

/** A list of texts, at most 100; undefined when absent. */
export const texts = field.ifGiven(
  field.items({ min: 0, max: 100, what: 'an array of at most 100 strings' }, TEXT, (one) =>
    typeof one === 'string' && one.length <= 255 ? one : undefined,
  ),
);

/** The fields of both kinds. */
export const BASICS = {
  name: field.text(LIMITS.name),
  icon: field.url,
  isActive: field.optionalFlag,
  tools: texts,
  metaData: field.nested(ANY_OBJECT),
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

/** Differences between the kinds of agents, for the calls that change and remove one. */
type Changing<B> = {
  readonly kind: AgentKind;
  readonly path: Path;
  /** Words for the agent, as in `an agent of another framework`. */
  readonly what: string;
  readonly body: field.Shape<B>;
  readonly membersOf: (body: B) => Fields;
  /** The time of a change, in the form of the kind. */
  readonly time: (seconds: number) => unknown;
};

/** The calls that change and remove an agent of a kind. */
export function changingRoutes<B>(changing: Changing<B>): readonly ApiRoute[] {
  const { kind, what, body, membersOf, time } = changing;
  const path: Path = `${changing.path}/{uid}`;
  return [
    agentRoute(`PATCH ${path}`, {
      summary: `Change ${what}`,
      body,
      answers: SUCCEEDED,
      answer: (call) => {
        const { app } = call;
        const agent = agentInPath(call, kind);
        const changed = { ...agent, ...membersOf(call.body), updatedAt: time(app.now()) };
        keepDocument(app.db, { kind, id: String(agent['uid']) }, changed);
        return { whole: JSON.stringify({ success: true }) };
      },
    }),
    agentRoute(`DELETE ${path}`, {
      summary: `Delete ${what}`,
      answers: SUCCEEDED,
      answer: (call) => {
        const id = String(agentInPath(call, kind)['uid']);
        removeDocument(call.app.db, { kind, id });
        return { whole: succeeded(`Agent with UID '${id}' has been deleted successfully`) };
      },
    }),
  ];
}
