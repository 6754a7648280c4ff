import { duration } from '../../terminal/printable.ts';
import { equalRows, equalRowsText, type Report, totals } from '../result/report.ts';
import { goodOf } from './entities.ts';
import { html, type Markup } from './markup.ts';
import { counted, grouped, moment } from './numbers.ts';

/** The top of the page: the result in one line and in numbers. */
export function headline(report: Report): Markup {
  const { pipeline, command, startedAt, finishedAt, error, notices } = report;
  const sum = totals(report.entities);
  const noticed = notices.reduce((all, { count }) => all + count, 0);
  const kind = report.exitCode === 0 && report.balanced ? (noticed > 0 ? 'notice' : 'good') : 'bad';
  const figures: readonly (readonly [string, number, string])[] = [
    ['Read', sum.read, ''],
    [command === 'validate' ? 'Ready' : 'Landed', goodOf(sum), 'good'],
    ['Rejected', sum.rejected, 'bad'],
    ['Blocked', sum.blocked, 'blocked'],
    ['Skipped', sum.skipped, 'skipped'],
    ...(sum.inDoubt > 0 ? [['In doubt', sum.inDoubt, 'notice'] as const] : []),
    ...(command === 'validate' ? [['Notices', noticed, 'notice'] as const] : []),
  ];
  const took = duration(Date.parse(finishedAt) - Date.parse(startedAt));
  return html`<header><p class="kicker">chatferry ${command === 'validate' ? 'dry run of' : `${command} of`} <strong>${pipeline}</strong></p><h1 class="is-${kind}">${MARKS[kind]}<span>${verdict(report)}</span></h1><p class="lede">${moment(startedAt)} · ${took}${command === 'validate' && ' · nothing was sent'}</p>${
    error &&
    html`<div class="callout"><p><code>${error.code}</code> ${error.message}</p><p class="hint">${error.hint}</p></div>`
  }<dl class="figures">${figures.map(
    ([name, value, mark]) =>
      html`<div${value > 0 && mark !== '' && html` class="is-${mark}"`}><dt>${name}</dt><dd>${grouped(value)}</dd></div>`,
  )}</dl></header>`;
}

function verdict(report: Report): string {
  const { command, entities, balanced, error, notices } = report;
  const sum = totals(entities);
  const { read, rejected, blocked, skipped, inDoubt } = sum;
  const equal = equalRowsText(report);
  const bad = rejected + blocked;
  if (!balanced) return 'The numbers do not add up';
  if (error?.code === 'ROW.IN_DOUBT')
    return inDoubt === 1 ? '1 row is in doubt' : `${grouped(inDoubt)} rows are in doubt`;
  if (command !== 'validate') {
    if (error && !AT_THE_END.test(error.code)) return 'The run stopped before the end';
    if (bad > 0) return `${grouped(bad)} of ${counted(read, 'row')} did not land`;
    return skipped > 0
      ? `${grouped(goodOf(sum))} of ${counted(read, 'row')} landed, ${leftOut(report)}`
      : `All ${counted(read, 'row')} landed`;
  }
  if (bad > 0) return `${grouped(bad)} of ${counted(read, 'row')} ${bad === 1 ? 'is' : 'are'} not ready`;
  const noticed = notices.reduce((sum, { count }) => sum + count, 0);
  return noticed > 0
    ? `Every row is ready, with ${counted(noticed, 'notice')} to check${equal === undefined ? '' : `; ${equal}`}`
    : skipped > 0
      ? `${grouped(goodOf(sum))} of ${counted(read, 'row')} ${goodOf(sum) === 1 ? 'is' : 'are'} ready, ${leftOut(report)}`
      : `All ${counted(read, 'row')} ${read === 1 ? 'is' : 'are'} ready`;
}

/** Codes of errors that decide the exit code after the last row. */
const AT_THE_END = /^(?:GUARD\.|RUN\.STRICT$)/;

/** The skipped rows as the end of a verdict: those that a rule of the pipeline leaves out, and equal rows. */
function leftOut(report: Report): string {
  const byRule = totals(report.entities).skipped - equalRows(report);
  const parts = [byRule > 0 ? `${grouped(byRule)} left out by a rule` : undefined, equalRowsText(report)];
  return parts.filter((part) => part !== undefined).join(', ');
}

const mark = (path: Markup): Markup =>
  html`<svg class="mark" viewBox="0 0 24 24" width="36" height="36" aria-hidden="true"><circle cx="12" cy="12" r="11"/>${path}</svg>`;

const MARKS = {
  good: mark(html`<path d="m7 12.5 3.4 3.4L17 9"/>`),
  notice: mark(html`<path d="M12 6.5v7M12 16.7v.6"/>`),
  bad: mark(html`<path d="m8.2 8.2 7.6 7.6m0-7.6-7.6 7.6"/>`),
};
