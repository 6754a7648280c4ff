import { RunError } from './run-error.ts';

/**
 * Stands where a choice has no further case: one that is added later is a compile error there.
 * @throws RunError `BUG.UNEXPECTED` where a value got past the types
 */
export function assertNever(value: never): never {
  throw new RunError('BUG.UNEXPECTED', `${JSON.stringify(value)} is not expected here`);
}
