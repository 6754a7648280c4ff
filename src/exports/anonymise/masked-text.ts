/** A mention of a user with an id that is made already. */
const MENTION = /(<@uid:u-[0-9a-f]{32}>)/;

/** Everything but ASCII punctuation, blanks and line ends. */
const SHOWING = /[^\t\n\r -/:-@[-`{-~]/gu;

/**
 * A text without its content: of the same length, in characters and in bytes, with its blanks, line ends and ASCII punctuation, and
 * with mentions of made ids. Letters become `x` and `X`, digits `0`.
 */
export const maskedText = (text: string): string =>
  text
    .split(MENTION)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(SHOWING, masked)))
    .join('');

function masked(character: string): string {
  const code = character.codePointAt(0) as number;
  if (code < 0x80) return ofAscii(code);
  // A half of a pair is no character.
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  if (code < 0x800) return TWO_BYTES;
  return code < 0x10000 ? THREE_BYTES : FOUR_BYTES;
}

function ofAscii(code: number): string {
  if (code >= 0x30 && code <= 0x39) return '0';
  return code >= 0x41 && code <= 0x5a ? 'X' : 'x';
}

const TWO_BYTES = 'ж';
const THREE_BYTES = 'あ';
const FOUR_BYTES = '🙂';
