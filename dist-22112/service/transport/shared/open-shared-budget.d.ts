import type { System } from '../../../system/system.ts';
import { type SharedBudget } from './shared-budget.ts';
/**
 * Opens the rate limits that all processes share which send to an app: over the server of a queue, else in a file beside the
 * states, for the processes of this machine. Undefined if they are not shared.
 * @param folder in which the states are
 * @param app host and id of the app
 * @throws an error of the disk if no file can be made
 */
export declare function openSharedBudget(folder: string, app: readonly string[], system: System): SharedBudget | undefined;
