import type { Step } from '../../delivery/plan.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { RowPlace } from '../../input/rows/row.ts';
import type { AuditDeps } from './references.ts';
/** The outcome of a row that gives way to another one of its key. */
export declare const SUPERSEDED: Outcome;
/** Finds the rows of a step that give way to other rows of their keys in a sync; undefined if no row does. */
export declare function supersededRows(step: Step, deps: AuditDeps, signal: AbortSignal): Promise<SupersededRows | undefined>;
/** Rows by their places: 8 bytes for each. */
export declare class SupersededRows {
    #private;
    get isEmpty(): boolean;
    /** Takes a row; all of them before the first is asked for. */
    add({ file, byte }: Pick<RowPlace, 'file' | 'byte'>): void;
    has({ file, byte }: Pick<RowPlace, 'file' | 'byte'>): boolean;
}
