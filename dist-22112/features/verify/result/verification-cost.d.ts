import { type EntityName } from '../../../input/entities/entity.ts';
/** Rows per request: the documented maximum. */
export declare const LIST_PAGE_ROWS = 1000;
/** Requests that a list of this many rows needs at least. */
export declare const pagesOf: (rows: number) => number;
/** Requests and time of a verification, estimated from the sources; the service may have more rows. */
export type VerificationCost = {
    readonly requests: number;
    readonly requestsPerMinute: number | undefined;
    readonly minutes: number;
};
/** Numbers that the cost of a verification depends on. */
export type CostFacts = {
    /** Rows of the sources that are compared. */
    readonly rows: Readonly<Partial<Record<EntityName, number>>>;
    /** Groups whose members are read. */
    readonly memberGroups: number;
    readonly conversations: number;
    /** Of optional entities that are read part by part, such as user by user: how many parts. */
    readonly parts: Readonly<Partial<Record<EntityName, number>>>;
    readonly quick: boolean;
    readonly byConversation: boolean;
    /** Infinity if there is no limit. */
    readonly requestsPerMinute: number;
};
/** Requests that a comparison needs at least, and the time they take at the limits. */
export declare function verificationCost(facts: CostFacts): VerificationCost;
