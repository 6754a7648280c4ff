import { type AskedTurns, type SharedBudget, type Taken } from './shared-budget.ts';
/** A budget that all machines share which reach one server of Redis or Valkey. */
export declare class RedisBudget implements SharedBudget {
    #private;
    constructor(url: string, app: string);
    take(rateClass: string, { spacingMs, turns, unused }: AskedTurns): Promise<Taken>;
    close(rateClass: string, forMs: number): Promise<void>;
    closed(): Promise<ReadonlyMap<string, number>>;
    [Symbol.asyncDispose](): Promise<void>;
}
