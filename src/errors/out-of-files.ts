import { RunError } from './run-error.ts';

const CODES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);
const NAMED = 'MACHINE.TOO_MANY_FILES';
/** More causes than any error of ours has. */
const DEPTH_MAX = 10;

/** True if the system refused to open a further file or connection. */
function isOutOfFiles(error: unknown): boolean {
  let at = error;
  for (let depth = 0; at instanceof Error && depth < DEPTH_MAX; depth++) {
    if (CODES.has((at as NodeJS.ErrnoException).code)) return true;
    at = at.cause;
  }
  return false;
}

/** The error that says so in place of one that blames the file or the service; any other error as it is. */
export function namedOutOfFiles<T>(error: T): T | RunError {
  if (!isOutOfFiles(error) || (error instanceof RunError && error.code === NAMED)) return error;
  const { message, where } = error as { readonly message: string } & Partial<RunError>;
  const text = `no further file or connection can be opened: ${message}`;
  return new RunError(NAMED, text, { cause: error, where });
}
