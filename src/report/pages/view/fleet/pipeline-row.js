import { el, fill, isolated, meter } from '../parts/dom.js';
import { grouped, groupedTenths, knownBy } from '../parts/words.js';
import { healthOf, isCanceled, lastRowsOf } from './night.js';
import { awayOf, momentOf, tookOf } from './times.js';

/** @typedef {import('./types.js').Pipeline} Pipeline */

/** The columns, by what they are sorted by; `wide` and `middle` are left out where the page is not so wide. */
export const COLUMNS = /** @type {const} */ ([
  ['name', 'Pipeline'],
  ['rank', 'State'],
  ['last', 'Last ended', 'n middle'],
  ['took', 'Took', 'n wide'],
  ['created', 'New', 'n wide'],
  ['changed', 'Changed', 'n wide'],
  ['removed', 'Removed', 'n wide'],
  ['rejected', 'Rejected', 'n wide'],
  ['next', 'Next start', 'n middle'],
]);

const WORDS = /** @type {Readonly<Record<string, string>>} */ ({
  retrying: 'retrying',
  partly: 'ended',
  fine: 'all imported',
  new: 'not run yet',
});

/**
 * The row of a pipeline, whose cells `fillRow` writes.
 * @param {Pipeline} pipeline
 * @param {number} now epoch milliseconds
 */
function cellsOf(pipeline, now) {
  const { name, folder, last, schedule } = pipeline;
  const rows = lastRowsOf(pipeline);
  const count = (/** @type {number | undefined} */ value, bad = '') =>
    el(
      'td',
      { class: `n wide ${value ? bad : 'muted'}` },
      value === undefined ? '' : value === 0 ? '–' : grouped(value),
    );
  return [
    el(
      'th',
      { scope: 'row' },
      isolated(name, 'name'),
      el('span', { class: 'below muted small' }, isolated(folder)),
    ),
    el('td', { class: 'now' }, ...stateOf(pipeline)),
    moment('ended', last?.at, now),
    el('td', { class: 'n wide' }, last ? tookOf(last.durationMs) : ''),
    count(rows?.created),
    count(rows?.changed),
    count(rows?.removed),
    count(rows?.rejected, 'problem'),
    moment('next', schedule?.next, now),
  ];
}

/**
 * @param {string} what as a narrow page says it, where columns have no heads
 * @param {string | undefined} time
 * @param {number} now
 */
const moment = (what, time, now) =>
  time === undefined
    ? el('td', { class: 'n middle' })
    : el(
        'td',
        { class: 'n middle', title: time, 'data-name': what },
        momentOf(time, now),
        el('span', { class: 'below muted small' }, awayOf(time, now)),
      );

/** @param {Pipeline} pipeline */
function stateOf(pipeline) {
  const { state, command, last, schedule, progress, retry, worker } = pipeline;
  const health = healthOf(pipeline);
  const word = isCanceled(pipeline) ? 'canceled' : (WORDS[state] ?? WORDS[health] ?? health);
  const isFailed = health === 'failed';
  const rejected = lastRowsOf(pipeline)?.rejected ?? 0;
  const missed = schedule?.missed;
  return [
    el(
      'span',
      { class: 'badges' },
      badge(health, command === 'run' ? word : `${command}: ${word}`),
      isFailed && last && badge('failed', `exit ${last.exitCode}`),
      health === 'partly' && rejected > 0 && badge('partly', `${grouped(rejected)} rejected`),
      missed &&
        badge('partly', missed.nights === 1 ? '1 night missed' : `${grouped(missed.nights)} nights missed`),
      worker !== undefined && el('span', { class: 'muted small' }, 'on ', isolated(worker)),
    ),
    ...(state === 'running' && progress ? progressOf(progress) : []),
    retry && reason(`${retry.code}, tried ${times(retry.tries)}`, retry.message, retry.hint),
    (isFailed || (health === 'partly' && rejected > 0)) &&
      last?.code !== undefined &&
      reason(last.code, last.message, last.hint),
    state !== 'running' && narrowCounts(pipeline),
    missed &&
      el(
        'span',
        { class: 'reason muted small' },
        missed.why === 'running' ? 'The night before was still running.' : 'No worker was there at its time.',
      ),
  ];
}

/**
 * The counts in words, where there is no room for their columns.
 * @param {Pipeline} pipeline
 */
function narrowCounts(pipeline) {
  const rows = lastRowsOf(pipeline);
  if (!rows || !pipeline.last) return undefined;
  const { created, changed, removed, rejected } = rows;
  const counts = Object.entries({ new: created, changed, removed, rejected }).filter(
    ([, count]) => count > 0,
  );
  const words = counts.map(([name, count]) => `${grouped(count)} ${name}`);
  const text = [...words, `took ${tookOf(pipeline.last.durationMs)}`].join(' · ');
  return el('span', { class: 'below muted small narrow' }, text);
}

const times = (/** @type {number} */ count) => (count === 1 ? 'once' : `${count} times`);

/**
 * @param {string} kind
 * @param {string} text
 */
const badge = (kind, text) => el('span', { class: `state state-${kind}` }, text);

/**
 * The failure, and the next step.
 * @param {string} code
 * @param {string} [message]
 * @param {string} [hint]
 */
const reason = (code, message, hint) =>
  el(
    'span',
    { class: 'reason small' },
    el('code', { class: 'problem' }, code),
    message && ' ',
    message && isolated(message, 'message'),
    hint && el('span', { class: 'below' }, '→ ', isolated(hint)),
  );

/** @param {import('./types.js').Progress} progress */
function progressOf(progress) {
  const { entity, done, total, rowsPerMinute, requestsPerMinute } = progress;
  const { allowedPerMinute, allowedBy, rateClass = '' } = progress;
  const of = allowedPerMinute === undefined ? '' : ` of ${groupedTenths(allowedPerMinute)}`;
  const parts = [
    `${entity === undefined ? '' : `${entity}, `}${grouped(done)}${total === undefined ? '' : ` of ${grouped(total)}`} rows`,
    rowsPerMinute !== undefined && `${grouped(rowsPerMinute)} rows/min`,
    requestsPerMinute !== undefined &&
      `${groupedTenths(requestsPerMinute)}${of} ${rateClass}${rateClass && ' '}requests/min${knownBy(allowedBy)}`,
  ];
  return [
    total !== undefined && total > 0 && meter(Math.min(100, (100 * done) / total)),
    el('span', { class: 'below muted small' }, parts.filter((part) => part !== false).join(' · ')),
  ];
}

/**
 * Rows of a table that stay the same elements while their pipelines do: only what has changed is written again, so that
 * a selection stays and 200 rows cost nothing.
 * @param {HTMLTableSectionElement} body
 */
export function keptRows(body) {
  /** @type {Map<string, { row: HTMLTableRowElement, said: string }>} */
  const kept = new Map();
  return (/** @type {Pipeline[]} */ pipelines, /** @type {number} */ now) => {
    const rows = pipelines.map((pipeline) => {
      const times = [pipeline.last?.at, pipeline.schedule?.next];
      const said = JSON.stringify([pipeline, times.map((time) => time && awayOf(time, now))]);
      const own = kept.get(pipeline.id) ?? { row: el('tr'), said: '' };
      if (own.said !== said) fill(own.row, ...cellsOf(pipeline, now));
      own.said = said;
      own.row.className = `row-${healthOf(pipeline)}`;
      kept.set(pipeline.id, own);
      return own.row;
    });
    const ids = new Set(pipelines.map(({ id }) => id));
    for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id);
    if (rows.length !== body.rows.length || rows.some((row, at) => body.rows[at] !== row))
      body.replaceChildren(...rows);
  };
}
