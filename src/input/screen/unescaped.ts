/** The byte of a JSON escape, by the letter after the backslash. */
export const unescaped = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, byte] of [
  ['b', 0x08],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
] as const)
  unescaped[letter.charCodeAt(0)] = byte;
