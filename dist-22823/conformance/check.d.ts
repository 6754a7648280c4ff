import type { Method } from '../service/api/endpoint.ts';
import type { endpoints } from '../service/api/endpoints.ts';
import type { ChatService } from '../service/client/chat-service.ts';
import type { Management } from '../service/client/management.ts';
import type { ApiResponse } from '../service/transport/transport.ts';
export type EndpointName = keyof typeof endpoints;
/** One documented behaviour of the service. */
export type Check = {
    readonly name: string;
    /** The calls whose behaviour it checks. Empty if it checks what all calls have in common. */
    readonly covers: readonly EndpointName[];
    /** `read` sends only GET requests. `write` creates rows with its own names and removes them again. */
    readonly needs: 'read' | 'write';
    /** Resolves if the service behaves as documented. Rejects with the difference, or with a SkippedCheck. */
    readonly run: (context: CheckContext) => Promise<void>;
};
/** A raw request, for what the typed client would never send. */
export type RawRequest = {
    readonly method: Method;
    /** Below the base address. */
    readonly path: string;
    /**
     * Which API key it sends; `unknown` is a key that no app has.
     * @default 'own'
     */
    readonly key?: 'own' | 'none' | 'unknown';
    /** Replaces the version at the end of the base address. */
    readonly version?: string;
    readonly onBehalfOf?: string;
    /** Sent as it is, as JSON. */
    readonly body?: string;
};
/** The service under test. */
export type TestedService = {
    /** With a key of the scope fullAccess. */
    readonly service: ChatService;
    /** With a key of the scope authOnly. */
    readonly authOnly?: ChatService;
    readonly management?: Management;
    /** The same address with credentials that belong to no account. */
    readonly managementRefused?: Management;
    /** True if an address for the records of calls was given. */
    readonly hasCalls: boolean;
    /** Sends one request unchanged. Waits if the service throttles, and repeats only a GET. */
    readonly send: (request: RawRequest, signal: AbortSignal) => Promise<ApiResponse>;
};
/** Things that one check can use. */
export type CheckContext = TestedService & {
    readonly signal: AbortSignal;
    /** A name for a row of this check. Nothing else in the app has it. */
    readonly id: (label: string) => string;
    /**
     * Registers the removal of a row. Call it before you create the row. Removals run after the check, the last one
     * first.
     */
    readonly later: (undo: () => Promise<unknown>) => void;
};
/** The app has nothing that the check could look at, or an address or key is missing. */
export declare class SkippedCheck extends Error {
    readonly name = "SkippedCheck";
}
/** Ends a check that has nothing to look at, and says why. */
export declare function skip(reason: string): never;
