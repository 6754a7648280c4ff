import type { RowCodeText } from './code.ts';

/** Codes for rows that cannot be parsed. The rows around them are read. */
export const syntaxCodes = {
  'CSV.QUOTE_UNCLOSED': {
    cause: 'A quote opens a cell and is not closed. Only the line where it opens is rejected.',
    fix: 'close the quote, and double every quote inside a quoted cell',
    example: { files: { 'users.csv': 'uid,name\nann,"Ann\nben,Ben\n' } },
  },
  'CSV.QUOTE_STRAY': {
    cause: 'A cell without quotes contains a quote, or text follows a closing quote.',
    fix: 'put the whole cell in quotes, and double every quote inside it',
    example: { files: { 'users.csv': 'uid,name\nann,Ann "Annie" Lee\n' } },
  },
  'CSV.COLUMNS_MISMATCH': {
    cause:
      'The row has fewer or more cells than the header. Usually a cell contains the delimiter and is not quoted.',
    fix: 'quote cells that contain the delimiter; or accept such rows with width: trailing, width: pad or width: cut',
    example: { files: { 'users.csv': 'uid,name\nann,Lee, Ann\n' } },
  },
  'XLSX.CELL_INVALID': {
    cause: 'A cell has an error, a formula without value, or an impossible time.',
    fix: 'correct it and save, or declare  nulls: ["#N/A"]',
    example: { files: { 'users.xlsx': 'uid,name\nann,#N/A\n' } },
  },
  'NDJSON.SYNTAX_INVALID': {
    cause: 'The row is not valid JSON, or an object has the same name twice.',
    fix: 'write one complete JSON object on one line',
    example: { files: { 'users.ndjson': '{"uid":"ann","name":"Ann",}\n' } },
  },
  'NDJSON.NOT_OBJECT': {
    cause: 'The row is JSON, but not an object: a list, a text or a number.',
    fix: 'write one JSON object on each line',
    example: { files: { 'users.ndjson': '["ann","Ann"]\n' } },
  },
  'NDJSON.TOO_DEEP': {
    cause: 'Values of the row are nested more than 64 levels deep.',
    fix: 'nest at most 64 levels deep',
    example: {
      files: { 'users.ndjson': '{"uid":"ann","name":"Ann","metadata":⟨{"a": × 64⟩1⟨} × 64⟩}\n' },
    },
  },
} as const satisfies Record<string, RowCodeText>;
