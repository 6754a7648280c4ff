import { type Endpoint } from '../api/endpoint.ts';
import type { ApiResponse } from '../transport/transport.ts';
/** A call that the service is going to remove. */
export type Deprecation = {
    /** Method and path template of the call. */
    readonly call: string;
    /** The calls to make instead; empty if unknown. */
    readonly replacements: readonly string[];
    /** The `Deprecation` header of the response; absent if it had none. */
    readonly header?: string;
};
/** Emits a Node.js DeprecationWarning, once for each call in a process. */
export declare function warnOnce({ call, replacements }: Deprecation): void;
/** Watches each call and its answer, and reports each deprecated call once. */
export declare function deprecationWatch(onEvent: (deprecation: Deprecation) => void): (endpoint: Endpoint, response?: ApiResponse) => void;
