import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
/** Options of `chatferry rejects`. */
export type RejectsOptions = {
    /** The pipeline file as typed. */
    readonly pipeline: string;
    /** Lists every row of this code; without it, some rows of every code. */
    readonly code: string | undefined;
};
/** Shows the rows of a pipeline's rejects files by code, from its state alone. Returns the exit code. */
export declare function showRejects(options: RejectsOptions, outside: Runtime & Stdout & Pick<Stderr, 'err'>): Promise<number>;
