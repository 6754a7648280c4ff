import { firstError, namedOutOfFiles, RunError } from '../errors/run-error.ts';
import type { Runtime } from '../terminal/context.ts';
import { isDamage } from './database-damage.ts';
import { diskFailure } from './disk-failure.ts';

/** Makes what a command threw the error that ends it. */
export function toRunError(
  thrown: unknown,
  { signal, system, commandLine }: Pick<Runtime, 'system' | 'signal' | 'commandLine'>,
): RunError {
  const error = namedOutOfFiles(firstError(thrown));
  if (error instanceof RunError) return error;
  if (signal.aborted && signal.reason instanceof RunError) return signal.reason;
  if (isDamage(error))
    return new RunError('STATE.CORRUPT', `a database of the state is damaged: ${(error as Error).message}`, {
      cause: error,
    });
  const bug = error instanceof Error ? error : new Error(String(error));
  const { path, syscall = '' } = bug as NodeJS.ErrnoException;
  const what = path ?? (syscall || 'a file');
  const failure = diskFailure(bug, what, { access: 'read', files: system.files, commandLine });
  return failure ?? new RunError('BUG.UNEXPECTED', bug.stack ?? bug.message, { cause: bug });
}
