import type { User } from '../stores/user-store.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import type { Shape } from '../wire/field.ts';
import type { Param, ParamValues } from '../wire/param.ts';
import type { Fields } from '../wire/validation.ts';
import type { App } from './app.ts';
import type { Apps } from './apps.ts';
import type { RateClass } from './rate-limits.ts';

/** The service's three base addresses. */
export type Base = 'chat' | 'calls' | 'management';

/** A request that has passed the key, the rate limit and the parser; `Q` and `B` are its query and body as declared. */
export type Call<Q = unknown, B = unknown> = {
  readonly app: App;
  /** Every app of the sandbox, for the management calls. */
  readonly apps: Apps;
  /** The path's ids by name, decoded; uid, guid and role are valid and lower-case. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  /** The body's object as it came; empty when there was no body. */
  readonly given: Fields;
  /** The body as text, for its length. */
  readonly bodyText: string;
  /** The user named by `onBehalfOf`; undefined without the header. */
  readonly actor: User | undefined;
  /** The key of the request; empty where none is needed. */
  readonly apiKey: string;
};

/** What a handler needs of a call to know who acts: without an actor it is the app system. */
export type ActorCall = Pick<Call, 'app' | 'actor'>;

/** What a handler needs of a call to find what its path names. */
export type PathCall = Pick<Call, 'app' | 'params'>;

/** Both: what the path names, and who acts on it. */
export type ActorPathCall = ActorCall & PathCall;

/** The parts of a successful answer, as JSON text; `whole` is an answer without the envelope, with its own headers. */
export type RouteAnswer =
  | { readonly data: string; readonly meta?: string; readonly whole?: never }
  | { readonly whole: string; readonly headers?: Readonly<Record<string, string>> };

/** The limits that count what one user does. */
export type UserLimit = 'sender' | 'unread';

/** What the server and the OpenAPI document must know about a call besides its query and body. */
type Facts = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** The path after the version, ids in braces: `/users/{uid}`. */
  readonly path: string;
  /** `chat` by default; one address serves all three, told apart by path or by host. */
  readonly base?: Base;
  /** The resource it belongs to, as the specification names it. */
  readonly tag: string;
  readonly summary: string;
  /** The name that the specification gives the operation; made of method and path where it gives none. */
  readonly operationId?: string;
  readonly rate: RateClass;
  /** Its answer holds keys or tokens, so the web view may not read it. */
  readonly secrets?: true;
  /** Needs no key at all. */
  readonly public?: true;
  /** An authOnly key may use it: for certain, or by the specification against other sources. */
  readonly authOnly?: 'certain' | 'specified';
  /** Whether `onBehalfOf` is needed, read or ignored (the default). */
  readonly behalf?: 'required' | 'optional';
  /** Counts against a limit of the acting user. */
  readonly perUser?: UserLimit;
  /** The calls that replace it; given exactly where the call is deprecated. */
  readonly replacedBy?: readonly string[];
  readonly answers: AnswerSchema;
};

type Params = Readonly<Record<string, Param<unknown>>>;

/** One call of the API. Everything the server must know about it stands here. */
export type ApiRoute = Facts & {
  readonly query: Params;
  readonly body: Shape<unknown> | undefined;
  readonly answer: (call: Call) => RouteAnswer;
};

/** A call as its handler declares it: `answer` gets exactly the query and the body that are declared. */
export function route<const P extends Params = Record<never, never>, B = undefined>(
  facts: Facts & {
    readonly query?: P;
    readonly body?: Shape<B>;
    readonly answer: (call: Call<ParamValues<P>, B>) => RouteAnswer;
  },
): ApiRoute {
  const { query = {}, body, answer } = facts;
  // The responder reads query and body with these very declarations before it calls the handler.
  return { ...facts, query, body, answer: answer as (call: Call) => RouteAnswer };
}
