import { ServiceError } from '../../../errors/service-error.ts';
import type { TargetList, TargetRow } from './target-reader.ts';

/**
 * Reads a list to its end.
 * @returns why it cannot be read on; undefined where it was read whole
 */
export async function readList(
  list: TargetList,
  each: (row: TargetRow) => void,
): Promise<ServiceError | undefined> {
  try {
    for await (const page of list) for (const row of page) each(row);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Why a list could not be read, for people. */
export const reasonOf = ({ code, message, call }: ServiceError): string =>
  `${call ?? 'a call'}: ${code} ${message}`;

/** Does the work for each of many, some at once. */
export async function eachOf<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
