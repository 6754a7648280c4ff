// A row of facts, in bytes: see facts.ts two folders above.
/** Fingerprints of keys, 8 bytes each. */
export const KEY: usize = 0;
export const USER: usize = 8;
export const OTHER: usize = 16;
export const PARENT: u32 = 24;
/** A place that is none. */
export const NOWHERE: u32 = 64;
export const CONTENT: usize = 32;
export const SECONDS: usize = 36;
export const FLAGS: usize = 40;
export const LOST: usize = 44;
export const LINE: usize = 48;
export const START: usize = 52;
export const NEXT: usize = 56;
export const BEFORE: usize = 60;
export const ROW_BYTES: usize = 64;

/** Flags. */
export const TO_GROUP: u32 = 1;
export const IS_BANNED: u32 = 2;
export const IS_REPLY: u32 = 4;
export const WAS_UPPER: u32 = 8;
export const IS_KNOWN: u32 = 32;
export const CUT_SHIFT: u32 = 8;
