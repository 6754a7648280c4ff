import type { RunListener } from '../../report/events/run-listener.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
/** The page of a run: a listener, which serves what it has heard. */
export type Dashboard = RunListener & AsyncDisposable;
/**
 * Opens the page of a run on this machine, and says its address on standard error.
 * @param pipeline the pipeline file as typed
 * @param port 0 picks a free one
 * @throws RunError `USAGE.INVALID` if the port is taken
 */
export declare function openDashboard(pipeline: string, port: number, { system, err }: Pick<Runtime, 'system'> & Pick<Stderr, 'err'>): Promise<Dashboard>;
