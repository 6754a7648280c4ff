import { type ExitName, exitCodes, type RunError, runCodes } from '../../errors/run-error.ts';

/** What one check of the doctor has found. */
export type Finding = {
  readonly check: string;
  readonly status: 'pass' | 'warn' | 'fail' | 'skip';
  readonly message: string;
  /** What to type or to change next, where something is to be done. */
  readonly next?: string;
  /** The exit code that a failure gives. */
  readonly exit?: ExitName;
};

export const pass = (check: string, message: string): Finding => ({ check, status: 'pass', message });
export const skipped = (check: string, message: string): Finding => ({ check, status: 'skip', message });
export const warn = (check: string, message: string, next: string): Finding => ({
  check,
  status: 'warn',
  message,
  next,
});
export const fail = (
  check: string,
  message: string,
  next: string,
  exit: ExitName = 'precondition',
): Finding => ({ check, status: 'fail', message, next, exit });

/** What a run would have ended with. */
export const failedBy = (check: string, { code, message, hint, where }: RunError): Finding => {
  const place = where ? ` (${where.file}${where.line === undefined ? '' : `:${where.line}`})` : '';
  return fail(check, `${code}: ${message}${place}`, hint, runCodes[code].exit);
};

/** The key comes first, then what only the user can change, then what may pass by itself. */
const BY_SEVERITY: readonly ExitName[] = ['bug', 'auth', 'precondition', 'locked', 'temporary'];

/** 0 where nothing has failed. */
export function exitCodeOf(findings: readonly Finding[]): number {
  const failed = findings.filter(({ status }) => status === 'fail').map(({ exit = 'precondition' }) => exit);
  const worst = BY_SEVERITY.find((exit) => failed.includes(exit)) ?? failed[0];
  return worst === undefined ? exitCodes.ok : exitCodes[worst];
}
