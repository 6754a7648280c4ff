import type { z } from 'zod';
import { type Base, type CallInput, type Endpoint } from '../api/endpoint.ts';
import type { endpoints } from '../api/endpoints.ts';
import { type Transport } from '../transport/transport.ts';
import { type Acknowledgement } from './acknowledgement.ts';
import { type Answer } from './answer.ts';
import { ApiPromise } from './api-promise.ts';
/** The options of a call that cannot act for a user. */
export type AsApp = {
    /** Ends the call, which then rejects with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
    /**
     * Milliseconds for one attempt of this call. To limit the whole call with its retries, use `signal`:
     * `AbortSignal.timeout(ms)`.
     * @default that of the client
     */
    readonly timeoutMs?: number | undefined;
};
/** The options of any call. */
export type CallOptions = AsApp & {
    readonly onBehalfOf?: string | undefined;
};
/** The options of a call that must act for a user. */
export type Acting = AsApp & {
    /** uid of the acting user. */
    readonly onBehalfOf: string;
};
/** The options of a call that may act for a user. */
export type MayAct = AsApp & {
    /**
     * uid of the acting user.
     * @default the app's system user
     */
    readonly onBehalfOf?: string | undefined;
};
/** The options of one call: the table of calls states whether it may or must act for a user. */
export type OptionsFor<Name extends keyof typeof endpoints> = {
    readonly required: Acting;
    readonly optional: MayAct;
    readonly unsupported: AsApp;
}[(typeof endpoints)[Name]['onBehalfOf']];
/** Makes single calls. Every rejection is a ServiceError, or the reason of the signal. */
export interface Caller {
    /** The `data` of the answer. */
    data<Path extends string, T>(endpoint: Endpoint<Path>, shape: z.ZodType<T>, input: CallInput<Path>, options?: CallOptions): ApiPromise<T>;
    /** The answer of a call that only says that it succeeded. */
    done<Path extends string>(endpoint: Endpoint<Path>, input: CallInput<Path>, options?: CallOptions): ApiPromise<Acknowledgement>;
    /** The answer with its `meta`. */
    answer<Path extends string, T>(endpoint: Endpoint<Path>, shape: z.ZodType<T>, input: CallInput<Path>, options?: CallOptions): ApiPromise<Answer<T>>;
    /** Makes a call and returns what `read` makes of the answer. */
    read<Path extends string, T, Result>(endpoint: Endpoint<Path>, shape: z.ZodType<T>, input: CallInput<Path>, options: CallOptions | undefined, read: (answer: Answer<T>) => Result): ApiPromise<Result>;
}
export type CallerDeps = {
    readonly transports: Readonly<Record<Base, Transport>>;
    /** Removes the client's keys from a text. */
    readonly scrub: (text: string) => string;
    /** Called before each call, and again with its answer. */
    readonly watch: (endpoint: Endpoint, response?: Awaited<ReturnType<Transport>>) => void;
    /** Aborts when the client is closed; calls then reject with its reason. */
    readonly closed: AbortSignal;
};
/** Makes a caller for the service's addresses. */
export declare function createCaller({ transports, scrub, watch, closed }: CallerDeps): Caller;
/** True if a value is a time that a timer can take. */
export declare const isMilliseconds: (value: unknown) => value is number;
