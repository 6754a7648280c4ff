import { crc32 } from 'node:zlib';
import type { Files } from '../system/files.ts';

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

/** Reads the first bytes of a file and computes their checksums; of fewer bytes if the file is shorter. */
export async function sumsOf(files: Files, path: string, bytes: number): Promise<SumsClaim> {
  const sums = new BlockSums();
  if (bytes === 0) return sums.claim;
  await using file = await files.open(path, 'r');
  const buffer = Buffer.alloc(Math.min(READ_BYTES, bytes));
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - at), at);
    if (bytesRead === 0) break;
    sums.add(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return sums.claim;
}

/**
 * Compares the first bytes of a file with a claim; undefined if they are what was claimed. Bytes after them do not count.
 * @throws the error of the file system if the file exists and cannot be read
 */
export async function damageIn(files: Files, path: string, claim: SumsClaim): Promise<Damage | undefined> {
  let found: SumsClaim;
  try {
    found = await sumsOf(files, path, claim.bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { byte: 0, what: 'is missing' };
  }
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
