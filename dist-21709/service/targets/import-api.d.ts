import type { Budget } from '../transport/budget.ts';
import type { Target } from './target.ts';
/** The Data Import API under its name in pipeline files. */
export declare const importTarget: {
    readonly name: 'import';
    readonly batchClass: 'import';
    readonly singleClass: 'standard';
    readonly limited: Set<"import">;
    readonly ownersJoin: false;
    readonly membersOnly: false;
    readonly open: (budget: (rateClass: import("../api/endpoint.ts").RateClass) => Budget, itemsMax: number, perSender: Budget | undefined) => Target;
};
/**
 * The Data Import API: `POST /data_import/<entity>` with up to 50 rows, each with its own key and its own result. The
 * service refuses a repeated key, so every request may be repeated.
 */
export declare function importApi(options: {
    readonly budget: Budget;
    /** For the calls that write one row each. */
    readonly single?: {
        readonly core: Budget;
        readonly standard: Budget;
    };
    readonly itemsMax?: number;
    /** For the live calls of each sender. */
    readonly perSender?: Budget | undefined;
}): Target;
