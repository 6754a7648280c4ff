import { fingerprint64 } from '../../../keys/fingerprint64.ts';

/** How much is compared: a share of 1, or so many of each. */
export type SampleSize = { readonly share: number } | { readonly count: number };

/**
 * The place of a name between 0 and 2^32, the same every time: what lies below a bound is taken into a sample. Named by
 * uid, guid or conversation.
 */
export const placeOf = (name: string): number => fingerprint64(name).hi;

/** The bound for a share. */
export const boundOf = (share: number): number => Math.floor(share * 2 ** 32);

/** A bound that takes everything. */
export const EVERYTHING = 2 ** 32;
