import { ServiceError } from '../../../errors/service-error.ts';
import type { Peer } from '../../../input/entities/conversation.ts';
/** A row as the service sends it. */
export type TargetRow = Readonly<Record<string, unknown>>;
/** A list of the service, page by page; contains each row once. */
export type TargetList = AsyncIterable<readonly TargetRow[]>;
/** Reads a service. A list throws a ServiceError if it cannot be read, a RunError if nothing can be read. */
export interface TargetReader {
    /** All users, deactivated ones too. */
    users(): TargetList;
    groups(): TargetList;
    members(guid: string): TargetList;
    bannedUsers(guid: string): TargetList;
    /** Oldest first; without a conversation, the messages of the whole app. */
    messages(conversationId?: string): TargetList;
    /** Newest first. */
    newestMessages(conversationId: string): TargetList;
    roles(): TargetList;
    /** The users who are friends of a user. */
    friends(uid: string): TargetList;
    /** The users whom a user has blocked. */
    blockedUsers(uid: string): TargetList;
    authTokens(uid: string): TargetList;
    /** A message alone, by its id. */
    message(id: string): TargetList;
    /** The reactions to a message, by its id. */
    reactions(id: string): TargetList;
    /** The last message up to a time, epoch seconds, as a user sees a conversation; none if there is none. */
    lastMessage(peer: Peer, uid: string, to: number): TargetList;
    /** A conversation alone, as one of its users sees it. */
    conversation(peer: Peer, uid: string): TargetList;
    /** Each with its last message; a conversation of two users is listed once for each of them. */
    conversations(): TargetList;
}
/**
 * Reads a list to its end.
 * @returns the error that ended it; undefined if it was read to its end
 * @throws RunError if nothing can be read
 */
export declare function readWholeList(list: TargetList, each: (row: TargetRow) => void): Promise<ServiceError | undefined>;
/** Why a list could not be read, as a message. */
export declare const reasonOf: ({ code, message, call }: ServiceError) => string;
