import type { Outcome } from '../../input/rows/outcome.ts';
import type { Route } from './target.ts';
/** The outcome of a row of members that says nothing of a ban, while its user is banned: what is there is not ours. */
export declare const STANDING_BAN: Outcome;
/** Adds changes of existing rows to a route. A change never shares a request with other rows. */
export declare function updating(create: Route): Route;
/** Adds changes of rows that we have created to a route; rows of others that exist already stay as they are. */
export declare function updatingOwn(create: Route): Route;
