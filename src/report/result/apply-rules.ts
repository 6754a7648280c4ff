import { exitCodes, RunError } from '../../errors/run-error.ts';
import { meantOf } from '../../input/rows/outcome.ts';
import { type ThresholdResult, type Thresholds, thresholdValue } from '../../pipeline/threshold.ts';
import { measureThresholds } from './measure-thresholds.ts';
import { rejectGuard } from './reject-guard.ts';
import { equalRowsText, type Report, totals } from './report.ts';

/** Rules for the result of a command as a whole. */
export type Rules = {
  readonly thresholds: Thresholds;
  /** `limits.maxRejects`, if it has not already ended the command. */
  readonly maxRejects?: number | string | undefined;
  /** The number of columns that no field uses. Set if they, notices and equal rows count as failures. */
  readonly strict?: { readonly unknownColumns: number } | undefined;
};

/**
 * Adds the measured thresholds to a report, and sets exit code and error by the first broken rule. Guards come before
 * rows.
 */
export function applyRules(report: Report, rules: Rules): Report {
  const thresholds = measureThresholds(rules.thresholds, report);
  const withTable: Report = thresholds.length > 0 ? { ...report, thresholds } : report;
  if (report.error) return withTable;
  const error =
    tooManyRejects(report, rules.maxRejects) ??
    exceeded(thresholds) ??
    (report.exitCode === exitCodes.ok ? notStrict(report, rules.strict) : undefined);
  if (!error) return withTable;
  const { code, message, hint, exitCode } = error;
  return { ...withTable, exitCode, error: { code, message, hint } };
}

function tooManyRejects({ entities }: Report, max: Rules['maxRejects']): RunError | undefined {
  const sum = totals(entities);
  const error = rejectGuard(max)(sum.rejected + sum.blocked, meantOf(sum), true);
  return (
    error && new RunError(error.code, error.message, { hint: 'correct the rows, or raise limits.maxRejects' })
  );
}

function exceeded(thresholds: readonly ThresholdResult[]): RunError | undefined {
  const failed = thresholds.filter(({ passed }) => !passed);
  if (failed.length === 0) return undefined;
  const texts = failed.map((result) => `${result.measure} is ${thresholdValue(result)}, not ${result.limit}`);
  return new RunError('GUARD.THRESHOLD', texts.join('; '));
}

function notStrict(report: Report, strict: Rules['strict']): RunError | undefined {
  if (!strict) return undefined;
  const notices = report.notices.reduce((sum, { count }) => sum + count, 0);
  const equal = equalRowsText(report);
  const failures = [
    ...(notices ? [`${notices} ${notices === 1 ? 'notice' : 'notices'}`] : []),
    ...(strict.unknownColumns
      ? [`${strict.unknownColumns} ${strict.unknownColumns === 1 ? 'column' : 'columns'} that no field uses`]
      : []),
    // In a dry run, each of them is a notice.
    ...(equal === undefined || report.command === 'validate' ? [] : [equal]),
  ];
  return failures.length === 0
    ? undefined
    : new RunError(
        report.command === 'validate' ? 'VALIDATE.STRICT' : 'RUN.STRICT',
        `--strict counts as failures: ${failures.join(', ')}`,
      );
}
