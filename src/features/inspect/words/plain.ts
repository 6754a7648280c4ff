/** A column name as it is compared: lower case without accents, blanks, `-`, `_` and `.`. */
export const plain = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
