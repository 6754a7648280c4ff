import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
/** Options of `report`. */
export type ReportOptions = {
    readonly pipeline: string;
};
/**
 * Writes the HTML report of the last run again, from its `report.json`, and prints its path.
 * @throws RunError `STATE.NO_REPORT` if no run has left a report, `STATE.CORRUPT` if it cannot be read,
 * `STATE.NOT_OWN` if others can write to the state folder or something in it is a symbolic link
 */
export declare function report(options: ReportOptions, outside: Runtime & Stdout & Pick<Stderr, 'err'>): Promise<number>;
