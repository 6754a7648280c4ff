import { meantOf } from '../../input/rows/outcome.ts';
import { type Measure, ROW_LIMIT, type ThresholdResult, type Thresholds } from '../../pipeline/threshold.ts';
import { equalRows, type Report, totals } from './report.ts';

/** Compares a report with thresholds. A threshold that the command does not measure has no result. */
export function measureThresholds(thresholds: Thresholds, report: Report): ThresholdResult[] {
  return Object.entries(thresholds).flatMap(([name, limit]) => {
    const measure = name as Measure;
    const count = measured(measure, report);
    const [, comparison = '', bound = '', percent = ''] = ROW_LIMIT.exec(limit) ?? [];
    if (count === undefined) return [];
    const sum = totals(report.entities);
    // Equal rows are a part of what was read.
    const rows = measure === 'skipped' ? sum.read : meantOf(sum);
    const value = percent ? (rows === 0 ? 0 : (count / rows) * 100) : count;
    return [{ measure, limit, value, passed: compare(value, comparison, Number(bound)) }];
  });
}

function measured(measure: Measure, report: Report): number | undefined {
  const { rejected, blocked } = totals(report.entities);
  const { command, requests, profile } = report;
  switch (measure) {
    case 'rejected':
      return rejected;
    case 'blocked':
      return blocked;
    case 'skipped':
      // Rows that the pipeline leaves out by declaration are no failure.
      return equalRows(report);
    // Only `validate` looks for notices.
    case 'notices':
      return command === 'validate' ? report.notices.reduce((sum, { count }) => sum + count, 0) : undefined;
    case 'notCarried':
      return Object.values(report.notCarried).reduce((sum, count) => sum + count, 0);
    case 'warnings':
      return report.warnings.length;
    case 'requests':
      return command === 'validate' ? (profile?.cost.requests ?? requests.floor) : requests.sent;
    case 'minutes':
      return command === 'validate'
        ? profile?.cost.minutes
        : (Date.parse(report.finishedAt) - Date.parse(report.startedAt)) / 60_000;
  }
}

function compare(value: number, comparison: string, bound: number): boolean {
  if (comparison === '<') return value < bound;
  if (comparison === '<=') return value <= bound;
  if (comparison === '>') return value > bound;
  if (comparison === '>=') return value >= bound;
  return value === bound;
}
