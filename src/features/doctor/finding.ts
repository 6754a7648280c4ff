import { type ExitName, exitCodes, RunError, runCodes } from '../../errors/run-error.ts';

/** The result of one check of the doctor. */
export type Finding = {
  readonly check: string;
  readonly status: 'pass' | 'warn' | 'fail' | 'skip';
  readonly message: string;
  /** The next step, to type or to change; absent if there is nothing to do. */
  readonly next?: string;
  /** The exit code of a failure. */
  readonly exit?: ExitName;
};

/** A check that found nothing wrong. */
export const pass = (check: string, message: string): Finding => ({ check, status: 'pass', message });
/** A check that was not made. */
export const skippedCheck = (check: string, message: string): Finding => ({ check, status: 'skip', message });
/** A problem that does not prevent a run. */
export const warn = (check: string, message: string, next: string): Finding => ({
  check,
  status: 'warn',
  message,
  next,
});
/** A problem that prevents a run; `exit` is the exit code that it gives. */
export const fail = (
  check: string,
  message: string,
  next: string,
  exit: ExitName = 'precondition',
): Finding => ({ check, status: 'fail', message, next, exit });

/** The failure for an error that a run would have ended with. */
export const failedBy = (check: string, { code, message, hint, where }: RunError): Finding => {
  const place = where ? ` (${where.file}${where.line === undefined ? '' : `:${where.line}`})` : '';
  return fail(check, `${code}: ${message}${place}`, hint, runCodes[code].exit);
};

/** The value that `make` returns, or a failed finding if it throws a RunError; after an interrupt, the reason of that. */
export async function caught<T extends object>(
  check: string,
  make: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T | Finding> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    signal?.throwIfAborted();
    return failedBy(check, error);
  }
}

/** The most severe first: the key, then what only the user can change, then what may pass by itself. */
const BY_SEVERITY: readonly ExitName[] = ['bug', 'auth', 'precondition', 'locked', 'temporary'];

/** The exit code of the most severe failure; 0 if nothing failed. */
export function doctorExitCode(findings: readonly Finding[]): number {
  const failed = findings.filter(({ status }) => status === 'fail').map(({ exit = 'precondition' }) => exit);
  const worst = BY_SEVERITY.find((exit) => failed.includes(exit)) ?? failed[0];
  return worst === undefined ? exitCodes.ok : exitCodes[worst];
}
