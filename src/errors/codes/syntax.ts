import type { RowCodeText } from './code.ts';

/** Why a row cannot be taken apart. The rows around it are read. */
export const syntaxCodes = {
  'CSV.QUOTE_UNCLOSED': {
    cause:
      'A quote opens a cell and is never closed, or it has swallowed the rows after it. Only the line on which it opens is given up.',
    fix: 'close the quote, and double every quote inside a quoted cell',
    example: { files: { 'users.csv': 'uid,name\nann,"Ann\nben,Ben\n' } },
  },
  'CSV.QUOTE_STRAY': {
    cause: 'A quote stands inside a cell that has none around it, or text follows a closing quote.',
    fix: 'put the whole cell in quotes and double every quote inside it',
    example: { files: { 'users.csv': 'uid,name\nann,Ann "Annie" Lee\n' } },
  },
  'CSV.COLUMNS_MISMATCH': {
    cause:
      'The row has more or fewer cells than the header. Mostly a cell holds the delimiter and stands in no quotes.',
    fix: 'give the row as many cells as the header has; quote a cell that holds the delimiter',
    example: { files: { 'users.csv': 'uid,name\nann,Lee, Ann\n' } },
  },
  'NDJSON.SYNTAX_INVALID': {
    cause:
      'The row is not JSON, or a name stands twice in one object, so that one of the values would be lost.',
    fix: 'write one complete JSON object on one line',
    example: { files: { 'users.ndjson': '{"uid":"ann","name":"Ann",}\n' } },
  },
  'NDJSON.NOT_OBJECT': {
    cause: 'The row is JSON, but a list, a text or a number instead of an object with named values.',
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
