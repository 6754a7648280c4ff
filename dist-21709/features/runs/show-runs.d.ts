import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
/** Lists the kept runs of a pipeline, the last one first. Returns the exit code. */
export declare function showRuns({ pipeline }: {
    readonly pipeline: string;
}, context: Runtime & Stdout & Pick<Stderr, 'err'>): Promise<number>;
