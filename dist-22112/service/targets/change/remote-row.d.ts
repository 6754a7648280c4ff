import { type Query } from '../../api/endpoint.ts';
import type { ApiRequest, Transport } from '../../transport/transport.ts';
import type { ReadableName } from './change.ts';
/**
 * True if a row of the service was created before a time, in epoch seconds. A row without `createdAt` counts as older.
 */
export declare const isBefore: (found: RemoteFields | undefined, since: number) => found is RemoteFields;
/**
 * Reads a user (also a deactivated one), a group or a role from the service; undefined if it does not exist, an object without
 * fields if it cannot be read.
 */
export declare const remoteRow: (entity: ReadableName, key: string, transport: Transport, signal: AbortSignal) => Promise<RemoteFields | undefined>;
type RemoteFields = Readonly<Record<string, unknown>>;
/** Looks for a user in a list, page by page; undefined if it does not have them. */
export declare function listedUser(pageOf: (query: Query) => ApiRequest, uid: unknown, transport: Transport, signal: AbortSignal): Promise<RemoteFields | undefined>;
/** The list of those who are banned from a group. */
export declare const bannedFrom: (guid: string) => (query: Query) => ApiRequest;
export {};
