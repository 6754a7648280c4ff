import type { RecordPlace } from '../neutral.ts';
/**
 * Knows which copies of a conversation members stand beside, in exports that overlap: the last copy says who is a member.
 * Whoever stands beside an earlier one alone has left since, and must not read what was written after that. A copy without
 * members says nothing. Memory: some 30 bytes for each conversation, and 16 for each member.
 */
export declare class ListedMembers {
    #private;
    /** Notes a copy of a conversation. */
    conversation(id: string, place: RecordPlace): void;
    /** Notes that a conversation was deleted: it has no members. */
    delete(id: string): void;
    /** Notes the row of a member. */
    member(row: number, conversation: string, place: RecordPlace): void;
    /** The rows of members who stand beside an earlier copy alone, or whose conversation was deleted. */
    left(): Iterable<{
        readonly row: number;
        readonly reason: 'left' | 'deleted';
    }>;
}
