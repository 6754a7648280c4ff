import type { Plan } from '../../delivery/plan.ts';
import { exitCodes, RunError } from '../../errors/run-error.ts';
import { type EntityName, entityNames, entityRecord, referredNames } from '../../input/entities/entity.ts';
import { meantOf } from '../../input/rows/outcome.ts';
import { failedFiles } from '../../pipeline/files/file-counts.ts';
import {
  type Measure,
  ROW_LIMIT,
  type ThresholdResult,
  type Thresholds,
  thresholdValue,
} from '../../pipeline/threshold.ts';
import { rejectGuard } from './reject-guard.ts';
import { equalRows, equalRowsText, type Report, totals } from './report.ts';

/** Rules for the result of a command as a whole. */
export type Rules = {
  readonly thresholds: Thresholds;
  /** True if the command was to read only some of the rows: then their number has no threshold. */
  readonly isPart?: boolean;
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
  const wanted = Object.entries(rules.thresholds).filter(
    ([measure]) => !rules.isPart || !entityNames.some((name) => name === measure),
  );
  const thresholds = measureThresholds(Object.fromEntries(wanted), report);
  const withTable: Report = thresholds.length > 0 ? { ...report, thresholds } : report;
  if (report.error) return withTable;
  const error =
    tooManyRejects(report, rules.maxRejects) ??
    exceeded(thresholds) ??
    unread(report) ??
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

/** Rows of conversations that could not be read are as those that were rejected: everything else has landed. */
function unread({
  exitCode,
  export: exported,
}: Report): (Report['error'] & { readonly exitCode: number }) | undefined {
  const { count = 0, samples: [first] = [] } = exported?.pulled?.unread ?? {};
  if (!first || (exitCode !== exitCodes.ok && exitCode !== exitCodes.rejected)) return undefined;
  const { conversation, code, message } = first;
  // An app of this service has no such choice.
  const leave =
    exported?.system === 'service'
      ? ''
      : `, or leave them out: sources.export.exclude: { conversations: [${count === 1 ? JSON.stringify(conversation) : 'ID'}] }`;
  const what = count === 1 ? '1 conversation of the old system' : `${count} conversations of the old system`;
  return {
    exitCode: exitCodes.rejected,
    code,
    message: `${what} could not be read, such as ${conversation}: ${message.replace(/\.$/, '')}. What was read before stays as it is`,
    hint: `${code === 'PULL.FORBIDDEN' ? 'give the key the right to read them and run' : 'run'} again (without sync: with --fresh)${leave}`,
  };
}

function notStrict(report: Report, strict: Rules['strict']): RunError | undefined {
  if (!strict) return undefined;
  const { unknownColumns } = strict;
  const notices = noticesIn(report);
  const equal = equalRowsText(report);
  const failures = [
    ...(notices ? [`${notices} ${notices === 1 ? 'notice' : 'notices'}`] : []),
    ...(unknownColumns
      ? [`${unknownColumns} ${unknownColumns === 1 ? 'column' : 'columns'} that no field uses`]
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

/** Compares a report with thresholds. A threshold that the command does not measure has no result. */
function measureThresholds(thresholds: Thresholds, report: Report): ThresholdResult[] {
  return Object.entries(thresholds).flatMap(([name, limit]) => {
    const measure = name as Measure;
    const count = MEASURES[measure](report);
    const [, comparison = '', bound = '', percent = ''] = ROW_LIMIT.exec(limit) ?? [];
    if (count === undefined) return [];
    const sum = totals(report.entities);
    // Equal rows are a part of what was read.
    const rows =
      measure === 'filesFailed'
        ? (report.fileCopies?.distinct ?? 0)
        : measure === 'skipped'
          ? sum.read
          : meantOf(sum);
    const value = percent ? (rows === 0 ? 0 : (count / rows) * 100) : count;
    return [{ measure, limit, value, passed: compare(value, comparison, Number(bound)) }];
  });
}

/** The number of each measure; undefined where a command does not measure it. */
const MEASURES: Readonly<Record<Measure, (report: Report) => number | undefined>> = {
  rejected: ({ entities }) => totals(entities).rejected,
  blocked: ({ entities }) => totals(entities).blocked,
  // Rows that the pipeline leaves out by declaration are no failure.
  skipped: equalRows,
  // Only `validate` looks for notices.
  notices: (report) => (report.command === 'validate' ? noticesIn(report) : undefined),
  filesFailed: ({ fileCopies }) => fileCopies && failedFiles(fileCopies),
  notCarried: ({ notCarried }) => Object.values(notCarried).reduce((sum, count) => sum + count, 0),
  warnings: ({ warnings }) => warnings.length,
  requests: ({ command, profile, requests }) =>
    command === 'validate' ? (profile?.cost.requests ?? requests.floor) : requests.sent,
  minutes: ({ command, profile, startedAt, finishedAt }) =>
    command === 'validate'
      ? profile?.cost.minutes
      : (Date.parse(finishedAt) - Date.parse(startedAt)) / 60_000,
  ...entityRecord(
    (name) =>
      ({ entities }: Report) =>
        entities[name]?.read ?? 0,
  ),
};

const noticesIn = ({ notices }: Report): number => notices.reduce((sum, { count }) => sum + count, 0);

function compare(value: number, comparison: string, bound: number): boolean {
  if (comparison === '<') return value < bound;
  if (comparison === '<=') return value <= bound;
  if (comparison === '>') return value > bound;
  if (comparison === '>=') return value >= bound;
  return value === bound;
}

/** The rows of a plan that were made of other rows, and the export that it reads, as a part of its report. */
export function derivedPart({ steps, exported }: Plan): Pick<Report, 'derived' | 'export'> {
  const found = steps.flatMap(({ entity, derived }) =>
    derived === undefined ? [] : [[entity.name, derived] as const],
  );
  return {
    ...(found.length === 0 ? {} : { derived: Object.fromEntries(found) }),
    ...(exported ? { export: exported } : {}),
  };
}

/** The entities that rows of a plan refer to although no source has them, so that nobody knows whether they are there. */
export function uncheckedEntities({ steps, closed }: Plan): readonly EntityName[] {
  const read = new Set(steps.map(({ entity }) => entity.name));
  // Whether messages need groups is not known before they are read.
  const needed = { users: read.has('members') || read.has('messages'), groups: read.has('members') };
  return referredNames.filter((name) => needed[name] && !closed.has(name) && !read.has(name));
}
