import type { System } from '../../../system/system.ts';
import { type AskedTurns, type SharedBudget, type Taken } from './shared-budget.ts';
/**
 * A budget that the processes of one machine share through a small SQLite file. Nothing in it has to survive: a file that is
 * gone is made anew, one that is damaged or not ours is renamed to `….damaged`.
 */
export declare class FileBudget implements SharedBudget {
    #private;
    /** @throws an error of the disk if the file cannot be made */
    constructor(path: string, app: string, system: Pick<System, 'clock' | 'files'>);
    take(rateClass: string, { spacingMs, turns, unused }: AskedTurns): Promise<Taken>;
    close(rateClass: string, forMs: number): Promise<void>;
    closed(): Promise<ReadonlyMap<string, number>>;
    [Symbol.asyncDispose](): Promise<void>;
}
