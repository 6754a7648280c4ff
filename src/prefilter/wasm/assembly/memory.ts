// All memory is given out by the caller, because two threads may share it and each has its own.

/** 16 bytes of ones, then 16 of zeros: from `masks + 16 - n` on, a mask of the first n bytes. */
let masks: usize = 0;
/** By byte: 1 if it needs no escape in a URL; its class in a name of a host (`urlSafe`, `idClass` of byte-classes.ts). */
export let urlSafe: usize = 0;
export let idClass: usize = 0;
/** The place for a cell without its escapes; as long as the longest record. */
export let scratch: usize = 0;
/** By column, 16 bytes: first byte, end, form with the form of a time and 1 in its last byte, and escape bytes that are not part of the value. */
export let cells: usize = 0;

export function useMemory(toMasks: usize, toUrlSafe: usize, toIdClass: usize, toScratch: usize, toCells: usize): void {
  masks = toMasks;
  urlSafe = toUrlSafe;
  idClass = toIdClass;
  scratch = toScratch;
  cells = toCells;
}

/** The forms of a cell, as in src/input/rows/record.ts. */
export const EMPTY: u32 = 0;
export const PLAIN: u32 = 1;
export const DOUBLED: u32 = 2;
export const ESCAPED: u32 = 3;
export const LITERAL: u32 = 4;
export const NESTED: u32 = 5;

/** The outcome of a scan of one record. */
export const RECORD: i32 = 0;
/** More bytes are needed. */
export const UNENDED: i32 = 1;
/** Malformed, or unusual: whatever it is, it is not for this screen. */
export const UNUSUAL: i32 = 2;

@inline
export function maskOf(count: usize): v128 {
  return v128.load(masks + 16 - count);
}

@inline
export function setCell(at: usize, start: usize, end: usize, form: u32, pairs: u32): void {
  store<u32>(at, <u32>start);
  store<u32>(at, <u32>end, 4);
  store<u32>(at, end > start ? form : EMPTY, 8);
  store<u32>(at, pairs, 12);
}
