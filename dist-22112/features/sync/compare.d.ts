import { type Step } from '../../delivery/plan.ts';
import type { ComparedStep, StepComparisonDeps } from './compared-step.ts';
/**
 * Compares the rows of a step with the ledger. A record with the same bytes as in the last sync is not parsed; any other
 * is, and compared with the version last acknowledged for its key. Sends nothing. If several files have a row with the same
 * key, the row of the last file counts. Different rows of one key in one file are a contradiction; the delivery rejects it.
 * @throws RunError `SOURCE.*`
 */
export declare function compareStep(step: Step, deps: StepComparisonDeps): Promise<ComparedStep>;
