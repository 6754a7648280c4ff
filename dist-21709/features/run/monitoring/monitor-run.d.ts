import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { RunListener } from '../../../report/events/run-listener.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
/** A run that is watched from outside. */
export type MonitoredRun = {
    readonly pipeline: Pipeline;
    readonly startedAt: Date;
    /** The file that gets metrics; none if undefined. */
    readonly metrics: string | undefined;
};
/**
 * Does a run, and tells those whom the pipeline and the command line name: how it starts, how it goes on and how it has
 * ended, also where it fails early. None of that changes its exit code.
 * @throws what the run throws; RunError `CONFIG.CODE_NOT_OWN`
 */
export declare function monitorRun({ pipeline, startedAt, metrics: file }: MonitoredRun, context: Runtime & Pick<Stderr, 'err'>, run: (listener: RunListener) => Promise<number>): Promise<number>;
