import type { Table } from '../files/tables.ts';
import type { MessageRoles } from '../relate/message-roles.ts';
import type { DraftSource } from '../text/pipeline-text.ts';
/** Which tables there are, and which of their values the messages have besides. */
export type Present = {
    readonly users: Table | undefined;
    readonly groups: Table | undefined;
    readonly members: Table | undefined;
    /** True if some messages are for users. */
    readonly hasDirect: boolean;
    /** Senders that the users do not have, receivers that the groups and the users do not have. */
    readonly unknown: {
        readonly senders: boolean;
        readonly groups: boolean;
        readonly persons: boolean;
    };
};
/** Users that no file has: those who wrote, and those whom somebody wrote to. */
export declare function derivedUsers(messages: readonly MessageRoles[], { users, unknown, hasDirect }: Present): DraftSource[];
/** Groups that no file has. */
export declare function derivedGroups(messages: readonly MessageRoles[], { groups, unknown, hasDirect }: Present): DraftSource[];
/** Members, if no file has them. */
export declare function derivedMembers(messages: readonly MessageRoles[], { members, hasDirect }: Present): DraftSource[];
