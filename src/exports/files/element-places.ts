import { DEPTH_MAX } from '../../input/json/parse-json.ts';

/** Places where the elements of an array begin in the bytes of its file. */
export type ElementPlaces = {
  readonly bytes: readonly number[];
  /** 1-based. */
  readonly lines: readonly number[];
};

const kinds = { other: 0, quote: 1, open: 2, close: 3, line: 4 } as const;
const kindOf = new Uint8Array(256);
for (const [characters, kind] of [
  ['"', kinds.quote],
  ['[{', kinds.open],
  [']}', kinds.close],
  ['\n', kinds.line],
] as const)
  for (const character of characters) kindOf[character.charCodeAt(0)] = kind;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Finds the objects of the outermost array of a valid JSON text; undefined if one is nested too deep to be a row. */
export function elementPlaces(text: Buffer): ElementPlaces | undefined {
  const bytes: number[] = [];
  const lines: number[] = [];
  let depth = 0;
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf[text[at] as number];
    if (kind === kinds.other) continue;
    if (kind === kinds.quote) at = endOfString(text, at);
    else if (kind === kinds.line) line++;
    else if (kind === kinds.close) depth--;
    else if (depth++ === 1 && text[at] === BRACE) {
      bytes.push(at);
      lines.push(line);
    } else if (depth > 1 + DEPTH_MAX) return undefined;
  }
  return { bytes, lines };
}

/** The offset of the quote that ends the string at `from`. */
function endOfString(text: Buffer, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at;
}
