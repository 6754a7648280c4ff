import type { RunCodeText } from './code.ts';

/** Codes of the files that rows are looked up in, and of what a pipeline asks of columns. */
export const lookupCodes = {
  'LOOKUP.KEY_REPEATED': {
    exit: 'precondition',
    cause: 'Two rows of a file that is looked up have the same key.',
    fix: 'remove one of the rows, name a unique column, or, in a join, declare  many: all, first or last',
    example: 'join: { p: { path: people.csv, on: { email: from_email } } }   # two rows with ann@example.com',
  },
  'LOOKUP.ROW_INVALID': {
    exit: 'precondition',
    cause: 'A row of a file that is looked up cannot be read.',
    fix: 'correct the row; such a file must be complete',
    example: 'idMap: users.map.csv   # a row without an id',
  },
  'LOOKUP.PERSON_UNKNOWN': {
    exit: 'precondition',
    cause: 'The file of idMap names a user by an e-mail or name that no user of the export has.',
    fix: 'correct the row, or name the user by the id of the old system: by: id',
    example: 'users,ann@exmaple.com,u-17,email   # a row of idMap',
  },
  'LOOKUP.PERSON_SHARED': {
    exit: 'precondition',
    cause: 'The file of idMap names a user by an e-mail or name that several users of the export have.',
    fix: 'name each of them by the id of the old system: by: id',
    example: 'users,Alex,u-17,name   # a row of idMap; two users are called Alex',
  },
  'LOOKUP.TOO_LARGE': {
    exit: 'precondition',
    cause: 'A file that is looked up has more than a million rows, which are kept in memory.',
    fix: 'remove rows that no other row refers to',
    example: 'lookup: { file: everything.csv, key: email, value: id }',
  },
  'WHERE.COLUMN_MISSING': {
    exit: 'precondition',
    cause: 'A condition names a column that no file has.',
    fix: 'correct the name of the column in  where:',
    example: 'where: { is_deletd: "0" }',
  },
  'MAP.PATTERN_NEVER': {
    exit: 'precondition',
    cause: 'The pattern of a field matches no cell.',
    fix: 'correct the pattern; chatferry inspect FILE shows what the cells look like',
    example: 'map: { sender: { from: author, pattern: "^id:(\\\\d+)$" } }',
  },
} as const satisfies Record<string, RunCodeText>;
