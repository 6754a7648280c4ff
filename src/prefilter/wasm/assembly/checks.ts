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

// What is written of a field, 64 bytes each, in the order of the checks: see write-plan.ts beside this folder.
export const PART_BYTES: usize = 64;
export const TEXT_BEFORE: usize = 0;
export const AFTER: usize = 8;
export const AFFIX_BEFORE: usize = 16;
export const AFFIX_AFTER: usize = 24;
export const FALLBACK: usize = 32;
/** Of the current record: the member in the JSON, and what the check has found: the word, or the seconds. */
export const MEMBER: usize = 40;
export const MEMBER_END: usize = 44;
export const FOUND: usize = 48;
/** Texts are an address and a length. */
export const LENGTH: usize = 4;
