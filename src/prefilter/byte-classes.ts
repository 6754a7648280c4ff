/** Classes of the bytes of an id, as bits; the classes of an id's bytes are combined with OR. */
const ID_DIGIT = 1;
const ID_OTHER = 2;
/** `e` has its own class: a spreadsheet writes a long number as digits and an `e`. */
const ID_E = 4;
const ID_UPPER = 8;
const ID_INVALID = 16;
export const idClass = new Uint8Array(256).fill(ID_INVALID);

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

each(`${LOWER}${LOWER.toUpperCase()}${DIGITS}-._~:/?#@!$&'()*+,;=%`, (byte) => {
  urlSafe[byte] = 1;
});
