import { byId, el, figure, fill, isolated, meter, table } from '../parts/dom.js';
import { duration, grouped, groupedTenths, knownBy, timeOf } from '../parts/words.js';
import { FILTERS, healthOf, isFound, sorted } from './night.js';
import { COLUMNS, keptRows } from './pipeline-row.js';
import { awayOf, momentOf } from './times.js';

/** @typedef {import('./night.js').Filter} Filter */

/** @type {Map<string, import('./types.js').Pipeline>} */
const pipelines = new Map();
/** @type {import('./types.js').Worker[]} */
let workers = [];
/** @type {import('./types.js').Budget[]} */
let budgets = [];
/** The clock of the server, which may differ from that of the browser. */
let now = 0;
/** @type {Filter} */
let filter = 'all';
let sortedBy = 'rank';
let isReversed = false;
const search = /** @type {HTMLInputElement} */ (byId('search'));

const source = new EventSource('events');
source.addEventListener('message', ({ data }) => {
  /** @type {import('./types.js').News} */
  const news = JSON.parse(data);
  now = Date.parse(news.at);
  for (const each of news.pipelines ?? []) pipelines.set(each.id, each);
  for (const id of news.gone ?? []) pipelines.delete(id);
  if (news.queue !== undefined) fill(byId('queue'), isolated(news.queue));
  if (news.workers) workers = news.workers;
  if (news.budgets) {
    budgets = news.budgets;
    showBudgets(budgets);
  }
  if (news.trouble !== undefined) sayTrouble(news.trouble);
  if (!news.trouble) byId('as-of').textContent = `as of ${timeOf(news.at)}`;
  show();
});
source.addEventListener('error', () => {
  say('Connection lost: fleet dashboard has ended, or this machine cannot reach it.');
});

const buttons = /** @type {readonly Filter[]} */ (Object.keys(FILTERS)).map((name) => {
  const button = el('button', {
    type: 'button',
    class: 'filter',
    title: `${FILTERS[name].name} (${FILTERS[name].key})`,
  });
  button.addEventListener('click', () => choose(name));
  byId('filters').append(button);
  return { name, button };
});
search.addEventListener('input', show);
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === search) {
    if (event.key === 'Escape') search.blur();
    return;
  }
  const name = buttons.find((each) => FILTERS[each.name].key === event.key)?.name;
  if (name) choose(name);
  else if (event.key === '/') search.focus();
  else return;
  event.preventDefault();
});

const list = table('Every pipeline and its last run', [], []);
const heads = COLUMNS.map(([by, name, className]) => {
  const button = el('button', { type: 'button', class: 'sort' }, name);
  button.addEventListener('click', () => {
    isReversed = by === sortedBy && !isReversed;
    sortedBy = by;
    show();
  });
  return { by, head: el('th', { scope: 'col', class: className }, button) };
});
list.tHead?.rows[0]?.append(...heads.map(({ head }) => head));
byId('pipelines').append(list);
const showRows = keptRows(/** @type {HTMLTableSectionElement} */ (list.tBodies[0]));

/** @param {Filter} name */
function choose(name) {
  filter = name;
  show();
}

function show() {
  const all = [...pipelines.values()];
  const found = all.filter((each) => FILTERS[filter].takes(healthOf(each)) && isFound(each, search.value));
  for (const { name, button } of buttons) {
    const { takes } = FILTERS[name];
    const count = all.filter((each) => takes(healthOf(each))).length;
    button.setAttribute('aria-pressed', String(name === filter));
    // What nobody can choose from is not offered.
    button.hidden = count === 0 && name !== 'all' && name !== filter;
    fill(button, `${FILTERS[name].name} `, el('b', {}, grouped(count)));
  }
  for (const { by, head } of heads) {
    if (by === sortedBy) head.setAttribute('aria-sort', isReversed ? 'descending' : 'ascending');
    else head.removeAttribute('aria-sort');
  }
  showRows(sorted(found, sortedBy, isReversed), now);
  list.hidden = found.length === 0;
  byId('nothing').hidden = found.length > 0;
  fill(byId('nothing'), ...nothing(all.length));
  showHead(all);
  fill(byId('workers'), ...(workers.length > 0 ? workerList() : [noWorker()]));
}

/** @param {number} count how many pipelines there are in all */
const nothing = (count) =>
  count > 0
    ? ['No pipeline matches.']
    : ['The queue has no pipelines. ', el('code', {}, 'chatferry fleet submit PIPELINE'), ' adds one.'];

/** @param {import('./types.js').Pipeline[]} all */
function showHead(all) {
  const healths = all.map(healthOf);
  const count = (/** @type {string} */ health) => healths.filter((each) => each === health).length;
  const [failed, partly, running, waiting] = ['failed', 'partly', 'running', 'waiting'].map(count);
  const headline =
    all.length === 0
      ? 'No pipelines yet'
      : failed
        ? `${grouped(failed)} of ${grouped(all.length)} failed`
        : partly
          ? `${grouped(partly)} of ${grouped(all.length)} with rejects or missed nights`
          : `${all.length === 1 ? '1 pipeline' : `${grouped(all.length)} pipelines`}, nothing failed`;
  byId('headline').textContent = headline;
  byId('headline').className = failed ? 'problem' : '';
  document.title = `${failed ? `${failed} failed` : 'nothing failed'} · chatferry fleet`;
  const rates = all.flatMap(({ state, progress }) => (state === 'running' && progress ? [progress] : []));
  const sum = (/** @type {'rowsPerMinute' | 'requestsPerMinute'} */ name) =>
    rates.some((each) => each[name] !== undefined)
      ? grouped(rates.reduce((total, each) => total + (each[name] ?? 0), 0))
      : '–';
  const [next] = all.flatMap(({ schedule }) => schedule?.next ?? []).sort();
  const missed = all.reduce((total, each) => total + (each.schedule?.missed?.nights ?? 0), 0);
  fill(
    byId('figures'),
    figure('running', grouped(running ?? 0), waiting ? `${grouped(waiting)} waiting` : ''),
    figure('rows a minute', sum('rowsPerMinute')),
    figure('requests a minute', sum('requestsPerMinute'), limited(sum('requestsPerMinute'))),
    figure('workers', grouped(workers.length)),
    figure('nights missed', grouped(missed)),
    figure(
      'next start',
      next === undefined ? '–' : momentOf(next, now),
      next === undefined ? '' : awayOf(next, now),
    ),
  );
}

/**
 * The requests that are limited, and the sum of their limits, if they are of one class. Others, of the sandbox for one,
 * have no limit.
 * @param {string} all the number of all requests, as it is shown
 */
function limited(all) {
  const own = budgets.filter(({ allowedPerMinute }) => allowedPerMinute !== undefined);
  const classes = new Set(own.map(({ rateClass }) => rateClass));
  if (classes.size !== 1) return '';
  const used = grouped(own.reduce((total, { requestsPerMinute }) => total + requestsPerMinute, 0));
  const limit = groupedTenths(
    own.reduce((total, { allowedPerMinute }) => total + (allowedPerMinute ?? 0), 0),
  );
  return `${used === all ? '' : `${used} `}of ${limit} ${[...classes].join('')}`;
}

function workerList() {
  const running = [...pipelines.values()].filter(({ state }) => state === 'running');
  return workers.map(({ name, jobs }) => {
    const own = running.filter(({ worker }) => worker === name);
    const rate = own.reduce((sum, { progress }) => sum + (progress?.rowsPerMinute ?? 0), 0);
    const load = jobs === 0 ? 'idle' : `${jobs === 1 ? '1 pipeline' : `${grouped(jobs)} pipelines`}`;
    return el(
      'li',
      {},
      isolated(name, 'name'),
      ' ',
      el('span', { class: 'muted small' }, rate > 0 ? `${load} · ${grouped(rate)} rows/min` : load),
      el('span', { class: 'below small' }, ...own.map(jobOf)),
    );
  });
}

/** @param {import('./types.js').Pipeline} pipeline */
function jobOf({ name, progress }) {
  const share = progress?.total
    ? ` ${Math.min(100, Math.floor((100 * progress.done) / progress.total))} %`
    : '';
  return el('span', { class: 'job' }, isolated(name), el('span', { class: 'muted' }, share));
}

const noWorker = () =>
  el(
    'li',
    { class: 'waiting' },
    'No worker is running, so nothing starts. ',
    el('code', {}, 'chatferry fleet work --config worker.yaml'),
    ' starts one.',
  );

/** @param {import('./types.js').Trouble | null} trouble */
function sayTrouble(trouble) {
  if (!trouble) return say(undefined);
  say(
    `Nothing new since ${timeOf(trouble.since)}. ${trouble.code}: ${trouble.message}. Next: ${trouble.hint}`,
  );
}

/** @param {string | undefined} text */
function say(text) {
  byId('banner').hidden = text === undefined;
  fill(byId('banner'), text === undefined ? null : isolated(text));
}

/** @typedef {import('./types.js').Budget} Budget */

/** Names of pipelines of one app that are shown; the others are counted. */
const NAMES_MAX = 8;

/**
 * Shows the limits that are used now, an app in a row; nothing where no app is written to.
 * @param {readonly Budget[]} budgets
 */
function showBudgets(budgets) {
  byId('apps').hidden = budgets.length === 0;
  const columns = /** @type {const} */ ([['App'], ['Requests of the last minute'], ['State'], ['Shared by']]);
  fill(byId('budgets'), table('Every app that is written to, and its limit', columns, budgets.map(rowOf)));
}

/** @param {Budget} budget */
function rowOf({ app, rateClass = '', requestsPerMinute, allowedPerMinute, allowedBy, heldMs, pipelines }) {
  const used = groupedTenths(requestsPerMinute);
  const what = rateClass && ` ${rateClass}`;
  const more = pipelines.length - NAMES_MAX;
  return [
    isolated(app, 'name'),
    el(
      'td',
      { class: 'now' },
      allowedPerMinute === undefined
        ? `${used}${what}, without a limit`
        : `${used} of ${groupedTenths(allowedPerMinute)}${what}${knownBy(allowedBy)}`,
      allowedPerMinute !== undefined &&
        allowedPerMinute > 0 &&
        meter(Math.min(100, (100 * requestsPerMinute) / allowedPerMinute)),
    ),
    heldMs === undefined
      ? el('span', { class: 'state state-fine' }, 'open')
      : el('span', { class: 'state state-partly' }, `paused, ${duration(heldMs / 1_000)}`),
    el(
      'td',
      {},
      ...pipelines.slice(0, NAMES_MAX).map((name) => el('span', { class: 'job' }, isolated(name))),
      more > 0 && el('span', { class: 'muted small' }, `and ${grouped(more)} more`),
    ),
  ];
}
