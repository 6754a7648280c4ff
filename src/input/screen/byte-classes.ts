/** Classes of the bytes of an id, as bits; the classes of an id's bytes are combined with OR. */
export const ID_DIGIT = 1;
const ID_OTHER = 2;
/** `e` has its own class: a spreadsheet writes a long number as digits and an `e`. */
export const ID_E = 4;
export const ID_UPPER = 8;
export const ID_INVALID = 16;
export const idClass = new Uint8Array(256).fill(ID_INVALID);

/** The same byte, letters lower-cased. */
export const lowered = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/** Classes of the bytes of a text. */
export const TEXT_VISIBLE = 1;
/** A control character other than tab and line ends. */
export const TEXT_CONTROL = 2;
/** May begin a control character or a blank; the next byte decides. */
export const TEXT_DOUBTFUL = 4;
export const textClass = new Uint8Array(256);
/** The same for keys, in which tab and line ends are control characters too. */
export const keyClass = new Uint8Array(256);

/** 1 for bytes that need no escape in the path and query of a URL. */
export const urlSafe = new Uint8Array(256);

const each = (chars: string, mark: (byte: number) => void): void => {
  for (const char of chars) mark(char.charCodeAt(0));
};
const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';

each(`${LOWER}_-`, (byte) => {
  idClass[byte] = ID_OTHER;
});
each(LOWER.toUpperCase(), (byte) => {
  idClass[byte] = ID_OTHER | ID_UPPER;
});
each(DIGITS, (byte) => {
  idClass[byte] = ID_DIGIT;
});
idClass[0x65] = ID_E;
idClass[0x45] = ID_E | ID_UPPER;

for (let byte = 0; byte < 256; byte++) {
  const blank = byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x20;
  if (byte < 0x20 || byte === 0x7f) textClass[byte] = blank ? 0 : TEXT_CONTROL;
  else if (byte > 0x20 && byte < 0x7f) textClass[byte] = TEXT_VISIBLE;
  // The other first bytes of a character begin no blank and no control character.
  else if (byte >= 0xc3)
    textClass[byte] = [0xe1, 0xe2, 0xe3, 0xef].includes(byte) ? TEXT_DOUBTFUL : TEXT_VISIBLE;
  else if (byte === 0xc2) textClass[byte] = TEXT_DOUBTFUL;
}

for (let byte = 0; byte < 256; byte++)
  keyClass[byte] = byte < 0x20 ? TEXT_CONTROL : (textClass[byte] as number);

each(`${LOWER}${LOWER.toUpperCase()}${DIGITS}-._~:/?#@!$&'()*+,;=%`, (byte) => {
  urlSafe[byte] = 1;
});
