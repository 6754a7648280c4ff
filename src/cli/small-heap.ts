import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap of a long run small. Rows live for a few hundred milliseconds, just long enough for V8 to treat them
 * as old, and by default it lets such garbage grow to several times what is alive. Measured on 300,000 messages: peak
 * memory of a run falls from 339 to 157 MB, its CPU time rises from 6.6 to 10.8 s. Works at any time, unlike the limits
 * that are flags of `node`.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=70');
}
