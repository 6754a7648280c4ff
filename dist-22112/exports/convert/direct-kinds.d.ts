import type { AllPolicies } from '../export-rules.ts';
import type { ExportTally } from '../tally.ts';
import type { ExportTable } from './export-table.ts';
import type { GroupRows } from './group-rows.ts';
import type { Direct, Lone } from './lone-conversations.ts';
import type { MemberRows } from './member-rows.ts';
import type { People } from './people.ts';
/** Receiver of the messages of a conversation. */
export type Receiver = 
/** `row` of a group with a name of its own, whose guid is its id: its row in the table, from 0. */
{
    readonly type: 'group';
    readonly guid: string;
    readonly row?: number;
} | {
    readonly type: 'user';
    readonly users: readonly [string, string];
} | {
    readonly type: 'none';
    readonly reason: string;
};
/** The row of a group with an id of its own; undefined for all others. */
export declare const rowOf: (receiver: Receiver | undefined) => number | undefined;
/** Parts needed to decide about conversations of their members alone. */
type KindDeps = {
    /** The table of groups. */
    readonly table: ExportTable;
    readonly people: People;
    readonly groups: GroupRows;
    readonly members: MemberRows;
    readonly policies: AllPolicies;
    readonly tally: ExportTally;
    uidOf(id: string): string;
    /** True if a group of its own has this id. */
    isGroup(id: string): boolean;
};
/** Says what becomes of conversations that are their members alone, and writes the groups that they become. */
export declare class DirectKinds {
    #private;
    constructor(deps: KindDeps);
    /** One that lists all of its members: nobody, or several. */
    of(direct: Direct): Receiver;
    /**
     * The group of what somebody wrote to themselves.
     * @param own its id, where they have another one
     */
    ofNotes(lone: Lone, own?: string): Receiver;
    /** Others than its only member write in it: it is nobody's notes, and nobody becomes a member by writing. */
    ofShared(id: string, lone: Lone): Receiver;
}
export {};
