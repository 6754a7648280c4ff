import { crc32 } from 'node:zlib';
import type { Files } from '../system/files.ts';
import { BlockSums, type Damage, damageIn, type SumsClaim } from './block-sums.ts';

/**
 * A file that ends with the checksums of its content: the CRC-32 of each block as text, then four words: a mark, the
 * content's length in bytes divided by `UNIT_BYTES`, the CRC-32 of that text, and the CRC-32 of the three words.
 */
const FOOTER_WORDS = 4;
const FOOTER_BYTES = FOOTER_WORDS * 4;
const MARK = 0x53_55_4d_53;
/** The length of the content is a multiple of it. */
const UNIT_BYTES = 16;
const READ_BYTES = 1 << 20;

type Footer = { readonly bytes: number; readonly textCrc: number };

/** Appends the checksums of the first `bytes` of an open file to them. */
export function appendSums(files: Files, fd: number, bytes: number): void {
  const sums = new BlockSums();
  const buffer = Buffer.alloc(Math.min(READ_BYTES, bytes));
  for (let at = 0; at < bytes; ) {
    const count = files.readSync(fd, buffer, 0, Math.min(buffer.length, bytes - at), at);
    if (count === 0) break;
    sums.add(buffer.subarray(0, count));
    at += count;
  }
  const text = Buffer.from(sums.claim.crc);
  const words = Uint32Array.of(MARK, bytes / UNIT_BYTES, crc32(text), 0);
  words[3] = footerCrc(words);
  const end = Buffer.concat([text, new Uint8Array(words.buffer)]);
  for (let at = 0; at < end.length; ) at += files.writeSync(fd, end, at, end.length - at, bytes + at);
}

/** The length of a file's content without its checksums; undefined if it does not end with checksums. */
export const contentBytes = (files: Files, fd: number, size: number): number | undefined =>
  footerOf(files, fd, size)?.bytes;

/**
 * Compares a file with its checksums; undefined if it is sound or does not exist.
 * @param mustHaveSums whether a file without checksums is damaged; else it is of an older version
 */
export async function damageInSummed(
  files: Files,
  path: string,
  mustHaveSums: boolean,
): Promise<Damage | undefined> {
  if (!files.existsSync(path)) return undefined;
  const { size } = await files.stat(path);
  const claim = claimIn(files, path, size);
  if (claim === undefined)
    return mustHaveSums
      ? { byte: Math.max(0, size - FOOTER_BYTES), what: 'has lost its checksums' }
      : undefined;
  if (claim === 'damaged') return { byte: 0, what: 'has damaged checksums' };
  return damageIn(files, path, claim);
}

function claimIn(files: Files, path: string, size: number): SumsClaim | 'damaged' | undefined {
  const fd = files.openSync(path, 'r');
  try {
    const footer = footerOf(files, fd, size);
    if (!footer) return undefined;
    const text = Buffer.alloc(Math.max(0, size - FOOTER_BYTES - footer.bytes));
    files.readSync(fd, text, 0, text.length, footer.bytes);
    return crc32(text) === footer.textCrc ? { bytes: footer.bytes, crc: text.toString('latin1') } : 'damaged';
  } finally {
    files.closeSync(fd);
  }
}

function footerOf(files: Files, fd: number, size: number): Footer | undefined {
  if (size < FOOTER_BYTES) return undefined;
  const words = new Uint32Array(FOOTER_WORDS);
  files.readSync(fd, words, 0, FOOTER_BYTES, size - FOOTER_BYTES);
  const [mark, units = 0, textCrc = 0, crc] = words;
  if (mark !== MARK || crc !== footerCrc(words)) return undefined;
  return { bytes: units * UNIT_BYTES, textCrc };
}

const footerCrc = (words: Uint32Array): number => crc32(new Uint8Array(words.buffer, 0, FOOTER_BYTES - 4));
