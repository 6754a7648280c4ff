import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
/** Ways by which live calls of a pipeline may reach people. */
export type Reach = {
    /** The ways by which the app notifies people, such as `push by fcm`. */
    readonly on: readonly string[];
    /** Why the settings could not be read; absent if they were. */
    readonly unread?: string;
};
/**
 * Reads which notifications the app of a pipeline has switched on. Never fails because of the service.
 * @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`
 */
export declare function reachOf(pipeline: Pipeline, context: Runtime & Stderr): Promise<Reach>;
/** Says whether live calls may notify people, as far as that can be read. */
export declare function reachFinding(reach: Reach): {
    readonly mayNotify: boolean;
    readonly text: string;
};
/**
 * Checks before live calls that they notify nobody.
 * @throws RunError `NOTIFICATIONS.ON`
 */
export declare function requireSilence(pipeline: Pipeline, context: Runtime & Stderr): Promise<void>;
