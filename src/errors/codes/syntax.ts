import type { RowCodeText } from './code.ts';

/** Codes for rows that cannot be parsed. The rows around them are read. */
export const syntaxCodes = {
  'CSV.QUOTE_UNCLOSED': {
    cause:
      'A quote opens a cell and is never closed, or it closes only after the next rows. Only the line on which it opens is rejected.',
    fix: 'close the quote, and double every quote inside a quoted cell',
    example: { files: { 'users.csv': 'uid,name\nann,"Ann\nben,Ben\n' } },
  },
  'CSV.QUOTE_STRAY': {
    cause: 'A quote is inside a cell that is not quoted, or text follows a closing quote.',
    fix: 'put the whole cell in quotes and double every quote inside it',
    example: { files: { 'users.csv': 'uid,name\nann,Ann "Annie" Lee\n' } },
  },
  'CSV.COLUMNS_MISMATCH': {
    cause:
      'The row has more or fewer cells than the header. Usually a cell contains the delimiter and is not quoted.',
    fix: 'give the row as many cells as the header has; quote a cell that contains the delimiter',
    example: { files: { 'users.csv': 'uid,name\nann,Lee, Ann\n' } },
  },
  'NDJSON.SYNTAX_INVALID': {
    cause: 'The row is not JSON, or a name appears twice in one object, so one of the values would be lost.',
    fix: 'write one complete JSON object on one line',
    example: { files: { 'users.ndjson': '{"uid":"ann","name":"Ann",}\n' } },
  },
  'NDJSON.NOT_OBJECT': {
    cause: 'The row is JSON, but it is a list, a text or a number and not an object with named values.',
    fix: 'write one JSON object on each line, no arrays and no bare values',
    example: { files: { 'users.ndjson': '["ann","Ann"]\n' } },
  },
  'NDJSON.TOO_DEEP': {
    cause: 'The values of the row are nested more than 64 levels deep.',
    fix: 'nest at most 64 levels deep',
    example: {
      files: { 'users.ndjson': '{"uid":"ann","name":"Ann","metadata":⟨{"a": × 64⟩1⟨} × 64⟩}\n' },
    },
  },
} as const satisfies Record<string, RowCodeText>;
