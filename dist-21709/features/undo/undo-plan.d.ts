import { type EntityTable } from '../../input/entities/entity.ts';
import { type UndoSession } from './open-undo.ts';
import { type PlannedPutBack } from './put-back-counts.ts';
import type { GroupUse, UndoCounts } from './undo-document.ts';
import type { UndoRows } from './undo-rows.ts';
/** Plan of an undo. */
export type UndoPlan = {
    readonly id: string;
    readonly counts: Readonly<EntityTable<UndoCounts>>;
    /** The values put back in rows that were there before. */
    readonly putBack: Readonly<Partial<EntityTable<PlannedPutBack>>>;
    readonly cost: UndoCost;
    readonly inUse: {
        readonly count: number;
        readonly samples: readonly GroupUse[];
    };
    /** False if the run that wrote the rows is not finished. */
    readonly isFinished: boolean;
};
/** The number of rows that would be removed. */
export declare const rowsToRemove: ({ counts }: UndoPlan) => number;
/** The number of rows with which there is anything to do. */
export declare const workOf: (plan: UndoPlan) => number;
/** Finds the groups that others use, and counts what would be removed without them. Only reads. */
export declare function planUndo(rows: UndoRows, session: UndoSession): Promise<UndoPlan>;
/** Requests of an undo by rate class, and how long they take at the limits. */
type UndoCost = {
    readonly core: number;
    readonly standard: number;
    readonly minutes: number;
};
export {};
