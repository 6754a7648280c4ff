import type { Plan } from '../../delivery/plan.ts';
import type { Files } from '../../system/files.ts';
/**
 * Writes the ids of users and groups that differ from the cells that they were made of, so that the app can follow: CSV
 * with the columns entity, source and id. Reads those sources once, and warns of ids whose cells differ in capital letters
 * alone. Nothing is written if the ids are the cells themselves.
 * @throws RunError `STATE.UNWRITABLE`
 */
export declare function writeIdMap(plan: Plan, path: string, files: Files, signal: AbortSignal): Promise<void>;
