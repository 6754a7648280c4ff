import { RunError } from '../../../errors/run-error.ts';
import type { Clock } from '../../../system/clock.ts';
import { type SharedBudget } from './shared-budget.ts';
/** The listener to what becomes of turns. */
export type TurnsHears = {
    /** There are turns, or it is time to ask again. */
    readonly changed: () => void;
    readonly closed: (rateClass: string, forMs: number) => void;
    /** The store has not answered for a long time. */
    readonly lost: (rateClass: string, error: RunError) => void;
};
/** The turns of one rate class that this process has taken from the shared budget. Asked only while requests wait for nothing else. */
export declare class Turns {
    #private;
    constructor(rateClass: string, budget: SharedBudget, clock: Clock, hears: TurnsHears);
    /**
     * When the next turn can be used; Infinity while the answer is awaited.
     * @param wanted requests that wait for a turn alone
     */
    readyAt(now: number, wanted: () => number, spacingMs: number): number;
    use(): void;
}
