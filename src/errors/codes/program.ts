import type { RowCodeText, RunCodeText } from './code.ts';

/** Codes of the code that a pipeline names, and of the programs that it reads. */
export const programCodes = {
  'CONFIG.TRANSFORM_INVALID': {
    exit: 'precondition',
    cause:
      'The file of a transform cannot be loaded: it is not there, is not valid TypeScript, fails when it is loaded, or exports no function by default. Types are removed, not checked, so enums and parameter properties are not possible.',
    fix: 'correct the file at the line named; it must have:  export default (row) => row',
    example: 'transform: ./clean.ts, and clean.ts exports its function by a name',
  },
  'SOURCE.COMMAND_FAILED': {
    exit: 'precondition',
    cause:
      'The command of a source did not start, ended with another exit code than 0, was ended by a signal, or printed nothing. What it printed before is not used: half an export would look like a whole one.',
    fix: 'run the command by itself in the folder of the pipeline and see what it says',
    example: 'command: [psql, -c, "copy (select * from peple) to stdout csv header"]',
  },
  'SOURCE.COMMAND_SILENT': {
    exit: 'precondition',
    cause:
      'The command of a source printed nothing for 10 minutes, neither rows nor messages, and was ended. It waits for something: a password, a lock, a network.',
    fix: 'run the command by itself in the folder of the pipeline; a password belongs in its own configuration, because nobody is asked',
    example: 'command: [ssh, backup, cat, export.csv], and the host does not answer',
  },
  'SOURCE.SPOOL_FULL': {
    exit: 'temporary',
    cause:
      'The output of a command, standard input, or the copy of a file on a server does not fit on the disk, where it is kept. What was written of output is removed; what was fetched is kept, and the next run goes on with it.',
    fix: 'free some space on the disk of the state folder, or name a larger one with state:, then run the same command again',
    example: 'command: [pg_dump, chat], and 1 GB free',
  },
  'SOURCE.STDIN_MISSING': {
    exit: 'precondition',
    cause:
      'A source is standard input, and standard input is a terminal, is at its end, or is read by another source already.',
    fix: 'pipe the rows into the command:  cat messages.csv | chatferry run pipeline.yaml --yes; of several sources that are "-", make all but one a file or a command',
    example: 'sources: { messages: { path: "-", format: csv } }, without a pipe',
  },
} as const satisfies Record<string, RunCodeText>;

/** Codes of rows for which a transform gives nothing that can be used. */
export const transformCodes = {
  'ROW.TRANSFORM_FAILED': {
    cause: 'The function of the transform threw an error for this row, or returned a promise.',
    fix: 'correct the function at the line named, or this row; a transform is synchronous and gets one row at a time',
    example: {
      files: { 'users.csv': 'uid,name\nann,Ann Lee\nben,\n' },
      source: 'transform: ./clean.ts',
      beside: {
        'clean.ts':
          "export default (row) => {\n  if (row.name === '') throw new Error('no name');\n  return row;\n};\n",
      },
    },
  },
  'ROW.TRANSFORM_RESULT': {
    cause:
      'The function of the transform returned something that is no row: not an object, an array of objects or null, more than 1 MiB, an object that contains itself, or a value that JSON does not have.',
    fix: 'return the row, an array of rows, or null to leave the row out',
    example: {
      files: { 'users.csv': 'uid,name\nann,Ann\n' },
      source: 'transform: ./clean.ts',
      beside: { 'clean.ts': 'export default (row) => row.name;\n' },
    },
  },
} as const satisfies Record<string, RowCodeText>;
