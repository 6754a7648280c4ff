import { type Query } from '../api/endpoint.ts';
import { type ApiRequest, type Transport } from '../transport/transport.ts';
/** A message whose id is unknown, as the ledger knows it. */
export type SearchedMessage = {
    readonly key: string;
    /** In the form of `conversationOf`. */
    readonly conversation: string;
    /** Epoch seconds. */
    readonly sentAt: number;
    /**
     * Epoch seconds before which the message was not written to the service, whatever its `sentAt` is; absent if unknown.
     */
    readonly since?: number;
};
/** The result of a search; `unreadable` if the conversation could not be read, so that nothing is known. */
export type FoundMessage = {
    readonly status: 'found';
    readonly id: string;
} | {
    readonly status: 'absent';
} | {
    readonly status: 'unreadable';
    readonly reason: string;
};
/** The most seconds that the service's clock may be behind ours. */
export declare const SKEW_S = 300;
/** Makes the request for one page of a conversation, as somebody who may read it. */
export type ListCallOf = (query: Query) => ApiRequest;
/**
 * Looks for a message by its muid: first around its `sentAt`, then, because not every API carries that time, from the
 * newest message back to the earliest time at which it can have been written. A conversation of two users is read as
 * each of them, because either may have hidden the message. If neither view can be read, because a user is deactivated,
 * all messages of that time are searched.
 */
export declare function findMessage(message: SearchedMessage, transport: Transport, signal: AbortSignal): Promise<FoundMessage>;
/** Reads a message by its id; undefined if the service does not show it. */
export declare const messageById: (id: string, transport: Transport, signal: AbortSignal) => Promise<Readonly<Record<string, unknown>> | undefined>;
/** All messages of the app. */
export declare const ofApp: ListCallOf;
/** The messages of a group, as the app or as a user sees them. */
export declare const ofGroup: (guid: string, onBehalfOf?: string) => ListCallOf;
/** The messages with a user, as another user sees them. */
export declare const ofUser: (onBehalfOf: string, uid: string) => ListCallOf;
/** A message of such a page. */
export type ListedMessage = {
    readonly id?: unknown;
    readonly muid?: unknown;
    readonly sentAt?: unknown;
};
/** Codes for an empty result: no such group, or a conversation without messages. */
export declare const NOTHING: ReadonlySet<string>;
