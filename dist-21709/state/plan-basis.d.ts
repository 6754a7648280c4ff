import { z } from 'zod';
import type { Plan } from '../delivery/plan.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { type PlanBasis } from '../report/result/plan-basis.ts';
import type { Files } from '../system/files.ts';
/** The rows that a plan is about, and what is known to have arrived. */
export type PlanSubject = {
    readonly pipeline: Pipeline;
    readonly plan: Plan;
    readonly ledger: Ledger;
};
/**
 * Reads the present basis of a plan.
 * @throws RunError `SOURCE.*`
 */
export declare function basisOf({ pipeline, plan, ledger }: PlanSubject, signal: AbortSignal, files: Files): Promise<PlanBasis>;
declare const savedPlan: z.ZodObject<{
    command: z.ZodLiteral<"plan">;
    id: z.ZodOptional<z.ZodString>;
    basis: z.ZodObject<{
        state: z.ZodOptional<z.ZodObject<{
            lineage: z.ZodString;
            serial: z.ZodNumber;
        }, z.core.$strip>>;
        settings: z.ZodRecord<z.ZodString, z.ZodString>;
        target: z.ZodString;
        inputs: z.ZodArray<z.ZodObject<{
            entity: z.ZodString;
            path: z.ZodString;
            bytes: z.ZodNumber;
            sha256: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$loose>;
}, z.core.$loose>;
/** A plan that was saved in a file. */
export type SavedPlan = Readonly<z.output<typeof savedPlan>>;
/**
 * Reads a saved plan and checks that nothing that it depends on has changed.
 * @throws RunError `USAGE.INVALID` if the file is not a plan, `STATE.CORRUPT`, `PLAN.STALE` with what has changed
 */
export declare function readValidPlan(path: string, rows: PlanSubject, signal: AbortSignal, files: Files): Promise<SavedPlan>;
export {};
