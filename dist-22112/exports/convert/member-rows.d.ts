import type { RecordPlace, SourceMember } from '../neutral.ts';
import type { Fate } from '../tally.ts';
import type { ExportTable } from './export-table.ts';
import type { GroupRows } from './group-rows.ts';
import type { ListedMembers } from './member-lists.ts';
import type { People } from './people.ts';
export declare const MEMBER_COLUMNS: string[];
/** Parts needed to make the rows of members. */
type MemberDeps = {
    readonly table: ExportTable;
    readonly people: People;
    readonly groups: GroupRows;
    readonly lists: ListedMembers;
};
/** Writes the rows of members. */
export declare class MemberRows {
    #private;
    constructor(deps: MemberDeps);
    /** True if somebody may read a group; those who are banned may not. */
    hasReader(guid: string): boolean;
    /** Adds a member to a group; what became of them. */
    join(guid: string, { user, scope, joinedAt, isBanned }: SourceMember, place: RecordPlace): Fate;
}
/** Sentences about groups without a member: what is private there is read by nobody. */
export declare function notesOfEmpty(groups: readonly {
    readonly id: string;
    readonly isPublic: boolean;
}[]): readonly string[];
export {};
