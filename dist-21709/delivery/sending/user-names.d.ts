import type { ScratchFile } from '../../files/scratch-file.ts';
import type { JudgeDeps } from '../../input/rows/judge.ts';
import { type Plan } from '../plan.ts';
export type UserNamesDeps = {
    readonly plan: Plan;
    readonly keys: JudgeDeps['keys'];
    readonly signal: AbortSignal;
    /** Of rows with one key, whether the last file decides, as in a sync. */
    readonly lastFile: boolean;
    /** Opens the file for the names. */
    readonly open: () => Promise<ScratchFile>;
};
/**
 * The names of the users of the sources, also of those whose rows were rejected. The sources are read when the first name is
 * asked for, into a file: memory does not grow with the number of users.
 */
export declare class UserNames implements Disposable {
    #private;
    constructor(deps: UserNamesDeps);
    /** The name of a user; undefined if no source has the user. */
    of(uid: string): Promise<string | undefined>;
    [Symbol.dispose](): void;
}
