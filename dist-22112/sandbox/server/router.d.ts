import type { ApiRoute } from '../app/route.ts';
/** A route with the values of its path. */
export type Match = {
    readonly route: ApiRoute;
    readonly params: Readonly<Record<string, string>>;
};
/** Finds the route of a request by method and path. Throws the service's own refusal if there is none. */
export declare class Router {
    #private;
    /** `routes` is the whole table. Among routes of one shape the first wins. */
    constructor(routes: readonly ApiRoute[]);
    /** `path` is the undecoded path without the query. `callsHost` is true if the host is the calls host. */
    match(method: string, path: string, callsHost?: boolean): Match;
}
