import type { Runtime, Stdout } from '../../terminal/context.ts';
import type { JobCommands } from './worker/perform.ts';
/** Options of `chatferry fleet work`. */
export type WorkOptions = {
    readonly queue: string | undefined;
    /** The file of the worker. */
    readonly config: string | undefined;
    /** Pipelines at once, where the file does not decide. */
    readonly concurrency: number | undefined;
    readonly commands: JobCommands;
};
/**
 * Takes jobs from the queue until it is stopped; then it ends the requests under way, saves, and gives what it does back to
 * the queue. Returns the exit code.
 * @throws RunError `FLEET.*`, `CONFIG.*`
 */
export declare function work(options: WorkOptions, context: Runtime & Stdout): Promise<number>;
