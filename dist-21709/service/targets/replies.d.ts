import type { Hanging, Route } from './target.ts';
/** Makes an ordinary message need nobody who is active, and a reply those whom its own call needs. */
export declare const actorsOfReplies: (replies: Route) => NonNullable<Route['actors']>;
/**
 * Replies as live calls in the name of their authors: `POST /messages/{id}/thread`. They get the time of the call, and the
 * service limits the messages of each sender. It does not refuse a repeated reply, so one is looked for before it is sent
 * again.
 * @param messages the route of other messages
 */
export declare const repliesAfter: (messages: Route) => Hanging;
