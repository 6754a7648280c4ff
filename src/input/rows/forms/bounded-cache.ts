/** The most results in one generation. */
const SIZE_MAX = 32_768;
/** Longer texts are seldom repeated, and would fill the memory. */
const CHARS_MAX = 256;

/**
 * A pure function of a text that remembers its results: those of the texts that were last asked for, in two generations,
 * so that memory stays bounded.
 */
export function remembered(compute: (text: string) => string): (text: string) => string {
  let young = new Map<string, string>();
  let old = new Map<string, string>();
  return (text) => {
    if (text.length > CHARS_MAX) return compute(text);
    const known = young.get(text);
    if (known !== undefined) return known;
    const result = old.get(text) ?? compute(text);
    if (young.size >= SIZE_MAX) {
      old = young;
      young = new Map();
    }
    young.set(text, result);
    return result;
  };
}
