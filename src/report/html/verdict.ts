import { exitCodes } from '../../errors/run-error.ts';
import { meantOf } from '../../input/rows/outcome.ts';
import { failedFiles } from '../../pipeline/files/file-counts.ts';
import { duration } from '../../terminal/printable.ts';
import { fileCopiesText } from '../result/file-copies.ts';
import {
  deletedAtSourceTotals,
  type Missing,
  type MissingCounts,
  removedTotals,
} from '../result/removed-counts.ts';
import { equalRows, equalRowsText, goodOf, type Report, removedRows, totals } from '../result/report.ts';
import { html, type Markup } from './markup.ts';
import { counted, groupedUnbroken, moment } from './numbers.ts';

/** The colour of a headline: `bad` only if somebody has to do something. */
type VerdictKind = 'good' | 'notice' | 'bad';

function verdictKind(report: Report): VerdictKind {
  const { exitCode, balanced, notices, removed, fileCopies } = report;
  if (!balanced || (exitCode !== 0 && !isWithinThresholds(report))) return 'bad';
  if (exitCode !== 0) return 'notice';
  const isToCheck =
    notices.length > 0 ||
    (fileCopies && failedFiles(fileCopies) > 0) ||
    notRemoved(report) > 0 ||
    (removed && removedTotals(removed).failed > 0);
  return isToCheck ? 'notice' : 'good';
}

/** True if rows were rejected, but no more than the pipeline says that they may be. */
const isWithinThresholds = ({ exitCode, error, thresholds = [] }: Report): boolean =>
  exitCode === exitCodes.rejected &&
  !error &&
  thresholds.some(({ measure }) => measure === 'rejected') &&
  thresholds.every(({ passed }) => passed);

/** The result of a command in one line. */
export function verdict(report: Report): string {
  const { command, entities, balanced, error, removed } = report;
  const sum = totals(entities);
  const { inDoubt } = sum;
  const bad = sum.rejected + sum.blocked;
  if (!balanced) return 'The totals do not add up';
  if (error?.code === 'ROW.IN_DOUBT')
    return inDoubt === 1 ? '1 row is in doubt' : `${groupedUnbroken(inDoubt)} rows are in doubt`;
  if (command === 'validate') return ofDryRun(report);
  if (error && !AT_THE_END.test(error.code))
    return `The ${command === 'undo' ? 'undo' : 'run'} stopped before the end${filesPart(report)}`;
  if (removed) return ofUndo(removed);
  if (bad > 0)
    return `${groupedUnbroken(bad)} of ${counted(meantOf(sum), 'row')} ${bad === 1 ? 'was' : 'were'} not imported${leftOut(report)}${filesPart(report)}`;
  return report.missing ? ofSync(report) : ofRun(report);
}

/** Codes of errors that decide the exit code after the last row. */
const AT_THE_END = /^(?:GUARD\.(?:MAX_REJECTS|THRESHOLD)|RUN\.STRICT$|PULL\.)/;

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
  const { entities, fileCopies } = report;
  // A run of files alone.
  if (fileCopies && totals(entities).read === 0) return fileCopiesText(fileCopies);
  return `All ${counted(meantOf(totals(report.entities)), 'row')} imported${leftOut(report)}${filesPart(report)}`;
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
  const rows = said.length === 0 ? 'Nothing has changed' : said.join(', ');
  return `${rows}${filesPart(report)}`;
}

/** The result for files, unless that is no news. */
function filesPart({ fileCopies }: Report): string {
  const isNews = fileCopies && fileCopies.distinct > fileCopies.known + fileCopies.kept;
  return isNews ? `; ${fileCopiesText(fileCopies)}` : '';
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
    byRule > 0 ? `${groupedUnbroken(byRule)} skipped by a rule` : undefined,
    equalRowsText(report),
  ];
  return parts.map((part) => (part === undefined ? '' : `, ${part}`)).join('');
}

/** The top of the page: the result in one line and in numbers. */
export function headline(report: Report): Markup {
  const { pipeline, command, startedAt, finishedAt, error } = report;
  const kind = verdictKind(report);
  const took = duration(Date.parse(finishedAt) - Date.parse(startedAt));
  return html`<header><p class="kicker">chatferry ${command === 'validate' ? 'dry run of' : `${command} of`} <strong>${pipeline}</strong></p><h1 class="is-${kind}">${MARKS[kind]}<span>${verdict(report)}</span></h1><p class="lede">${moment(startedAt)} · ${took}${command === 'validate' && ' · nothing was sent'}</p>${
    error &&
    html`<div class="callout"><p><code>${error.code}</code> ${error.message}</p><p class="hint">${error.hint}</p></div>`
  }<dl class="figures">${figuresOf(report).map(
    ([name, value, mark]) =>
      html`<div${(value === 0 || mark !== '') && html` class="is-${value === 0 ? 'zero' : mark}"`}><dt>${name}</dt><dd>${groupedUnbroken(value)}</dd></div>`,
  )}</dl></header>`;
}

type Figure = readonly [name: string, value: number, mark: string];

function figuresOf(report: Report): readonly Figure[] {
  const { command, entities, notices, missing, removed } = report;
  if (removed) return undoFigures(removed);
  const sum = totals(entities);
  const noticed = notices.reduce((all, { count }) => all + count, 0);
  const done: readonly Figure[] = missing
    ? [
        ['New', sum.created + sum.exists, 'good'],
        ['Changed', sum.updated, 'good'],
        ['Unchanged', sum.unchanged, ''],
        ['Removed', removedRows(report), 'skipped'],
      ]
    : [[command === 'validate' ? 'Ready' : 'Imported', goodOf(sum), 'good']];
  return [
    ['Read', sum.read, ''],
    ...done,
    ['Rejected', sum.rejected, 'bad'],
    ['Blocked', sum.blocked, 'blocked'],
    ['Skipped', sum.skipped, 'skipped'],
    ...(sum.inDoubt > 0 ? [['In doubt', sum.inDoubt, 'notice'] as const] : []),
    ...(command === 'validate' ? [['Notices', noticed, 'notice'] as const] : []),
  ];
}

function undoFigures(counts: NonNullable<Report['removed']>): readonly Figure[] {
  const { removed, implied, gone, kept, failed } = removedTotals(counts);
  return [
    ['Removed', removed + implied, 'good'],
    ['Were gone', gone, 'skipped'],
    ['Kept', kept, 'notice'],
    ['Failed', failed, 'bad'],
  ];
}

const mark = (path: Markup): Markup =>
  html`<svg class="mark" viewBox="0 0 24 24" width="36" height="36" aria-hidden="true"><circle cx="12" cy="12" r="11"/>${path}</svg>`;

const MARKS = {
  good: mark(html`<path d="m7 12.5 3.4 3.4L17 9"/>`),
  notice: mark(html`<path d="M12 6.5v7M12 16.7v.6"/>`),
  bad: mark(html`<path d="m8.2 8.2 7.6 7.6m0-7.6-7.6 7.6"/>`),
};
