import { z } from 'zod';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, CallOptions } from '../caller.ts';
declare const shape: z.ZodObject<{
    uid: z.ZodString;
    name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    icon: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    isActive: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    instruction: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    tools: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
}, z.core.$loose>;
/**
 * An AI agent. The two kinds write times in different forms. Unknown properties are kept.
 * @useDeclaredType
 */
export type Agent = Readonly<z.output<typeof shape>>;
/** Further fields, such as `tools`, `model`, `metaData`; the service checks that all tools exist. */
type More = {
    readonly [name: string]: unknown;
};
export type BuiltAgent = More & {
    /** At most 100 characters. */
    readonly name: string;
    readonly description?: string;
    /** At most 32,000 characters. */
    readonly instruction?: string;
};
export type OwnAgent = More & {
    readonly name: string;
    readonly icon: string;
    /** The name of the framework, such as `mastra`. */
    readonly integrateWith: string;
    readonly integrationType: string;
    /** `baseUrl` must be an https address. */
    readonly integrationMeta?: Readonly<Record<string, unknown>>;
};
export type AgentQuery = {
    readonly limit?: number;
    /** Text to find in name, description or uid. */
    readonly search?: string;
    /**
     * `append`: agents created after `createdAt`; `prepend`: agents created before it. `createdAt` is in milliseconds
     * since 1970.
     */
    readonly affix?: 'append' | 'prepend';
    readonly createdAt?: number;
};
type Options = Pick<CallOptions, 'signal' | 'timeoutMs'>;
/** AI agents: `built` of instructions, and `own` ones of other frameworks. */
export declare const agents: (call: Caller) => {
    built: {
        /** Gets one page of agents. */
        list: (query?: AgentQuery, options?: Options) => ApiPromise<readonly Agent[]>;
        /** Creates an agent. Never retried automatically, because the service assigns a new uid each time. */
        create: (agent: BuiltAgent, options?: Options) => ApiPromise<Agent>;
        get: (uid: string, options?: Options) => ApiPromise<Agent>;
        update: (uid: string, changes: Partial<BuiltAgent>, options?: Options) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
        delete: (uid: string, options?: Options) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
    };
    own: {
        list: (options?: Options) => ApiPromise<readonly Agent[]>;
        create: (agent: OwnAgent, options?: Options) => ApiPromise<Agent>;
        update: (uid: string, changes: Partial<OwnAgent>, options?: Options) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
        delete: (uid: string, options?: Options) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
    };
};
export {};
