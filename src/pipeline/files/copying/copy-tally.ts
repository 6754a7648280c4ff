import type { FileFailure } from '../../../input/rows/forms/copied-address.ts';
import {
  type ByOutcome,
  type FileCounts,
  type FileOutcome,
  failedFiles,
  isBalanced,
  zeroFileCounts,
} from '../file-counts.ts';

/** Result of an address: an outcome, or why it failed. */
export type AddressResult = FileOutcome | { readonly why: FileFailure };

/** Numbers of requests that were made before, so that they are not counted. */
type RequestCounts = FileCounts['requests'];

/** The counts of a copying under way. */
export class CopyTally {
  readonly #counts: FileCounts = zeroFileCounts();
  readonly #requests: () => RequestCounts;
  readonly #before: RequestCounts;

  /** @param requests how many were made so far */
  constructor(requests: () => RequestCounts) {
    this.#requests = requests;
    this.#before = requests();
  }

  /** Sets what there is to count. */
  begin({ found, distinct }: { readonly found: number; readonly distinct: number }): void {
    Object.assign(this.#counts, { found, distinct });
  }

  /** Counts an address with the number of references to it. */
  add(result: AddressResult, references: number): void {
    addTo(this.#counts, result, 1);
    addTo(this.#counts.references, result, references);
  }

  /** Counts bytes of a copy. @param isNew whether they were copied now */
  addBytes(bytes: number, isNew: boolean): void {
    this.#counts.bytes += bytes;
    if (isNew) this.#counts.bytesCopied += bytes;
  }

  /** Sets the bytes of all copies. */
  setBytes(bytes: number): void {
    this.#counts.bytes = bytes;
  }

  /** Counts a reference whose message has no room for the address of its copy. */
  addNoRoom(): void {
    this.#counts.noRoom++;
  }

  /** Addresses that have failed. @param withSilent also those whose host did not answer */
  failed(withSilent: boolean): number {
    return failedFiles(this.#counts) - (withSilent ? 0 : this.#counts.failed.silent);
  }

  /** The counts as they are now. */
  counts(): FileCounts {
    const [now, before] = [this.#requests(), this.#before];
    const counts = structuredClone(this.#counts);
    const { get, put, head, parts } = now;
    counts.requests = {
      get: get - before.get,
      put: put - before.put,
      head: head - before.head,
      parts: parts - before.parts,
    };
    counts.balanced = isBalanced(counts);
    return counts;
  }
}

function addTo(counts: ByOutcome, result: AddressResult, count: number): void {
  if (typeof result === 'string') counts[result] += count;
  else counts.failed[result.why] += count;
}
