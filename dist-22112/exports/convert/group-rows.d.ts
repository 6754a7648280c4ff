import type { RecordPlace, SourceConversation } from '../neutral.ts';
import type { ExportTable } from './export-table.ts';
import { type SourceMetadata } from './legal-cells.ts';
import { type People } from './people.ts';
export declare const GROUP_COLUMNS: string[];
/** Parts needed to make the rows of groups. */
type GroupDeps = {
    readonly table: ExportTable;
    readonly people: People;
    readonly metadata: SourceMetadata;
    /** The id of the owner of groups that have none. */
    readonly owner: string | undefined;
};
/** Writes the rows of groups. */
export declare class GroupRows {
    #private;
    constructor(deps: GroupDeps);
    /** The number of groups that have no owner of their own and get the declared one. */
    get givenOwner(): number;
    /** Whoever created a group joined it in the same moment; the service takes only members who joined after that. */
    joinedAfter(guid: string, joinedAt: number | undefined): string | undefined;
    add(guid: string, conversation: SourceConversation, type: 'public' | 'private', place: RecordPlace): void;
}
export {};
