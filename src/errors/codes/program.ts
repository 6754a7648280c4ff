import type { RowCodeText, RunCodeText } from './code.ts';

/** Codes of the code that a pipeline names, and of the programs that it reads. */
export const programCodes = {
  'CONFIG.TRANSFORM_INVALID': {
    exit: 'precondition',
    cause:
      'The file of a transform is missing, is not valid TypeScript (without enums and parameter properties), fails when it is loaded, or its default export is no function.',
    fix: 'correct the file at the line named; it must have:  export default (row) => row',
    example: 'transform: ./clean.ts, and clean.ts exports its function by a name',
  },
  'SOURCE.COMMAND_FAILED': {
    exit: 'precondition',
    cause:
      'The command of a source did not start, failed, was ended by a signal, or printed nothing. No output is used.',
    fix: 'run the command in the folder of the pipeline and read its messages',
    example: 'command: [psql, -c, "copy (select * from peple) to stdout csv header"]',
  },
  'SOURCE.COMMAND_SILENT': {
    exit: 'precondition',
    cause: 'The command of a source printed nothing for 10 minutes and was ended.',
    fix: 'run the command in the folder of the pipeline; a password belongs into its own configuration',
    example: 'command: [ssh, backup, cat, export.csv], and the host does not answer',
  },
  'SOURCE.SPOOL_FULL': {
    exit: 'temporary',
    cause: 'The output of a command, standard input or the copy of a remote file does not fit on the disk.',
    fix: 'free some space on the disk of the state folder, or name a larger one with state:, then run the same command again',
    example: 'command: [pg_dump, chat], and 1 GB free',
  },
  'SOURCE.STDIN_MISSING': {
    exit: 'precondition',
    cause: 'A source is standard input, which is a terminal, has ended, or is used by another source.',
    fix: 'pipe the rows in:  cat messages.csv | chatferry run pipeline.yaml --yes; only one source can be "-"',
    example: 'sources: { messages: { path: "-", format: csv } }, without a pipe',
  },
} as const satisfies Record<string, RunCodeText>;

/** Codes of rows for which a transform gives nothing that can be used. */
export const transformCodes = {
  'ROW.TRANSFORM_FAILED': {
    cause: 'The transform threw an error for this row, or returned a promise.',
    fix: 'correct the function at the line named, or this row; a transform is synchronous',
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
      'The transform did not return an object, an array of objects or null; or the result is over 1 MiB, contains itself, or is not JSON.',
    fix: 'return the row, an array of rows, or null to skip the row',
    example: {
      files: { 'users.csv': 'uid,name\nann,Ann\n' },
      source: 'transform: ./clean.ts',
      beside: { 'clean.ts': 'export default (row) => row.name;\n' },
    },
  },
} as const satisfies Record<string, RowCodeText>;
