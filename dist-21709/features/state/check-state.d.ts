import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
/**
 * Lists every kept file of a pipeline with what is wrong with it. Sends nothing and changes nothing.
 * @returns the exit code: 9 if a run would not go on with the state
 * @throws RunError `STATE.LOCKED` while a run is under way
 */
export declare function checkState(options: {
    readonly pipeline: string;
}, outside: Runtime & Stdout & Stderr): Promise<number>;
