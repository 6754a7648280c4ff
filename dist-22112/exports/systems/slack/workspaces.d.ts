import type { ExportInput } from '../../export-reader.ts';
import type { SmallFiles } from '../../files/small-files.ts';
import { type Day } from './lists.ts';
import type { Pins } from './messages.ts';
type Input = Pick<ExportInput, 'files' | 'signal'>;
/** Contents of a file of a day. */
type PartOf = {
    readonly conversation: string;
} | {
    readonly other: 'discussion' | 'flags';
}
/** Several conversations have the name of its folder, and nothing tells whose messages these are. */
 | {
    readonly unclear: readonly string[];
};
/** Findings of the lists about the folders and messages beside them. A folder has the name of its conversation, or its id. */
export declare class Workspaces {
    #private;
    static read(input: Input, small: SmallFiles): Promise<Workspaces>;
    /** Sentences about folders whose conversation was found out by who wrote when. */
    get notes(): readonly string[];
    /** The contents of a file of a day: the id of its conversation, which is the name of its folder if no list has it. */
    partOf(day: Day): PartOf;
    /** The pinned messages of a conversation, by their `ts`, as far as its list has them. */
    pinsOf(conversation: string): Pins | undefined;
}
export {};
