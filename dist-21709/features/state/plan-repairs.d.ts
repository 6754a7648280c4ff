import type { State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { Style } from '../../terminal/style.ts';
import { type StateFinding, type StatePart } from './examine-state.ts';
/** One thing that a repair does. */
export type Repair = {
    readonly part: StatePart;
    /** The damaged files, by their path in the state folder. */
    readonly files: readonly string[];
    /** The change, and what is lost by it; a full sentence. */
    readonly what: string;
};
/** The repairs of the findings, in the order in which it is done. */
export declare function planRepairs(findings: readonly StateFinding[]): Repair[];
/** Does without a damaged part; the ledger is not one of these. */
export declare function drop({ part, files: names }: Repair, state: State, files: Files): Promise<void>;
/** The findings as text, one line each, and the next command. */
export declare function findingsText(findings: readonly StateFinding[], { style, folder, next }: {
    readonly style: Style;
    readonly folder: string;
    readonly next: string;
}): string;
/** Text of what a repair does, for the question and for the result. */
export declare const repairsText: (repairs: readonly Repair[]) => string;
