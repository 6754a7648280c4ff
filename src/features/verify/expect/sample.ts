import { fingerprint64 } from '../../../keys/fingerprint64.ts';

/**
 * The position of a name in [0, 2^32), the same every time; a sample takes all names with positions below its bound.
 * @param name a uid, a guid or the name of a conversation
 */
export const positionOf = (name: string): number => fingerprint64(name).hi;

/** The bound of a sample of a share. */
export const boundOf = (share: number): number => Math.floor(share * 2 ** 32);

/** The bound of a sample of everything. */
export const EVERYTHING = 2 ** 32;
