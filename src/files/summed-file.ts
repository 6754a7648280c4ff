import { crc32 } from 'node:zlib';
import { type Damage, damageIn, type SumsClaim, sumsIn } from './block-sums.ts';
import type { KeptBytes, OpenLog, StateStore } from './state/state-store.ts';

/**
 * A file that ends with the checksums of its content: the CRC-32 of each block as text, a line with a stamp, which older
 * versions have not and leave alone, then four words: a mark, the content's length in bytes divided by `UNIT_BYTES`, the
 * CRC-32 of that text, and the CRC-32 of the three words.
 */
const FOOTER_WORDS = 4;
const FOOTER_BYTES = FOOTER_WORDS * 4;
const MARK = 0x53_55_4d_53;
/** The length of the content is a multiple of it. */
const UNIT_BYTES = 16;

type Footer = { readonly bytes: number; readonly textCrc: number };

/**
 * Appends the checksums of the first `bytes` of a log to them.
 * @param stamp a line that says of which time they are
 */
export function appendSums(log: OpenLog, bytes: number, stamp: string): void {
  const text = Buffer.from(`${sumsIn(log, bytes).crc}\n${stamp}`);
  const words = Uint32Array.of(MARK, bytes / UNIT_BYTES, crc32(text), 0);
  words[3] = footerCrc(words);
  log.write(Buffer.concat([text, new Uint8Array(words.buffer)]), bytes);
}

/** The length of the content without its checksums; undefined if it does not end with checksums. */
export const contentBytes = (kept: KeptBytes): number | undefined => footerOf(kept)?.bytes;

/**
 * Compares what is kept under a name with its checksums; undefined if it is sound or does not exist.
 * @param mustHaveSums whether it is damaged without checksums; else it is of an older version
 */
export function damageInSummed(state: StateStore, name: string, mustHaveSums: boolean): Damage | undefined {
  using kept = state.read(name);
  if (!kept) return undefined;
  const claim = claimIn(kept);
  if (claim === undefined)
    return mustHaveSums
      ? { byte: Math.max(0, kept.bytes - FOOTER_BYTES), what: 'has lost its checksums' }
      : undefined;
  if (claim === 'damaged') return { byte: 0, what: 'has damaged checksums' };
  return damageIn(state, name, claim);
}

function claimIn(kept: KeptBytes): (SumsClaim & { readonly stamp?: string }) | 'damaged' | undefined {
  const footer = footerOf(kept);
  if (!footer) return undefined;
  const text = Buffer.alloc(Math.max(0, kept.bytes - FOOTER_BYTES - footer.bytes));
  kept.read(text, footer.bytes);
  if (crc32(text) !== footer.textCrc) return 'damaged';
  const [crc = '', stamp] = text.toString('latin1').split('\n');
  return { bytes: footer.bytes, crc, ...(stamp === undefined ? {} : { stamp }) };
}

/** The stamp of what is kept under a name; undefined if it has none or is not there. */
export function stampIn(state: StateStore, name: string): string | undefined {
  using kept = state.read(name);
  const claim = kept && claimIn(kept);
  return typeof claim === 'object' ? claim.stamp : undefined;
}

function footerOf(kept: KeptBytes): Footer | undefined {
  if (kept.bytes < FOOTER_BYTES) return undefined;
  const words = new Uint32Array(FOOTER_WORDS);
  kept.read(new Uint8Array(words.buffer), kept.bytes - FOOTER_BYTES);
  const [mark, units = 0, textCrc = 0, crc] = words;
  if (mark !== MARK || crc !== footerCrc(words)) return undefined;
  return { bytes: units * UNIT_BYTES, textCrc };
}

const footerCrc = (words: Uint32Array): number => crc32(new Uint8Array(words.buffer, 0, FOOTER_BYTES - 4));
