import { barOf, byId, el, figure, fill, isolated, meter, showEnd, table } from '../parts/dom.js';
import { duration, grouped, groupedTenths, knownBy, rowsOf, sizeText, timeOf } from '../parts/words.js';
import { chart } from './chart.js';

/** @type {import('./types.js').Seen} */
const seen = {
  at: '',
  pipeline: '',
  startedAt: '',
  waiting: null,
  isPaused: false,
  rejects: [],
  warnings: [],
};
/** @type {import('./types.js').Point[]} */
let points = [];
const source = new EventSource('events');
const button = /** @type {HTMLButtonElement} */ (byId('pause'));

source.addEventListener('message', ({ data }) => {
  /** @type {import('./types.js').News} */
  const { timeline, ...news } = JSON.parse(data);
  Object.assign(seen, news);
  points = [...points.slice(0, timeline.from), ...timeline.points];
  say(undefined);
  show(news, timeline.spanMs);
  // Nothing follows, and the browser must not connect again.
  if (seen.end) source.close();
});
source.addEventListener('error', () => {
  const last = seen.progress ? ` What is shown is from ${timeOf(seen.at)}.` : '';
  say(`No longer connected: the run has ended without a word, or this machine does not reach it.${last}`);
  button.hidden = true;
});
button.addEventListener('click', async () => {
  button.disabled = true;
  const answer = await fetch(seen.isPaused ? 'resume' : 'pause', { method: 'POST' }).catch(() => undefined);
  button.disabled = false;
  if (!answer?.ok) say('The run did not receive this.');
});

/**
 * @param {Partial<import('./types.js').Seen>} news
 * @param {number} spanMs
 */
function show(news, spanMs) {
  if (news.pipeline !== undefined) fill(byId('pipeline'), isolated(seen.pipeline));
  showButton();
  showHead();
  if (news.progress) fill(byId('entities'), entityTable(news.progress.entities));
  fill(byId('chart'), ...chart(points, spanMs, seen.startedAt));
  if (news.rejects) {
    byId('rejects-card').hidden = news.rejects.length === 0;
    fill(byId('rejects'), rejectTable(news.rejects));
  }
  if (news.warnings) {
    byId('warnings-card').hidden = news.warnings.length === 0;
    fill(byId('warnings'), ...news.warnings.map((text) => el('li', {}, isolated(text))));
  }
  if (news.end) {
    const { exitCode, report } = news.end;
    const place = report !== undefined && el('p', {}, 'The report is in ', el('code', {}, isolated(report)));
    showEnd(`Exit code ${exitCode}, at ${timeOf(seen.at)}.`, news.end, place);
  }
}

function showButton() {
  button.hidden = seen.end !== undefined;
  button.textContent = seen.isPaused ? 'Resume' : 'Pause';
  button.title = seen.isPaused ? '' : 'Stops new requests; open requests finish, and the state is saved';
}

function showHead() {
  const { progress, files, waiting, end, isPaused } = seen;
  const copied = files ? (files.done / Math.max(1, files.todo)) * 100 : undefined;
  const percent = progress?.percent ?? copied;
  const headline = percent === undefined ? 'Preparing…' : `${Math.floor(percent)} %`;
  byId('headline').textContent = end ? end.verdict : isPaused ? `Paused at ${headline}` : headline;
  document.title = `${end ? 'ended' : isPaused ? 'paused' : headline} · ${seen.pipeline}`;
  fill(byId('meter'), barOf(percent ?? 0));
  if (progress) fill(byId('figures'), ...figures(progress));
  else if (files) fill(byId('figures'), ...fileFigures(files));
  const held = byId('waiting');
  held.hidden = waiting === null || end !== undefined;
  fill(held, isolated(waiting ?? ''));
  const error = byId('last-error');
  error.hidden = !progress?.lastError;
  if (progress?.lastError)
    fill(error, `last error at ${timeOf(progress.lastError.at)}: `, isolated(progress.lastError.message));
}

/** @param {import('./types.js').Files} files */
function fileFigures({ done, todo, bytes, failed, etaSeconds }) {
  return [
    figure('files copied', grouped(done), `of ${grouped(todo)}`),
    figure('bytes copied', sizeText(bytes)),
    figure('time left', etaSeconds === undefined || seen.end ? '–' : duration(etaSeconds)),
    figure('files not copied', grouped(failed)),
  ];
}

/** @param {import('./types.js').Progress} progress */
function figures(progress) {
  const { requests, rowsPerMinute, etaSeconds, etaAt, entities } = progress;
  const { perMinute, allowedPerMinute, rateClass, allowedBy, retried, sent } = requests;
  const rejected = Object.values(entities).reduce((sum, each) => sum + each.rejected, 0);
  const left = etaSeconds === undefined || etaAt === undefined || seen.end ? undefined : etaSeconds;
  return [
    figure('rows', rowsOf(progress)),
    figure('rows a minute', rowsPerMinute === undefined ? '–' : grouped(rowsPerMinute)),
    figure(
      rateClass === undefined ? 'requests a minute' : `${rateClass} requests a minute`,
      perMinute === undefined ? '–' : groupedTenths(perMinute),
      allowedPerMinute === undefined
        ? ''
        : `of ${groupedTenths(allowedPerMinute)} allowed${knownBy(allowedBy)}`,
    ),
    figure(
      'time left',
      left === undefined ? '–' : duration(left),
      left === undefined ? '' : `until ${timeOf(etaAt ?? '')}`,
    ),
    figure('requests', grouped(sent), retried > 0 ? `${grouped(retried)} retried` : ''),
    figure('rejected', grouped(rejected)),
  ];
}

/** @param {string | undefined} text */
function say(text) {
  byId('banner').hidden = text === undefined;
  byId('banner').textContent = text ?? '';
}

/**
 * The progress of each entity.
 * @param {Record<string, import('./types.js').EntityProgress>} entities
 */
function entityTable(entities) {
  const columns = /** @type {const} */ ([
    ['Entity'],
    ['State', 'wide'],
    ['Progress', 'wide'],
    ['Percent', 'n'],
    ['Rows', 'n'],
    ['Of', 'n'],
    ['Rejected', 'n'],
  ]);
  const rows = Object.entries(entities).map(
    ([name, { state, done, total, estimated, percent, rejected }]) => [
      name,
      el('span', { class: `state state-${state}` }, state),
      meter(percent ?? 0),
      percent === undefined ? '' : `${Math.floor(percent)} %`,
      grouped(done),
      el('td', { class: 'n muted' }, total === undefined ? '?' : `${estimated ? '~' : ''}${grouped(total)}`),
      el('td', { class: rejected > 0 ? 'n problem' : 'n muted' }, grouped(rejected)),
    ],
  );
  return table('Rows of each entity', columns, rows);
}

/**
 * The last rows that did not land.
 * @param {import('./types.js').Rejected[]} rejects
 */
function rejectTable(rejects) {
  const columns = /** @type {const} */ ([['Place'], ['Code'], ['Entity', 'wide'], ['Key']]);
  const rows = rejects.map(({ entity, file, line, key, codes }) => [
    isolated(`${file}:${line}`, 'id'),
    el('code', { class: 'problem' }, codes.join(', ')),
    entity,
    isolated(key ?? '', 'id'),
  ]);
  return table('The last rows that were rejected', columns, rows);
}
