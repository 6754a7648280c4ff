import type { Step } from '../plan.ts';
/**
 * True if a row may have to give way to a later one of its key in a sync, so that all rows are looked at before the first is
 * sent: a later file replaces those before it, and a row that says deleted replaces those of its file.
 */
export declare function mayGiveWay(step: Step, signal: AbortSignal): Promise<boolean>;
