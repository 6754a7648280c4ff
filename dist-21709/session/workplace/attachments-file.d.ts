import type { Plan } from '../../delivery/plan.ts';
import type { Files } from '../../system/files.ts';
/**
 * Writes the list of the files of an export that no address leads everybody to: CSV. Those that are in the export are read,
 * for their size and their digest. Nothing is written if there are none.
 * @throws RunError `STATE.UNWRITABLE`
 */
export declare function writeAttachments({ unreached }: Pick<Plan, 'unreached'>, path: string, files: Files, signal: AbortSignal): Promise<void>;
