/**
 * Stands where a choice has no further case: one that is added later is a compile error there.
 * @throws RunError `BUG.UNEXPECTED` where a value got past the types
 */
export declare function assertNever(value: never): never;
