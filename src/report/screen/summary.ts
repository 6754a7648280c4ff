import type { Expected } from '../../delivery/tally/tally.ts';
import { type EntityName, entriesOf } from '../../input/entities/entity.ts';
import { balanced, meantOf } from '../../input/rows/outcome.ts';
import { thresholdValue } from '../../pipeline/threshold.ts';
import { amount, countList, cut, duration, fromHere, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { fitted, folded as fold, nextStepLines, widthOf } from '../../terminal/width.ts';
import { changedFieldsText } from '../result/changed-fields.ts';
import { exportLines } from '../result/export-lines.ts';
import { addressFaults, addressLines } from '../result/file-addresses.ts';
import { fileCopiesText } from '../result/file-copies.ts';
import { oldMessagesAdvice, oldMessagesText } from '../result/old-messages.ts';
import { deletedAtSourceTotals } from '../result/removed-counts.ts';
import { equalRowsText, goodOf, type Report, totals, uncheckedText } from '../result/report.ts';
import { allProblemLines, problemLines, type Terminal } from './problem-lines.ts';

/** A result fits on one screen, unless the user asks for more. */
const LINES = 40;
/** Lines reserved for notices when there are many problems. */
const NOTICE_LINES = 6;
const WARNINGS_SHOWN = 3;
const REJECTS_SHOWN = 8;

export type SummaryOptions = {
  readonly style: Style;
  /** The command to type next. */
  readonly next: string;
  /** Width of a line in terminal cells; undefined if lines are not cut, as in a file. */
  readonly columns?: number | undefined;
  /**
   * Samples of every code, however many lines they take.
   * @default as many as fit on a screen
   */
  readonly samples?: number | undefined;
};

/** The result of a command as text: problems, numbers, paths of files, and the next command. */
export function summary(report: Report, options: SummaryOptions): string {
  const { style, columns, samples, next } = options;
  const all =
    report.command === 'validate' ? '--max-errors 3 lists every code' : 'the report lists every code';
  const terminal: Terminal = { style, columns, all };
  const { problems, notices } = report;
  const below = [
    ...addressPart(report, terminal),
    ...(report.export ? [...exportLines(report.export).flatMap((text) => fold(text, columns)), ''] : []),
    ...warningLines(report, terminal),
    ...thresholdLines(report, style),
    ...stopLines(report, terminal),
    ...numberLines(report, style).flatMap((text) => fold(text, columns)),
    ...fileLines(report),
    ...nextStepLines(next, style, columns),
  ];
  const [errorMark, noticeMark] = [style.red('✖'), style.yellow('!')];
  if (samples !== undefined)
    return [
      ...allProblemLines(problems, errorMark, samples, terminal),
      ...allProblemLines(notices, noticeMark, samples, terminal),
      ...below,
      '',
    ].join('\n');
  const room = LINES - below.length;
  const noticeRoom = Math.min(NOTICE_LINES, notices.length === 0 ? 0 : notices.length + 1);
  const problemPart = problemLines(problems, errorMark, room - noticeRoom, terminal);
  const noticePart = problemLines(
    notices,
    noticeMark,
    Math.max(noticeRoom, room - problemPart.length),
    terminal,
  );
  return [...problemPart, ...noticePart, ...below, ''].join('\n');
}

function addressPart({ fileAddresses }: Report, { style, columns }: Terminal): string[] {
  if (!fileAddresses) return [];
  const faults = addressFaults(fileAddresses).flatMap(({ message, next }) => [
    `${style.yellow('!')} ${message}`,
    `  → ${next}`,
  ]);
  const lines = addressLines(fileAddresses).map((text) => `  files: ${text}`);
  return [...lines, ...faults].flatMap((text) => fold(text, columns)).concat('');
}

function warningLines(report: Report, { style, columns }: Terminal): string[] {
  const { warnings } = report;
  const listed = (head: string, counts: Readonly<Record<string, number>> = {}): string[] =>
    Object.keys(counts).length > 0 ? fold(`${head}: ${countList(counts)}`, columns) : [];
  const left = Object.entries(report.skipped).map(([rule, count]) => `${grouped(count)} ${rule}`);
  const mark = style.yellow('!');
  const more = warnings.length - WARNINGS_SHOWN;
  const lines = [
    ...warnings
      .slice(0, WARNINGS_SHOWN)
      .map((text) => `${mark} ${cut(printable(text), 200)}`)
      .map((text) => (columns === undefined ? text : fitted(text, columns))),
    ...(more > 0 ? [`  and ${more} more ${more === 1 ? 'warning' : 'warnings'} in the report`] : []),
    ...listed(`${mark} not carried by the API`, report.notCarried),
    ...listed('  kept in metadata.source', report.kept),
    ...listed('  written by live calls', report.written),
    ...(report.sentAsRead ? [`  sent as read: ${grouped(report.sentAsRead)} × messages without readAt`] : []),
    ...(left.length ? fold(`${mark} skipped by rule: ${printable(left.join(', '))}`, columns) : []),
    ...oldMessageLines(report, mark, columns),
  ];
  return lines.length ? [...lines, ''] : [];
}

function oldMessageLines({ retention }: Report, mark: string, columns: number | undefined): string[] {
  if (!retention) return [];
  const advice = oldMessagesAdvice(retention);
  return [
    ...fold(`${mark} ${oldMessagesText(retention)}`, columns),
    ...(advice === undefined ? [] : fold(`  → ${advice}`, columns)),
  ];
}

function thresholdLines({ thresholds = [] }: Report, style: Style): string[] {
  const lines = thresholds.map((result) => {
    const mark = result.passed ? style.green('✓') : style.red('✗');
    return `${mark} ${result.measure.padEnd(10)}  ${thresholdValue(result).padStart(9)}   ${result.limit}`;
  });
  return lines.length ? [...lines, ''] : [];
}

function numberLines(report: Report, style: Style): string[] {
  const sum = totals(report.entities);
  const landed = sum.created + sum.updated + sum.exists + sum.unchanged;
  const parts = [
    `read ${grouped(sum.read)}`,
    report.command === 'validate' ? `ready ${grouped(sum.pending)}` : `imported ${grouped(landed)}`,
    `rejected ${grouped(sum.rejected)}`,
    `blocked ${grouped(sum.blocked)}`,
    `skipped ${grouped(sum.skipped)}`,
    ...(sum.inDoubt > 0 ? [`in doubt ${grouped(sum.inDoubt)}`] : []),
  ];
  const perEntity = entriesOf(report.entities)
    .filter(([name, counts]) => balanced(counts) && (allOf(report, name).rows > 0 || counts.skipped > 0))
    .map(([name, counts]) => {
      const left = counts.skipped > 0 ? `, skipped ${grouped(counts.skipped)}` : '';
      return `${name} ${grouped(goodOf(counts))}/${shownAll(allOf(report, name))}${left}`;
    });
  const { sent, retried, throttled, floor } = report.requests;
  const tookMs = Date.parse(report.finishedAt) - Date.parse(report.startedAt);
  return [
    `  ${parts.join('   ')}${verdictOf(report, style)}`,
    ...(perEntity.length ? [`  ${perEntity.join(' · ')}`] : []),
    ...syncLines(report),
    ...(report.fileCopies ? [`  ${fileCopiesText(report.fileCopies)}`] : []),
    report.command === 'validate'
      ? `  ${duration(tookMs)} · nothing was sent · ${costOf(report)}`
      : `  ${duration(tookMs)} · ${grouped(sent)} ${sent === 1 ? 'request' : 'requests'} (minimum ${grouped(floor)}) · ${grouped(retried)} retries · ${grouped(throttled)} × 429`,
  ];
}

/** Says whether the rows that were read add up; nothing if not all were read, because then they say little. */
function verdictOf(report: Report, style: Style): string {
  if (report.expected && report.balanced) return '';
  const adds = report.balanced ? style.green('✔ adds up') : style.red('✖ does not add up');
  const unsure = [equalRowsText(report), uncheckedText(report)].filter((text) => text !== undefined);
  return unsure.length === 0 ? `   ${adds}` : `   ${adds}, ${style.yellow(unsure.join(', '))}`;
}

/** Says what a run that stopped early has done of all, and how it goes on. */
function stopLines({ expected, entities, commandLine = '' }: Report, { style, columns }: Terminal): string[] {
  if (!expected) return [];
  const { created, updated, exists, unchanged, skipped } = totals(entities);
  const all = Object.values(expected);
  const rows = all.reduce((sum, each) => sum + each.rows, -skipped);
  const of = shownAll({ rows, estimated: all.some(({ estimated }) => estimated) });
  const landed = grouped(created + updated + exists + unchanged);
  const again = commandLine.replace(/ --fresh(?= |$)/g, '');
  const resume = again === '' ? '' : `, resume with  ${again}`;
  const text = `  ${style.yellow('stopped:')} ${landed} of ${of} rows imported`;
  // A command is never cut, so that it can be copied.
  if (columns === undefined || widthOf(text + resume) <= columns) return [text + printable(resume)];
  return [...fold(`${text}, resume with`, columns), `    ${printable(again)}`];
}

/** The number of rows of an entity in all, without those that a rule has left out. */
function allOf({ expected, entities }: Report, name: EntityName): Expected {
  const { read = 0, skipped = 0 } = entities[name] ?? {};
  const { rows, estimated } = expected?.[name] ?? { rows: read, estimated: false };
  return { rows: meantOf({ read: rows, skipped }), estimated };
}

const shownAll = ({ rows, estimated }: Expected): string => `${estimated ? '~' : ''}${grouped(rows)}`;

/** The rows of a sync, by what was done with them. */
function syncLines({ missing, deletedAtSource, entities, changedFields }: Report): string[] {
  if (!missing) return [];
  const sum = totals(entities);
  const all = Object.values(missing);
  const count = (what: 'kept' | 'deactivated' | 'deleted' | 'failed'): number =>
    all.reduce((total, counts) => total + counts[what], 0);
  const parts = [
    `new ${grouped(sum.created)}`,
    ...(sum.exists > 0 ? [`already there ${grouped(sum.exists)}`] : []),
    `changed ${grouped(sum.updated)}`,
    `unchanged ${grouped(sum.unchanged)}`,
    `missing ${grouped(all.reduce((total, { kept, deactivated, deleted, failed }) => total + kept + deactivated + deleted + failed, 0))}`,
  ];
  const done = (['kept', 'deactivated', 'deleted', 'failed'] as const).flatMap((what) =>
    count(what) > 0 ? [`${what} ${grouped(count(what))}`] : [],
  );
  return [
    `  ${parts.join(' · ')}${done.length > 0 ? ` (${done.join(', ')})` : ''}${statedText(deletedAtSource)}`,
    ...(changedFields ? [`  ${changedFieldsText(changedFields)}`] : []),
  ];
}

/** Says what became of the rows that were deleted at the source; empty if there are none. */
function statedText(counts: Report['deletedAtSource']): string {
  if (!counts) return '';
  const sum = deletedAtSourceTotals(counts);
  const done = (['kept', 'removed', 'failed'] as const).flatMap((what) =>
    sum[what] > 0 ? [`${what} ${grouped(sum[what])}`] : [],
  );
  return ` · deleted at the source ${grouped(sum.kept + sum.removed + sum.failed)} (${done.join(', ')})`;
}

function costOf({ requests, profile }: Report): string {
  if (!profile) return `a run needs at least ${grouped(requests.floor)} requests`;
  const { cost } = profile;
  return `a run takes ${amount(cost.requests, 'request')}, ${duration(cost.minutes * 60_000)} at ${grouped(cost.requestsPerMinute)} a minute`;
}

function fileLines({ files }: Report): string[] {
  const more = files.rejects.length - REJECTS_SHOWN;
  const named: (readonly [string, string])[] = [
    ...files.rejects.slice(0, REJECTS_SHOWN).map((path) => ['rejects', path] as const),
    ...(more > 0 ? [['', `and ${more} more in the same folder`] as const] : []),
    ...(files.archive ? [['archive', files.archive] as const] : []),
    // The page that stands beside it: people read that.
    ...(files.report ? [['report', files.report.replace(/\.json$/, '.html')] as const] : []),
    ...(files.log ? [['log', files.log] as const] : []),
  ];
  return named.map(([what, path]) => `  ${what.padEnd(8)}  ${printable(fromHere(path))}`);
}
