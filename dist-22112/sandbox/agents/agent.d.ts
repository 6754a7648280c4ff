import { type ApiRoute, type Path, type PathCall } from '../app/route.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import * as field from '../wire/field.ts';
import { type FieldReader, type Fields } from '../wire/validation.ts';
/** Declares a call about agents. */
export declare const agentRoute: <const P extends Readonly<Record<string, import("../wire/param.ts").Param<unknown>>> = Record<never, never>, B = undefined>(name: `${"DELETE" | "GET" | "PATCH" | "POST" | "PUT"} ${Path}`, facts: Omit<{
    readonly base?: import("../app/route.ts").Base;
    readonly tag: string;
    readonly summary: string;
    readonly operationId?: string;
    readonly rate?: import("../app/rate-limits.ts").RateClass;
    readonly secrets?: true;
    readonly login?: 'headers' | 'basic';
    readonly creates?: true;
    readonly public?: true;
    readonly authOnly?: 'certain' | 'specified';
    readonly behalf?: 'required' | 'optional';
    readonly perUser?: "sender" | "unread";
    readonly replacedBy?: readonly string[];
    readonly answers: AnswerSchema;
}, 'tag' | 'base'> & {
    readonly query?: P;
    readonly body?: field.Shape<B>;
    readonly answer: (call: import("../app/route.ts").Call<import("../wire/param.ts").ParamValues<P>, B>) => import("../app/route.ts").RouteAnswer;
}) => ApiRoute;
/** The kinds of agents, which are those of their documents: made of instructions, and of other frameworks. */
export type AgentKind = 'built agent' | 'own agent';
/** SQL of the uids of all agents of the app. */
export declare const AGENT_UIDS = "SELECT id FROM documents WHERE kind IN ('built agent', 'own agent')";
/** One agent, without an envelope as documented. */
export declare const AGENT: AnswerSchema;
/** A new agent. */
export declare const CREATED: AnswerSchema;
/** The agent of a kind that the path names. */
export declare function agentInPath({ app, params }: PathCall, kind: AgentKind): Fields;
/** A list of texts, at most 100; undefined when absent. */
export declare const texts: field.Field<readonly string[] | undefined>;
/** The fields of both kinds. */
export declare const BASICS: {
    readonly name: field.Field<string | null>;
    readonly icon: field.Field<string | null>;
    readonly isActive: field.Field<boolean | undefined>;
    readonly tools: field.Field<readonly string[] | undefined>;
    readonly metaData: field.Field<Readonly<Record<string, unknown>> | undefined>;
};
/** Records missing fields, and a blank name. */
export declare const check: (required: readonly string[]) => (reader: FieldReader, body: Fields) => void;
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
export declare function changingRoutes<B>(changing: Changing<B>): readonly ApiRoute[];
export {};
