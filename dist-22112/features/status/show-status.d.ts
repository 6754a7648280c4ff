import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
/** Options of `chatferry status`. */
export type StatusOptions = {
    /** The pipeline file as typed. */
    readonly pipeline: string;
    /** Shows it again and again until nothing runs any more. */
    readonly watch: boolean;
};
/**
 * Shows the progress of a pipeline, from its state alone; also while another process runs it. Returns the exit code.
 * @throws RunError `STATE.NOT_OWN`, `STATE.CORRUPT`
 */
export declare function showStatus(options: StatusOptions, outside: Runtime & Stdout & Stderr): Promise<number>;
