import type { ExportObject } from '../../files/export-rows.ts';
/** Somebody who writes: a person, a channel, or a group in its own name. */
export type Peer = {
    readonly id: string;
    readonly name: string | undefined;
};
/** Somebody whose account was deleted has no name any more, and in old exports no id either. */
export declare const DELETED = "Deleted Account";
/** The id of a person by the number that Telegram gave them; undefined for what is no number. */
export declare function userId(value: unknown): string | undefined;
/** The id of a peer as newer exports write it; undefined for nothing. */
export declare function peerId(value: unknown): string | undefined;
/** A peer by id and name; where old exports have no ids, the name is the id. */
export declare function peerOf(id: unknown, name: unknown): Peer;
/** The person who wrote a message, or did what a message of the system tells; undefined if that names nobody. */
export declare function authorOf(row: ExportObject): Peer | undefined;
/** The name of somebody, from its two parts. */
export declare const fullName: (row: ExportObject) => string | undefined;
