import type { DatabaseSync } from 'node:sqlite';
import type { EntityName, ReferredName } from '../../../input/entities/entity.ts';
import { type ExpectedRows } from '../expect/expected-rows.ts';
import type { ThreadRoots } from '../expect/thread-roots.ts';
import type { RowComparer } from './compare-rows.ts';
import { type TargetReader, type TargetRow } from './target-reader.ts';
/** The things that messages are compared with, and who learns of them. */
type MessageComparison = {
    /** True if the order of messages within one second is compared. */
    readonly ties: boolean;
    /**
     * The service's id of a message that this pipeline has written; undefined if it wrote none with this key, null if the id
     * is not known.
     */
    readonly idOf: (muid: string) => string | null | undefined;
    /** Called for each message of the service that the source has, with its id. */
    readonly read: (muid: string, id: unknown) => void;
    /** Learns on which messages replies hang. */
    readonly threads: ThreadRoots;
    /** Called for each message whose id runs against its time: it is later than the one before it, and its id is lower. */
    readonly againstTime: () => void;
};
/** Input for comparing one entity. */
export type EntityDeps = {
    readonly reader: TargetReader;
    readonly rows: ExpectedRows;
    readonly comparer: RowComparer;
    readonly groups: TargetGroups;
    /** The bound of the sample. */
    readonly below: number;
    readonly oneWay: boolean;
    /** Lists that are read at the same time. */
    readonly concurrency: number;
    /** Users that are missing in the source stay in the service, deactivated. */
    readonly missingDeactivated: boolean;
    /** The owner of a group has become a member of it without a row. */
    readonly ownersJoin: boolean;
    readonly messages: MessageComparison;
    /** Called for each row that the service has written by itself. */
    readonly written: () => void;
    /** Called for every row that is read. */
    readonly tick: (entity: EntityName) => void;
};
/** Compares users or groups, from the list of all of them; stores groups for the comparison of members. */
export declare function compareListed(entity: ReferredName, deps: EntityDeps): Promise<void>;
/** Compares members and banned users, group by group. */
export declare function compareMembers(deps: EntityDeps): Promise<void>;
/** Compares messages, from the list of all messages or conversation by conversation. */
export declare function compareMessages(deps: EntityDeps, byConversation: boolean): Promise<void>;
/** True if a message needs no row in the source: an action or call, a reply in a thread, or a deleted message. */
export declare function isNotFromSource(row: TargetRow): boolean;
/** A group of the service, as stored. */
type TargetGroup = {
    readonly guid: string;
    readonly owner: string | null;
    /** Number of members by the service; null if it sends none. */
    readonly members: number | null;
};
/** The groups of the service, in a table; their members are read next. */
export declare class TargetGroups {
    #private;
    /** True if all groups were read. */
    complete: boolean;
    constructor(db: DatabaseSync);
    add({ guid, owner, membersCount }: TargetRow): void;
    find(guid: string): TargetGroup | undefined;
}
export {};
