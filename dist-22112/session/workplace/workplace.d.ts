import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import { type Lock } from '../../files/lock.ts';
import type { Workplace } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Files } from '../../system/files.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
type Context = Pick<Runtime, 'system' | 'env' | 'signal' | 'allowCode' | 'input'> & Pick<Stderr, 'err' | 'quiet'>;
/** A workplace in the state folder, which is locked as soon as anything is prepared, until it is disposed of. */
export type StateWorkplace = Workplace & AsyncDisposable & {
    /** The lock of the state; undefined if nothing is prepared. */
    readonly lock: Lock | undefined;
};
/**
 * Prepares sources in the state folder of a pipeline, where the next run finds what a stopped one has prepared.
 * @throws RunError `STATE.LOCKED`, `STATE.UNWRITABLE`, `STATE.NOT_OWN` when the folder is first asked for
 * @param again whether the commands of sources run again
 */
export declare function stateWorkplace({ stateFolder }: Pick<Pipeline, 'stateFolder'>, context: Context & Pick<Runtime, 'commandLine'>, again: boolean): StateWorkplace;
/**
 * Finds what was prepared in the state folder of a pipeline, whose lock others may have: nothing is changed there. Where there
 * is nothing, such as on another machine, sources are prepared in another state folder, whose lock is ours.
 */
export declare function workplaceBeside(main: Pick<Pipeline, 'stateFolder'>, own: Pick<Pipeline, 'stateFolder'>, context: Context): Workplace;
/** Removes what was prepared in the state folder of a pipeline; copies of files on servers stay for the next run. */
export declare function clearWorkplace({ stateFolder }: Pick<Pipeline, 'stateFolder'>, files: Files): Promise<void>;
/**
 * Removes the kept output of commands, and standard input, that is not what a run began with. Without that, a command that
 * was put right again, or the right input, would not be asked for.
 */
export declare function dropOtherSpools({ inputs }: Checkpoint, { steps }: Plan, { folder }: Pick<Pipeline, 'folder'>, files: Files): Promise<void>;
/** Prepares sources in a temporary folder, which is removed with it. */
export declare function temporaryWorkplace(context: Context): Workplace & AsyncDisposable;
export {};
