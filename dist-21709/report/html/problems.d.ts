import type { FileProfile } from '../result/profile.ts';
import { type ProblemReport } from '../result/report.ts';
import type { Kind } from './chart.ts';
import { type Section } from './markup.ts';
export type ProblemsOptions = {
    readonly id: string;
    readonly title: string;
    readonly kind: Kind;
    /** The introduction above the first code. */
    readonly lead: string;
    readonly problems: readonly ProblemReport[];
    /** So many codes are unfolded at first. */
    readonly open: number;
    /** The files that were read, if their columns are known. */
    readonly files?: readonly FileProfile[] | undefined;
};
/** Lists codes with their counts, hints and samples; undefined if there are none. */
export declare function problemsSection(options: ProblemsOptions): Section | undefined;
