/**
 * The order of names that people expect: `part-9` before `part-10`, capitals beside small letters. Written out, because the
 * order of files decides which row counts, and the one of the runtime changes with its version.
 */
export declare function byNumber(a: string, b: string): number;
