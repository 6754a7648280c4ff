import { type CountedReaction } from '../../../input/entities/message-marks.ts';
import type { Markups } from '../../export-reader.ts';
import type { AllPolicies } from '../../export-rules.ts';
import type { SourceMessage } from '../../neutral.ts';
import type { MessageShape } from '../../tally.ts';
import type { Conversations } from '../conversations.ts';
import type { Cells } from '../export-table.ts';
import { type People } from '../people.ts';
import type { FilesOfMessage } from './attachments.ts';
/** Parts needed to make messages. */
export type MessageDeps = {
    readonly system: string;
    readonly markups: Markups;
    readonly policies: AllPolicies;
    readonly people: People;
    readonly conversations: Conversations;
    readonly filesBase: string | undefined;
    /** True if ids of messages are unique in their conversation alone. */
    readonly isPerConversation: boolean;
    /** True if messages that were deleted get a row that says so: a sync removes those that an earlier export still had. */
    readonly statesDeletions: boolean;
    uidOf(id: string): string;
    /** True if the export has a file at this path. */
    isFile(path: string): boolean;
};
/** The part of a message that is kept in `metadata.source`, and how it is counted. */
export declare function marksOf(message: SourceMessage, { text, files: { kept, attachments } }: {
    readonly text: string;
    readonly files: FilesOfMessage;
}, deps: Pick<MessageDeps, 'policies' | 'system' | 'uidOf' | 'people' | 'isPerConversation'>): {
    readonly source: Readonly<Record<string, unknown>>;
    readonly shape: MessageShape;
};
/** Contents of a message besides its reactions. */
type Holding = {
    readonly text: string;
    readonly attachments: readonly object[];
    readonly source: Readonly<Record<string, unknown>>;
};
/**
 * Adds as many reactions to the source in metadata as there is room for beside the text and the files; `count` of them are
 * there.
 * @param marks what comes into the source after them, and needs room, too
 */
export declare function fittingReactions(counted: readonly CountedReaction[], beside: Readonly<Record<'text' | 'attachments', unknown>>, metadata: {
    readonly source?: object;
}, marks: object): {
    readonly source: Holding['source'];
    readonly count: number;
};
/** Adds to the kept source of its message by its cells for a thread, an edit or a deletion. */
export declare function marksAfter(message: SourceMessage, deps: Pick<MessageDeps, 'isPerConversation' | 'policies' | 'uidOf'>): Readonly<Record<string, unknown>>;
/** The places of who edited and who deleted a message among these cells. */
export declare const EDITED_BY = 2;
export declare const DELETED_BY = 4;
/** The cells of a row that say what happened to the message; only its first part has most of them. */
export declare function markCells({ conversation, parent, edited, deleted, time, deliveredAt, readAt, tags }: SourceMessage, { isPerConversation, policies }: Pick<MessageDeps, 'isPerConversation' | 'policies'>, isFirst: boolean): Cells;
export {};
