import type { Budget } from '../transport/budget.ts';
import type { Target } from './target.ts';
/** The ordinary REST API under its name in pipeline files. */
export declare const restTarget: {
    readonly name: 'rest';
    readonly batchClass: 'core';
    readonly singleClass: 'standard';
    readonly limited: Set<"core" | "standard">;
    readonly ownersJoin: true;
    readonly membersOnly: true;
    readonly open: (budget: (rateClass: import("../api/endpoint.ts").RateClass) => Budget, _itemsMax: number, perSender: Budget | undefined) => Target;
};
/**
 * The ordinary REST calls, for services without the import API: one user, group or message per call, up to 25 members
 * per call. They cannot set a time in the past. The service does not refuse a repeated message, so a message is looked
 * for before it is sent again.
 */
export declare function restApi(budgets: {
    readonly core: Budget;
    readonly standard: Budget;
}, perSender?: Budget): Target;
