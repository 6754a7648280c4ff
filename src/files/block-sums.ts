import { crc32 } from 'node:zlib';
import type { KeptBytes, StateStore } from './state/state-store.ts';

/** Bytes that share a checksum: so exactly the place of a damage is known. */
export const SUMMED_BYTES = 1 << 18;
/** Hexadecimal digits of one checksum. */
const DIGITS = 8;
const READ_BYTES = 1 << 20;

/** The checksums of the first bytes of a file, as a checkpoint claims them. */
export type SumsClaim = {
  readonly bytes: number;
  /** The CRC-32 of each block of 256 KiB, 8 hexadecimal digits each; the last block may be shorter. */
  readonly crc: string;
};

/** The checksums of a file that only grows, without reading it again. */
export class BlockSums {
  #bytes: number;
  #done: string;
  #last = 0;

  /** @param claim of the bytes that are in the file already */
  constructor({ bytes, crc }: SumsClaim = { bytes: 0, crc: '' }) {
    const full = Math.floor(bytes / SUMMED_BYTES) * DIGITS;
    this.#bytes = bytes;
    this.#done = crc.slice(0, full);
    this.#last = Number.parseInt(crc.slice(full) || '0', 16);
  }

  /** Adds bytes that were appended to the file. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(bytes.length, at + SUMMED_BYTES - (this.#bytes % SUMMED_BYTES));
      this.#last = crc32(bytes.subarray(at, end), this.#last);
      this.#bytes += end - at;
      at = end;
      if (this.#bytes % SUMMED_BYTES > 0) continue;
      this.#done += hex(this.#last);
      this.#last = 0;
    }
  }

  get claim(): SumsClaim {
    const rest = this.#bytes % SUMMED_BYTES > 0 ? hex(this.#last) : '';
    return { bytes: this.#bytes, crc: this.#done + rest };
  }
}

const hex = (crc: number): string => crc.toString(16).padStart(DIGITS, '0');

/** Damage in a file: where it is, and what is wrong. */
export type Damage = {
  /** The first byte that is missing, or the first of the block that is damaged. */
  readonly byte: number;
  /** Completes "<file> …". */
  readonly what: string;
};

/**
 * Reads the first bytes of what is kept under a name and computes their checksums; of fewer bytes if it is shorter.
 * Undefined if it does not exist.
 * @throws the error of the store
 */
export function sumsOf(state: StateStore, name: string, bytes: number): SumsClaim | undefined {
  using kept = state.read(name);
  return kept && sumsIn(kept, bytes);
}

/** The checksums of the first bytes. */
export function sumsIn(kept: KeptBytes, bytes: number): SumsClaim {
  const sums = new BlockSums();
  const buffer = Buffer.alloc(Math.min(READ_BYTES, bytes));
  for (let at = 0; at < bytes; ) {
    const count = kept.read(buffer.subarray(0, Math.min(buffer.length, bytes - at)), at);
    if (count === 0) break;
    sums.add(buffer.subarray(0, count));
    at += count;
  }
  return sums.claim;
}

/**
 * Compares the first bytes of what is kept under a name with a claim; undefined if they are what was claimed. Bytes after
 * them do not count.
 * @throws the error of the store if it exists and cannot be read
 */
export function damageIn(state: StateStore, name: string, claim: SumsClaim): Damage | undefined {
  const found = sumsOf(state, name, claim.bytes);
  if (!found) return { byte: 0, what: 'is missing' };
  const block = differingBlock(found, claim);
  if (block !== undefined) {
    const byte = block * SUMMED_BYTES;
    const end = Math.min(byte + SUMMED_BYTES, claim.bytes) - 1;
    return { byte, what: `is damaged between byte ${byte} and byte ${end}` };
  }
  if (found.bytes < claim.bytes)
    return { byte: found.bytes, what: `ends at byte ${found.bytes} instead of byte ${claim.bytes}` };
  return undefined;
}

/** The number of the first block whose checksum differs; a last block that is shorter than claimed is not compared. */
function differingBlock(found: SumsClaim, claim: SumsClaim): number | undefined {
  const whole =
    found.bytes === claim.bytes ? found.crc.length : Math.floor(found.bytes / SUMMED_BYTES) * DIGITS;
  for (let at = 0; at < whole; at += DIGITS)
    if (found.crc.slice(at, at + DIGITS) !== claim.crc.slice(at, at + DIGITS)) return at / DIGITS;
  return undefined;
}
