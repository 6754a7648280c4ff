import type { Method } from '../service/api/endpoint.ts';
import type { endpoints } from '../service/api/endpoints.ts';
import type { ChatService } from '../service/client/chat-service.ts';
import type { Management } from '../service/client/management.ts';
import type { ApiResponse } from '../service/transport/transport.ts';
export type EndpointName = keyof typeof endpoints;
/** One documented behaviour of the service. */
export type Check = {
    readonly name: string;
    /** The calls that this check covers. Empty if it checks behaviour that all calls share. */
    readonly covers: readonly EndpointName[];
    /** `read` sends only GET requests. `write` creates rows under names of its own and deletes them afterwards. */
    readonly needs: 'read' | 'write';
    /**
     * Resolves if the service behaves as documented. Rejects with a description of the difference, or with a
     * SkippedCheck.
     */
    readonly run: (context: CheckContext) => Promise<void>;
};
/** A raw request, for requests that the typed client never sends. */
export type RawRequest = {
    readonly method: Method;
    /** Path below the base address. */
    readonly path: string;
    /**
     * The API key that it sends; `unknown` is a key that no app has.
     * @default 'own'
     */
    readonly key?: 'own' | 'none' | 'unknown';
    /** Replaces the version at the end of the base address. */
    readonly version?: string;
    readonly onBehalfOf?: string;
    /** The JSON text of the body, sent unchanged. */
    readonly body?: string;
};
/** The service under test. */
export type TestedService = {
    /** Client with a key of the scope `fullAccess`. */
    readonly service: ChatService;
    /** Client with a key of the scope `authOnly`. */
    readonly authOnly?: ChatService;
    readonly management?: Management;
    /** Client for the same address with credentials of no account. */
    readonly managementRefused?: Management;
    /** True if the options contain an address for call records. */
    readonly hasCalls: boolean;
    /** Sends one request unchanged. Waits if the service throttles. Only a GET is retried. */
    readonly send: (request: RawRequest, signal: AbortSignal) => Promise<ApiResponse>;
};
/** The objects and functions that a check can use. */
export type CheckContext = TestedService & {
    readonly signal: AbortSignal;
    /** Makes a name for a row of this check. No other row of the app has this name. */
    readonly id: (label: string) => string;
    /**
     * Registers the deletion of a row. Call it before you create the row. Deletions run after the check, in reverse
     * order.
     */
    readonly later: (undo: () => Promise<unknown>) => void;
};
/** The app has nothing that the check could look at, or an address or key is missing. */
export declare class SkippedCheck extends Error {
    readonly name = "SkippedCheck";
}
/** Ends a check that has nothing to look at, and says why. */
export declare function skip(reason: string): never;
