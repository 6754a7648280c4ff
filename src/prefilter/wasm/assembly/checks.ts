// A plan is a list of checks, 64 bytes each: see plan.ts beside this folder, which writes it.
export const CHECK_BYTES: usize = 64;
/** Kinds of checks. */
export const ID: u32 = 1;
export const KEY_TEXT: u32 = 2;
export const TEXT: u32 = 3;
export const URL: u32 = 4;
export const TIME: u32 = 5;
export const WORD: u32 = 6;
export const JSON_CELL: u32 = 8;
export const TAGS: u32 = 9;
