import type { User } from '../stores/user-store.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import { type ApiError } from '../wire/api-error.ts';
import type { Shape } from '../wire/field.ts';
import type { Param, ParamValues } from '../wire/param.ts';
import type { Fields } from '../wire/validation.ts';
import type { App } from './app.ts';
import type { Apps } from './apps.ts';
import type { RateClass } from './rate-limits.ts';
/** The service's three base addresses. */
export type Base = 'chat' | 'calls' | 'management';
/** A request after the checks of key and rate limit. `Q` and `B` are the declared query and body. */
export type Call<Q = unknown, B = unknown> = {
    readonly app: App;
    /** Every app of the sandbox, for the management calls. */
    readonly apps: Apps;
    /** The path's ids by name, decoded; uid, guid and role are valid and lower-case. */
    readonly params: Readonly<Record<string, string>>;
    readonly query: Q;
    readonly body: B;
    /** The body's object as received. Empty if the request had no body. */
    readonly given: Fields;
    /** The body as text, for its length. */
    readonly bodyText: string;
    /** The user named by `onBehalfOf`. Undefined without the header. */
    readonly actor: User | undefined;
    /** The key of the request. Empty if the call needs none. */
    readonly apiKey: string;
};
/** The part of a call that says who acts. Without an actor the app system acts. */
export type ActorCall = Pick<Call, 'app' | 'actor'>;
/** The part of a call that says what the path names. */
export type PathCall = Pick<Call, 'app' | 'params'>;
/** The part of a call that says what the path names and who acts on it. */
export type ActorPathCall = ActorCall & PathCall;
/** The parts of a successful answer as JSON text. `whole` is an answer without the envelope, with its own headers. */
export type RouteAnswer = {
    readonly data: string;
    readonly meta?: string;
    readonly whole?: never;
} | {
    readonly whole: string;
    readonly headers?: Readonly<Record<string, string>>;
};
/** The limits on actions of one user. */
type UserLimit = 'sender' | 'unread';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
/** A path after the version, ids in braces: `/users/{uid}`. */
export type Path = `/${string}`;
/** Facts of a call for the server and the OpenAPI document, besides query and body. */
type Facts = {
    /**
     * One address serves all three bases. The path or the host says which one is meant.
     * @default 'chat'
     */
    readonly base?: Base;
    /** The resource it belongs to, as the specification names it. */
    readonly tag: string;
    readonly summary: string;
    /**
     * The operation name in the specification.
     * @default a name made of method and path
     */
    readonly operationId?: string;
    /** @default 'standard' */
    readonly rate?: RateClass;
    /** The answer holds keys or tokens, so the web view may not read it. */
    readonly secrets?: true;
    /**
     * The place of key and secret in a management call: as two headers, or as user and password of HTTP Basic.
     * @default 'headers'
     */
    readonly login?: 'headers' | 'basic';
    /** A success has the status 201, as is documented of a few calls, instead of 200. */
    readonly creates?: true;
    /** Needs no key at all. */
    readonly public?: true;
    /** An authOnly key may use it. `certain`: all sources agree; `specified`: only the specification says so. */
    readonly authOnly?: 'certain' | 'specified';
    /**
     * Says that `onBehalfOf` is required or optional.
     * @default the header is ignored
     */
    readonly behalf?: 'required' | 'optional';
    /** Counts against a limit of the acting user. */
    readonly perUser?: UserLimit;
    /** The calls that replace it. Present if and only if the call is deprecated. */
    readonly replacedBy?: readonly string[];
    readonly answers: AnswerSchema;
};
type Params = Readonly<Record<string, Param<unknown>>>;
/** One call of the API, with everything that the server must know about it. */
export type ApiRoute = Facts & {
    readonly method: Method;
    readonly path: Path;
    readonly rate: RateClass;
    readonly query: Params;
    readonly body: Shape<unknown> | undefined;
    readonly answer: (call: Call) => RouteAnswer;
};
/**
 * A function that declares calls of one resource, which have the given facts in common. Each is named by its method and
 * its path. Its `answer` gets exactly the declared query and body.
 */
export declare function routeOf(common: Pick<Facts, 'tag' | 'base'>): <const P extends Params = Record<never, never>, B = undefined>(name: `${Method} ${Path}`, facts: Omit<Facts, 'tag' | 'base'> & {
    readonly query?: P;
    readonly body?: Shape<B>;
    readonly answer: (call: Call<ParamValues<P>, B>) => RouteAnswer;
}) => ApiRoute;
/** The result of an id that succeeded, in an answer with a result by id. */
export declare const succeeded: (message: string) => string;
/** The result of an id that was refused, in an answer with a result by id. */
export declare const failed: (error: ApiError) => string;
/** An answer that only says that the call succeeded. */
export declare const acknowledgement: (message: string) => RouteAnswer;
export {};
