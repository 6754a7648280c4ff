import type { Apps } from '../app/apps.ts';
import type { ManagementCredentials } from '../app/credentials.ts';
import type { ApiRoute } from '../app/route.ts';
import { type Quirks } from '../quirks/quirks.ts';
import { ApiError } from '../wire/api-error.ts';
/** An HTTP request. */
export type HttpRequest = {
    readonly method: string;
    /** The undecoded path and query. */
    readonly url: string;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly body: Buffer;
};
/** A complete answer. `error` is set if a bug made the handler fail. */
export type Reply = {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly error?: unknown;
};
/** The reply of a refusal. Switches replace codes and statuses. */
export declare function errorReply(error: ApiError, headers?: Readonly<Record<string, string>>, { codes, statuses, existsStatus, plainKeys }?: Quirks): Reply;
/**
 * Answers requests: route, key, rate limit, actor, query, body, handler. Every failure becomes the service's
 * error envelope.
 */
export declare class Responder {
    #private;
    /** `routes` is the API that is served. */
    constructor(apps: Apps, management: ManagementCredentials, routes: readonly ApiRoute[]);
    /** True if the credentials of a request open anything, so that its body is worth keeping. Never throws. */
    hasValidCredentials(headers: HttpRequest['headers']): boolean;
    /** Answers one request and stores its effects. Never throws. */
    reply(request: HttpRequest): Reply;
    /**
     * Answers a GET call of the first app without a key and without rate limits. Refuses everything else, and calls
     * that give more access than reading: keys, tokens and the management calls. Never throws.
     */
    read(request: HttpRequest): Reply;
}
