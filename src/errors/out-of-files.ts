import { isOutOfFiles } from './is-out-of-files.ts';
import { RunError } from './run-error.ts';

const NAMED = 'MACHINE.TOO_MANY_FILES';

/** The error that says so in place of one that blames the file or the service; any other error as it is. */
export function namedOutOfFiles<T>(error: T): T | RunError {
  if (!isOutOfFiles(error) || (error instanceof RunError && error.code === NAMED)) return error;
  const { message, where } = error as { readonly message: string } & Partial<RunError>;
  const text = `no further file or connection can be opened: ${message}`;
  return new RunError(NAMED, text, { cause: error, where });
}
