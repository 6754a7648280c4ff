import type { SourceGivenReaction, SourceMessage } from '../../neutral.ts';
import type { ExportTally, Shapes } from '../../tally.ts';
import type { ExportTable, NumberedPlace } from '../export-table.ts';
import type { TABLE } from './message-line.ts';
import type { Threads } from './threads.ts';
/** A reaction that stands beside its message, with its place. */
export type HeldReaction = {
    readonly reaction: SourceGivenReaction;
    readonly place: NumberedPlace;
};
/** The tables that messages go to, and what they are counted with. */
export type SorterDeps = {
    readonly tables: Readonly<Record<keyof typeof TABLE, ExportTable>>;
    readonly tally: ExportTally;
    readonly shapes: Shapes;
    /** Adds reactions to the rows of their message; returns the lines of the message with them. */
    withReactions(lines: string, reactions: readonly HeldReaction[], key: string): string;
    /** Notes who gave reactions; of all messages, before the first one gets its reactions. */
    noteGivers(reactions: readonly SourceGivenReaction[]): void;
    /** Makes the lines of a message that waited for its files. */
    made(message: SourceMessage): MadeMessage;
    /** The threads in which replies are written live. */
    readonly threads: Threads | undefined;
};
/** Facts about a message beside its rows. */
export type KnownMessage = {
    readonly place: NumberedPlace;
    readonly time: number;
    readonly version: number;
    readonly byContent: boolean;
};
/** The rows of a message as lines, each after the mark of its table, and the number of its shape. */
export type MadeMessage = {
    readonly lines: string;
    readonly shape: number;
};
