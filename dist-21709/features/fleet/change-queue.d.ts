import { type Runtime, type Stderr, type Stdout } from '../../terminal/context.ts';
import { type Asked } from './queue/submission.ts';
import { type Times } from './schedule/cron.ts';
/** Options of `chatferry fleet submit`. */
export type SubmitOptions = Asked & {
    readonly queue: string | undefined;
    /** The pipelines as typed. */
    readonly pipelines: readonly string[];
};
/**
 * Puts pipelines into the queue. All files are checked before the first one is submitted. Returns the exit code.
 * @throws RunError `FLEET.*`, `CONFIG.*`
 */
export declare function submit(options: SubmitOptions, context: Runtime & Stdout & Stderr): Promise<number>;
/** Options of `chatferry fleet schedule`. */
export type ScheduleOptions = Asked & Times & {
    readonly queue: string | undefined;
    readonly pipeline: string;
};
/**
 * Runs a pipeline at given times from now on; its schedule takes the place of an earlier one. Returns the exit code.
 * @throws RunError `FLEET.*`, `CONFIG.*`
 */
export declare function schedule(options: ScheduleOptions, context: Runtime & Stdout & Stderr): Promise<number>;
/**
 * Ends the schedule of a pipeline; what runs goes on. Returns the exit code.
 * @throws RunError `FLEET.*`
 */
export declare function unschedule({ queue, pipeline }: {
    readonly queue: string | undefined;
    readonly pipeline: string;
}, context: Runtime & Stdout): Promise<number>;
/** Options of `chatferry fleet cancel`. */
export type CancelOptions = {
    readonly queue: string | undefined;
    /** Pipeline files or names, as typed. */
    readonly pipelines: readonly string[];
};
/**
 * Ends pipelines that wait or run; a schedule stays. Returns the exit code.
 * @throws RunError `FLEET.*`
 */
export declare function cancel({ queue, pipelines }: CancelOptions, context: Runtime & Stdout): Promise<number>;
