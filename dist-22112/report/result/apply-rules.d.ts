import type { Plan } from '../../delivery/plan.ts';
import { type EntityName } from '../../input/entities/entity.ts';
import { type Thresholds } from '../../pipeline/threshold.ts';
import { type Report } from './report.ts';
/** Rules for the result of a command as a whole. */
export type Rules = {
    readonly thresholds: Thresholds;
    /** `limits.maxRejects`, if it has not already ended the command. */
    readonly maxRejects?: number | string | undefined;
    /** The number of columns that no field uses. Set if they, notices and equal rows count as failures. */
    readonly strict?: {
        readonly unknownColumns: number;
    } | undefined;
};
/**
 * Adds the measured thresholds to a report, and sets exit code and error by the first broken rule. Guards come before
 * rows.
 */
export declare function applyRules(report: Report, rules: Rules): Report;
/** The rows of a plan that were made of other rows, and the export that it reads, as a part of its report. */
export declare function derivedPart({ steps, exported }: Plan): Pick<Report, 'derived' | 'export'>;
/** The entities that rows of a plan refer to although no source has them, so that nobody knows whether they are there. */
export declare function uncheckedEntities({ steps, closed }: Plan): readonly EntityName[];
