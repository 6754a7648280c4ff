import { duration } from '../../terminal/printable.ts';
import type { Report } from '../result/report.ts';
import { html, numberColumns, numbersOf, type Section, table } from './markup.ts';
import { counted, groupedUnbroken } from './numbers.ts';

/** Requests and time: an estimate for the import after a dry run, the measured values after a run. */
export function costSection(report: Report): Section {
  return report.command === 'validate' ? ahead(report) : done(report);
}

function ahead({ profile, requests }: Report): Section {
  const title = 'Cost of the import';
  if (!profile)
    return {
      id: 'cost',
      title,
      body: html`<p class="lead">At least ${counted(requests.floor, 'request')} with full batches.</p>`,
    };
  const { cost } = profile;
  const limited = Number.isFinite(cost.requestsPerMinute) && cost.requestsPerMinute > 0;
  return {
    id: 'cost',
    title,
    body: html`<dl class="figures"><div><dt>Requests</dt><dd>${groupedUnbroken(cost.requests)}</dd></div>${
      limited && html`<div><dt>Allowed a minute</dt><dd>${groupedUnbroken(cost.requestsPerMinute)}</dd></div>`
    }<div><dt>At least</dt><dd>${duration(cost.minutes * 60_000)}</dd></div></dl><p class="lead">If an import is interrupted, the next one resumes where it stopped; imported rows are not sent again.</p>`,
  };
}

function done(report: Report): Section {
  const { command, requests, startedAt, finishedAt, latency } = report;
  const tookMs = Date.parse(finishedAt) - Date.parse(startedAt);
  const rows = [
    ['Sent', groupedUnbroken(requests.sent)],
    // Removals have none: each row has a request of its own, or goes with its group or user.
    ...(command === 'undo' ? [] : [['Fewest possible', groupedUnbroken(requests.floor)]]),
    ['Repeated after a failure', groupedUnbroken(requests.retried)],
    ['Answered with 429', groupedUnbroken(requests.throttled)],
    ...(latency
      ? [
          ['Median time of a request', `${groupedUnbroken(latency.p50)} ms`],
          ['95 % took at most', `${groupedUnbroken(latency.p95)} ms`],
          ['99 % took at most', `${groupedUnbroken(latency.p99)} ms`],
          ['The slowest took', `${groupedUnbroken(latency.max)} ms`],
        ]
      : []),
    ['Time', duration(tookMs)],
  ];
  const inNumbers = table('Requests of the last invocation', ['What', ...numberColumns('Number')], rows);
  return {
    id: 'cost',
    title: 'Requests',
    body: html`<p>${inOneLine(report)}</p>${numbersOf('The requests in numbers', inNumbers)}`,
  };
}

function inOneLine({ requests: { sent, retried, throttled }, latency }: Report): string {
  const parts = [
    `${counted(sent, 'request')} sent`,
    ...(retried > 0 ? [`${groupedUnbroken(retried)} repeated after a failure`] : []),
    ...(throttled > 0 ? [`${groupedUnbroken(throttled)} answered with 429`] : []),
    ...(latency && latency.count > 1
      ? [`median ${groupedUnbroken(latency.p50)} ms, 95 % within ${groupedUnbroken(latency.p95)} ms`]
      : []),
  ];
  return `${parts.join(', ')}.`;
}
