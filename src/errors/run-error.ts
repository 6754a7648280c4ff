import { type ExitName, exitCodes, exitMeanings } from './codes/code.ts';
import { runCodes } from './codes/run.ts';
import { isOutOfFiles } from './out-of-files.ts';

export { type ExitName, exitCodes, exitMeanings, runCodes };

export type RunCode = keyof typeof runCodes;

/** The place of an error in a file of the user. */
export type Where = {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly byte?: number;
};

/** An error as it appears in JSON documents. */
export type ErrorDocument = {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly where?: Where;
  readonly missingFlags?: readonly string[];
};

/**
 * The error of a run that cannot continue. A bad row is never a RunError; it is a rejected row in the report. `message`
 * says what failed and why, without a final full stop. `hint` is the next thing to type or do.
 */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly code: RunCode;
  readonly hint: string;
  readonly where: Where | undefined;
  /** The missing options, as typed on the command line, so that a script can add them. */
  readonly missingFlags: readonly string[] | undefined;

  constructor(
    code: RunCode,
    message: string,
    extra: Partial<Pick<RunError, 'where' | 'cause' | 'missingFlags'>> & { hint?: string | undefined } = {},
  ) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.hint = extra.hint ?? runCodes[code].fix;
    this.where = extra.where;
    this.missingFlags = extra.missingFlags;
  }

  /** Returns the same error with another hint. */
  withHint(hint: string): RunError {
    const { code, message, where, cause, missingFlags } = this;
    return new RunError(code, message, { hint, where, cause, missingFlags });
  }

  /** Returns the same error, whose place is in a file that is named otherwise. */
  withFile(file: string): RunError {
    const { code, message, hint, where, cause, missingFlags } = this;
    return new RunError(code, message, { hint, where: { ...where, file }, cause, missingFlags });
  }

  get exitCode(): number {
    return exitCodes[runCodes[this.code].exit];
  }
}

/** The error of a command, or of a call of the library, that cannot mean what it says. */
export const usageError = (message: string, extra?: ConstructorParameters<typeof RunError>[2]): RunError =>
  new RunError('USAGE.INVALID', message, extra);

/** An error that is a RunError; throws any other. */
export function onlyRunError(thrown: unknown): RunError {
  if (thrown instanceof RunError) return thrown;
  throw thrown;
}

/** The error of a run that cannot continue, as the layers of its requests make it. */
export const stopRun = (code: RunCode, message: string, cause: unknown): RunError =>
  new RunError(code, message, { cause });

/** An error as a RunError: one that says already what has happened stays, any other becomes the cause of a new one. */
export function asRunError(cause: unknown, code: RunCode, message: string): RunError {
  return cause instanceof RunError ? cause : new RunError(code, message, { cause });
}

/** The error of a part of the state, or another file, that cannot be written, or made. */
export const cannotWrite = (cause: unknown, what: string, verb = 'written'): RunError =>
  asRunError(cause, 'STATE.UNWRITABLE', `${what} cannot be ${verb}: ${(cause as Error).message}`);

const OUT_OF_FILES = 'MACHINE.TOO_MANY_FILES';

/** The error that says so in place of one that blames the file or the service; any other error as it is. */
export function namedOutOfFiles<T>(error: T): T | RunError {
  if (!isOutOfFiles(error) || (error instanceof RunError && error.code === OUT_OF_FILES)) return error;
  const { message, where } = error as { readonly message: string } & Partial<RunError>;
  const text = `no further file or connection can be opened: ${message}`;
  return new RunError(OUT_OF_FILES, text, { cause: error, where });
}

/** The error that came first, where releasing resources has failed after it. */
export function firstError(thrown: unknown): unknown {
  // Node.js 22 has no SuppressedError; what stands in for it has its name.
  return thrown instanceof Error && thrown.name === 'SuppressedError' && 'suppressed' in thrown
    ? firstError(thrown.suppressed)
    : thrown;
}
