import type { RunCodeText } from './code.ts';

/** Codes of the files that rows are looked up in, and of what a pipeline asks of columns. */
export const lookupCodes = {
  'LOOKUP.KEY_REPEATED': {
    exit: 'precondition',
    cause:
      'Two rows of a file that is looked up in have the same key, so it is not known which of them is meant.',
    fix: 'remove one of the rows, name a column that is unique, or, in a join, take all of them with  many: true',
    example: 'join: { p: { path: people.csv, on: { email: from_email } } }   # two rows with ann@example.com',
  },
  'LOOKUP.ROW_INVALID': {
    exit: 'precondition',
    cause: 'A row of a file that is looked up in cannot be read.',
    fix: 'correct the row: the file is needed as a whole',
    example: 'idMap: users.map.csv   # a row without an id',
  },
  'LOOKUP.PERSON_UNKNOWN': {
    exit: 'precondition',
    cause:
      'The file of idMap names a user of the export by e-mail or name, and no user of the export has it. Case does not count in e-mails; not every export has them.',
    fix: 'correct the row, or name the user by the id that the old system gave: by: id',
    example: 'users,ann@exmaple.com,u-17,email   # a row of idMap',
  },
  'LOOKUP.PERSON_SHARED': {
    exit: 'precondition',
    cause:
      'The file of idMap names a user of the export by an e-mail or a name that several users have, so it is not known which of them is meant.',
    fix: 'name each of them by the id that the old system gave: by: id',
    example: 'users,Alex,u-17,name   # a row of idMap; two users are called Alex',
  },
  'LOOKUP.TOO_LARGE': {
    exit: 'precondition',
    cause: 'A file that is looked up in has more than a million rows. It is kept in memory.',
    fix: 'leave out rows that no other row names',
    example: 'lookup: { file: everything.csv, key: email, value: id }',
  },
  'WHERE.COLUMN_MISSING': {
    exit: 'precondition',
    cause: 'A condition names a column that none of the files has.',
    fix: 'correct the name of the column in  where:',
    example: 'where: { is_deletd: "0" }',
  },
  'MAP.PATTERN_NEVER': {
    exit: 'precondition',
    cause: 'The pattern of a field fits none of the cells, so it is probably not the one that was meant.',
    fix: 'correct the pattern; chatferry inspect FILE shows what the cells look like',
    example: 'map: { sender: { from: author, pattern: "^id:(\\\\d+)$" } }',
  },
} as const satisfies Record<string, RunCodeText>;
