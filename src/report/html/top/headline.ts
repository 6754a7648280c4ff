import { duration } from '../../../terminal/printable.ts';
import { removedTotals } from '../../result/removed-counts.ts';
import { goodOf, type Report, removedRows, totals } from '../../result/report.ts';
import { html, type Markup } from '../markup.ts';
import { groupedUnbroken, moment } from '../numbers.ts';
import { verdict, verdictKind } from './verdict.ts';

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
    : [[command === 'validate' ? 'Ready' : 'Landed', goodOf(sum), 'good']];
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
