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
