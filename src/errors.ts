/** Exit codes; the highest severity wins, anything unknown is a failure. */
export const exitCodes = {
  ok: 0,
  bug: 1,
  precondition: 2,
  declined: 3,
  rejected: 4,
  temporary: 7,
  locked: 8,
  state: 9,
  auth: 10,
  guard: 11,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitName = keyof typeof exitCodes;

/** Every code a run can end with, the exit code it gives, and the next step where the place that raises it has none. */
export const runCodes = {
  'USAGE.INVALID': { exit: 'precondition', hint: 'chatferry --help' },
  'CONFIG.FILE_MISSING': { exit: 'precondition', hint: 'check the path of the pipeline file' },
  'CONFIG.INVALID': { exit: 'precondition', hint: 'chatferry schema  prints what a pipeline file may hold' },
  'CONFIG.SYNTAX': { exit: 'precondition', hint: 'correct the YAML at the line and column named' },
  'CONFIG.ENV_MISSING': {
    exit: 'precondition',
    hint: 'set the environment variable, then run the same command again',
  },
  'CONFIG.TARGET_MISSING': {
    exit: 'precondition',
    hint: 'add target: sandbox to rehearse, or target: with appId, region and serviceHost',
  },
  'CONFIG.SYNC_UNSUPPORTED': {
    exit: 'precondition',
    hint: 'chatferry validate works on this file; remove the sync: section to run it as a migration',
  },
  'SOURCE.MISSING': {
    exit: 'precondition',
    hint: 'check the path; relative paths are relative to the pipeline file',
  },
  'SOURCE.UNREADABLE': { exit: 'precondition', hint: 'check the permissions of the file' },
  'SOURCE.FORMAT_UNKNOWN': {
    exit: 'precondition',
    hint: 'declare it in the pipeline: format: csv  or  format: ndjson',
  },
  'SOURCE.ENCODING_UNKNOWN': {
    exit: 'precondition',
    hint: 'use a known name such as utf-8, utf-16le, windows-1252, shift_jis',
  },
  'SOURCE.EMPTY': { exit: 'precondition', hint: 'export the file again; a CSV file needs its header line' },
  'SOURCE.HEADER_INVALID': {
    exit: 'precondition',
    hint: 'give every column of the header one name of its own',
  },
  'SOURCE.DELIMITER_WRONG': { exit: 'precondition', hint: 'declare it in the pipeline: delimiter: ";"' },
  'SOURCE.COLUMN_MISSING': { exit: 'precondition', hint: 'correct the column name in the map: section' },
  'SOURCE.COLUMN_UNKNOWN': { exit: 'precondition', hint: 'remove the column, map it, or leave out --strict' },
  'SOURCE.TRUNCATED': {
    exit: 'state',
    hint: 'copy the file again; rows before the break are kept, run the same command afterwards',
  },
  'STATE.LOCKED': {
    exit: 'locked',
    hint: 'wait for the other run, or look at it:  chatferry status <pipeline>',
  },
  'STATE.INPUT_CHANGED': {
    exit: 'state',
    hint: 'restore the file, or start over with --fresh (rows already there are recognised)',
  },
  'STATE.TARGET_CHANGED': {
    exit: 'state',
    hint: 'restore the target, give the pipeline another name, or start over with --fresh',
  },
  'STATE.PIPELINE_CHANGED': {
    exit: 'state',
    hint: 'restore the pipeline file, or start over with --fresh (rows already there are recognised)',
  },
  'STATE.CORRUPT': { exit: 'state', hint: 'start over with --fresh (rows already there are recognised)' },
  'STATE.UNWRITABLE': {
    exit: 'temporary',
    hint: 'free some space or correct the permissions, then run the same command again',
  },
  'AUTH.KEY_MISSING': {
    exit: 'auth',
    hint: 'set the environment variable or the file that target.apiKey names',
  },
  'AUTH.REFUSED': {
    exit: 'auth',
    hint: 'use a key of the app with scope fullAccess, then run the same command again',
  },
  'SERVICE.UNREACHABLE': {
    exit: 'temporary',
    hint: 'check the network and the target, then run the same command again',
  },
  'SERVICE.OUTAGE': { exit: 'temporary', hint: 'run the same command again when the service is back' },
  'SERVICE.TLS': {
    exit: 'precondition',
    hint: 'check the address; a private certificate authority is named with target.caFile',
  },
  'SERVICE.NOT_THE_API': {
    exit: 'precondition',
    hint: 'check the address: something else than the service answers there',
  },
  'GUARD.MAX_REJECTS': {
    exit: 'guard',
    hint: 'raise limits.maxRejects and run the same command again, or correct the source and start over with --fresh',
  },
  'SANDBOX.LOST': { exit: 'temporary', hint: 'run the same command again' },
  'SANDBOX.FAILED': { exit: 'precondition', hint: 'chatferry sandbox --help' },
  'RUN.UNFINISHED': { exit: 'precondition', hint: 'finish the run first' },
  'RUN.MAX_DURATION': { exit: 'temporary', hint: 'run the same command again to go on' },
  'RUN.INTERRUPTED': { exit: 'interrupted', hint: 'run the same command again to go on' },
  'RUN.HUNG_UP': { exit: 'hungUp', hint: 'run the same command again to go on' },
  'RUN.TERMINATED': { exit: 'terminated', hint: 'run the same command again to go on' },
  'RUN.DECLINED': { exit: 'declined', hint: 'run the same command with --yes to start without a question' },
  'BUG.UNEXPECTED': { exit: 'bug', hint: 'please report it with the message and the run log' },
} as const satisfies Record<string, { exit: ExitName; hint: string }>;

export type RunCode = keyof typeof runCodes;

/** Where in a user's file an error stands. */
export type Where = {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly byte?: number;
};

/**
 * A run that cannot go on. A bad row is never a RunError, it is an Outcome.
 * `message` says what and why without a final period, `hint` is the next thing to type or do.
 */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly code: RunCode;
  readonly hint: string;
  readonly where: Where | undefined;

  constructor(code: RunCode, message: string, extra: { hint?: string; where?: Where; cause?: unknown } = {}) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.hint = extra.hint ?? runCodes[code].hint;
    this.where = extra.where;
  }

  get exitCode(): number {
    return exitCodes[runCodes[this.code].exit];
  }
}
