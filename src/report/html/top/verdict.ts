import { meantOf } from '../../../input/rows/outcome.ts';
import { deletedAtSourceTotals } from '../../result/deleted-at-source.ts';
import type { Missing, MissingCounts } from '../../result/missing.ts';
import { removedTotals } from '../../result/removed-counts.ts';
import { equalRows, equalRowsText, type Report, totals } from '../../result/report.ts';
import { counted, groupedUnbroken } from '../numbers.ts';

/** The colour of a headline: `bad` only if somebody has to do something. */
export type VerdictKind = 'good' | 'notice' | 'bad';

export function verdictKind(report: Report): VerdictKind {
  const { exitCode, balanced, notices, removed } = report;
  if (exitCode !== 0 || !balanced) return 'bad';
  const isToCheck =
    notices.length > 0 || notRemoved(report) > 0 || (removed && removedTotals(removed).failed > 0);
  return isToCheck ? 'notice' : 'good';
}

/** The result of a command in one line. */
export function verdict(report: Report): string {
  const { command, entities, balanced, error, removed } = report;
  const sum = totals(entities);
  const { inDoubt } = sum;
  const bad = sum.rejected + sum.blocked;
  if (!balanced) return 'The numbers do not add up';
  if (error?.code === 'ROW.IN_DOUBT')
    return inDoubt === 1 ? '1 row is in doubt' : `${groupedUnbroken(inDoubt)} rows are in doubt`;
  if (command === 'validate') return ofDryRun(report);
  if (error && !AT_THE_END.test(error.code))
    return `The ${command === 'undo' ? 'undo' : 'run'} stopped before the end`;
  if (removed) return ofUndo(removed);
  if (bad > 0)
    return `${groupedUnbroken(bad)} of ${counted(meantOf(sum), 'row')} did not land${leftOut(report)}`;
  return report.missing ? ofSync(report) : ofRun(report);
}

/** Codes of errors that decide the exit code after the last row. */
const AT_THE_END = /^(?:GUARD\.(?:MAX_REJECTS|THRESHOLD)|RUN\.STRICT$)/;

function ofDryRun(report: Report): string {
  const { notices } = report;
  const sum = totals(report.entities);
  const meant = meantOf(sum);
  const equal = equalRowsText(report);
  const bad = sum.rejected + sum.blocked;
  if (bad > 0)
    return `${groupedUnbroken(bad)} of ${counted(meant, 'row')} ${bad === 1 ? 'is' : 'are'} not ready${leftOut(report)}`;
  const noticed = notices.reduce((all, { count }) => all + count, 0);
  return noticed > 0
    ? `Every row is ready, with ${counted(noticed, 'notice')} to check${equal === undefined ? '' : `; ${equal}`}`
    : `All ${counted(meant, 'row')} ${meant === 1 ? 'is' : 'are'} ready${leftOut(report)}`;
}

function ofRun(report: Report): string {
  return `All ${counted(meantOf(totals(report.entities)), 'row')} landed${leftOut(report)}`;
}

/** A night in which nothing is to be done is no news. */
function ofSync(report: Report): string {
  const { entities, missing, deletedAtSource } = report;
  const { created, updated, exists } = totals(entities);
  const parts = [
    [created, 'new'],
    [updated, 'changed'],
    [exists, 'already there'],
    [sumOf(missing, 'deactivated'), 'deactivated'],
    [sumOf(missing, 'deleted') + deletedAtSourceTotals(deletedAtSource).removed, 'removed'],
    [notRemoved(report), 'could not be removed'],
  ] as const;
  const said = parts.flatMap(([count, what]) => (count > 0 ? [`${groupedUnbroken(count)} ${what}`] : []));
  return said.length === 0 ? 'Nothing has changed' : said.join(', ');
}

function ofUndo(removed: NonNullable<Report['removed']>): string {
  const { removed: direct, implied, failed } = removedTotals(removed);
  const done = `${counted(direct + implied, 'row')} removed`;
  return failed > 0 ? `${done}, ${groupedUnbroken(failed)} could not be` : done;
}

const sumOf = (missing: Missing = {}, what: keyof MissingCounts): number =>
  Object.values(missing).reduce((sum, counts) => sum + counts[what], 0);

/** The rows that the service refused to remove. */
const notRemoved = ({ missing, deletedAtSource }: Report): number =>
  sumOf(missing, 'failed') + deletedAtSourceTotals(deletedAtSource).failed;

/** The skipped rows as the end of a verdict, if there are any: those that a rule of the pipeline leaves out, and equal rows. */
function leftOut(report: Report): string {
  const byRule = totals(report.entities).skipped - equalRows(report);
  const parts = [
    byRule > 0 ? `${groupedUnbroken(byRule)} left out by a rule` : undefined,
    equalRowsText(report),
  ];
  return parts.map((part) => (part === undefined ? '' : `, ${part}`)).join('');
}
