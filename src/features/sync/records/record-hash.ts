import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Step } from '../../../delivery/plan.ts';
import { DEFAULT_POLICIES } from '../../../input/entities/policies.ts';
import type { Mapping } from '../../../input/rows/mapping.ts';
import { mixHi, mixLo, PRIME_A, PRIME_B } from '../../../keys/fingerprint64.ts';

/**
 * Fingerprints of the bytes of records: equal ones mean that a record is the same as in the last sync. They are seeded with
 * a secret, so that they are useless without it, but they are not cryptographic digests. One object serves all records;
 * `lo` and `hi` are those of the last one.
 */
export class RecordHash {
  lo = 0;
  hi = 0;
  readonly #a: number;
  readonly #b: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(new ArrayBuffer(0));

  /** @param meaning everything that decides what the bytes of a record mean: another meaning gives other fingerprints */
  constructor(secret: string, meaning: unknown) {
    const seed = createHmac('sha256', secret).update(JSON.stringify(meaning)).digest();
    this.#a = seed.readInt32LE(0);
    this.#b = seed.readInt32LE(4);
  }

  take(bytes: Uint8Array, start: number, end: number): void {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    const view = this.#view;
    let a = this.#a;
    let b = this.#b;
    let at = start;
    for (; at + 4 <= end; at += 4) {
      const word = view.getInt32(at, true);
      a = Math.imul(a ^ word, PRIME_A);
      a ^= a >>> 15;
      b = Math.imul(b ^ word, PRIME_B);
      b ^= b >>> 13;
    }
    for (; at < end; at++) {
      a = Math.imul(a ^ (bytes[at] as number), PRIME_A);
      b = Math.imul(b ^ (bytes[at] as number), PRIME_B);
    }
    a ^= end - start;
    this.lo = mixLo(a, b);
    this.hi = mixHi(this.lo, b);
  }
}

/** Increased when a new version of the code reads the same bytes differently. */
const READER_VERSION = 1;

/** Everything that decides what the bytes of a file's records mean. */
export function recordMeaning({ entity, sources, mappings, policies }: Step, file: number): unknown {
  const { format, columns, delimiter, width } = sources[file] as Step['sources'][number];
  const { meaning } = mappings[file] as Mapping;
  // The name alone: these stay the same records when the format learns to say more about itself.
  const before = [
    READER_VERSION,
    entity.name,
    format.name,
    columns,
    delimiter,
    meaning,
    ...(width ? [{ width }] : []),
  ];
  // Rows that need no policy mean the same as before there were policies.
  return entity.kept && !isDeepStrictEqual(policies, DEFAULT_POLICIES) ? [...before, policies] : before;
}
