import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
/** Options of `chatferry diff`. */
export type DiffOptions = {
    /** The pipeline file as typed. */
    readonly pipeline: string;
    /** The runs as typed: an id, the beginning of one, `last` or `last-1`. */
    readonly before: string;
    readonly after: string;
};
/**
 * Shows how two runs of a pipeline differ. Returns the exit code, which is 0 whether they do or not.
 * @throws RunError `RUN.UNKNOWN`
 */
export declare function diffRuns(options: DiffOptions, context: Runtime & Stdout & Pick<Stderr, 'err'>): Promise<number>;
