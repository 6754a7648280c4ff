import type { AllPolicies, ExportPolicies } from '../export-rules.ts';
import type { RecordPlace, SourceConversation, SourceMember, SourceMessage, SourceTopic } from '../neutral.ts';
import type { ExportTally } from '../tally.ts';
import { type Receiver } from './direct-kinds.ts';
import type { ExportTable } from './export-table.ts';
import type { SourceMetadata } from './legal-cells.ts';
import { type People } from './people.ts';
/** Parts needed to make the rows of conversations. */
type ConversationDeps = {
    readonly tables: {
        readonly groups: ExportTable;
        readonly members: ExportTable;
    };
    readonly people: People;
    readonly metadata: SourceMetadata;
    readonly policies: AllPolicies;
    readonly tally: ExportTally;
    /** The id of the owner of groups that have none. */
    readonly owner: string | undefined;
    uidOf(id: string): string;
};
/** The conversations of an export: groups with their members, and those of two people, which need no row. */
export declare class Conversations {
    #private;
    constructor(deps: ConversationDeps);
    /** The number of groups that have no owner of their own and get the declared one. */
    get givenOwner(): number;
    add(conversation: SourceConversation, place: RecordPlace): void;
    topic({ conversation, id, name, createdAt }: SourceTopic, place: RecordPlace): void;
    member(member: SourceMember, place: RecordPlace): void;
    /**
     * Decides what becomes of the conversations that are their members alone, but for those with one member, and who has left
     * the others since an earlier one of several exports.
     */
    finish(): void;
    /** True if it takes all messages to know what becomes of a conversation. */
    isUndecided(id: string): boolean;
    /** Notes who writes in a conversation that is undecided. */
    hear(message: SourceMessage): void;
    /**
     * Decides the rest, when all messages have been seen.
     * @returns sentences about conversations whose lists lack people
     */
    decide(): readonly string[];
    /** The receiver of the messages of a conversation; undefined if it is not in the export. */
    receiverOf(id: string): Receiver | undefined;
}
/**
 * A message as the policy for topics says. As a tag, its topic stands beside it; as a group, it is of another conversation;
 * as a thread, it answers the message that opened the topic, which then is a message with the name of that.
 */
export declare function withTopic(message: SourceMessage, policy: ExportPolicies['topics']): SourceMessage;
export {};
