import type { TargetApi } from './target.ts';
/**
 * Every API that can write rows; the first one is the default. A new API is one more file and one more name here.
 */
declare const targets: readonly [{
    readonly name: 'import';
    readonly batchClass: 'import';
    readonly singleClass: 'standard';
    readonly limited: Set<"import">;
    readonly ownersJoin: false;
    readonly membersOnly: false;
    readonly open: (budget: (rateClass: import("../api/endpoint.ts").RateClass) => import("../transport/budget.ts").Budget, itemsMax: number, perSender: import("../transport/budget.ts").Budget | undefined) => import("./target.ts").Target;
}, {
    readonly name: 'rest';
    readonly batchClass: 'core';
    readonly singleClass: 'standard';
    readonly limited: Set<"core" | "standard">;
    readonly ownersJoin: true;
    readonly membersOnly: true;
    readonly open: (budget: (rateClass: import("../api/endpoint.ts").RateClass) => import("../transport/budget.ts").Budget, _itemsMax: number, perSender: import("../transport/budget.ts").Budget | undefined) => import("./target.ts").Target;
}];
export type TargetName = (typeof targets)[number]['name'];
/** The names of the APIs, for the schema of pipeline files. */
export declare const targetNames: [TargetName, ...TargetName[]];
/** An API by its name; the default API if no name is given. */
export declare const targetApi: (name?: string) => TargetApi;
export {};
