import { ServiceError } from '../../../errors/service-error.ts';
import type { TargetList, TargetRow } from './target-reader.ts';

/**
 * Reads a list to its end.
 * @returns the error that ended it; undefined if it was read to its end
 * @throws RunError if nothing can be read
 */
export async function readWholeList(
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

/** Why a list could not be read, as a message. */
export const reasonOf = ({ code, message, call }: ServiceError): string =>
  `${call ?? 'a call'}: ${code} ${message}`;
