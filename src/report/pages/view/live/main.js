/** The page of two systems that are kept alike: shows the document that the process sends. */

import { barOf, byId, drawn, el, figure, fill, isolated, showEnd, table } from '../parts/dom.js';
import { plot } from '../parts/plot.js';
import { duration, grouped, rowsOf, timeOf } from '../parts/words.js';
import { headOf, stepsOf, waitsOf, whenOf } from './phases.js';

/** Numbers that are shown only if they are not 0, in this order. */
const RARE = /** @type {const} */ (['unchanged', 'folded', 'duplicate', 'skipped', 'echoes', 'conflicts']);

const WHY = /** @type {const} */ ({
  parent: 'wait for the message that they answer or go with',
  sender: 'wait since their senders have sent as many messages as they may in a minute',
  dead: 'wait behind an event of their conversation that could not be written',
  away: 'wait until both systems answer',
});

/** Points of the line: one a second. */
const POINTS_MAX = 600;
const [WIDE, HIGH] = [600, 100];
/** @type {number[]} */
const lags = [];

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

/**
 * Draws how late events were in the last ten minutes, with a new point at the right.
 * @param {number} ms
 */
function lagLine(ms) {
  lags.push(ms);
  if (lags.length > POINTS_MAX) lags.shift();
  const most = Math.max(1_000, ...lags);
  const points = lags.map(
    (lag, at) => `${WIDE - (lags.length - 1 - at)},${HIGH - 2 - (lag * (HIGH - 4)) / most}`,
  );
  return plot(
    `how late events were in the last ten minutes: at most ${seconds(most)}`,
    [WIDE, HIGH],
    [0, HIGH / 2, HIGH],
    [drawn('polyline', { class: 'lag-line', points: points.join(' ') })],
    { rows: [most, most / 2, 0].map(seconds), times: ['10 min ago', '5 min ago', 'now'] },
  );
}

/** @param {import('./types.js').Direction} counts */
function directionOf(counts) {
  const { waitingFor } = counts;
  const reasons = /** @type {const} */ (['parent', 'sender', 'dead', 'away']).filter(
    (why) => waitingFor && waitingFor[why] > 0,
  );
  const shown = [
    figure('received', grouped(counts.received)),
    figure('written', grouped(counts.created + counts.updated + counts.removed)),
    figure('waiting', grouped(counts.waiting)),
    figure('dead', grouped(counts.dead)),
    ...RARE.filter((name) => counts[name] > 0).map((name) => figure(name, grouped(counts[name]))),
  ];
  const why = reasons.map((each) => el('li', {}, `${grouped(waitingFor?.[each] ?? 0)} ${WHY[each]}`));
  return [
    el('dl', { class: 'figures' }, ...shown),
    why.length > 0 && el('ul', { class: 'why muted small' }, ...why),
  ];
}

/** @param {import('./types.js').Bulk | undefined} bulk */
function bulkOf(bulk) {
  if (!bulk) return [figure('rows', 'reading')];
  const left = bulk.etaSeconds === undefined ? '–' : duration(bulk.etaSeconds);
  if (bulk.type === 'pull.progress')
    return [
      figure(
        'conversations read',
        rowsOf({ done: bulk.conversationsDone ?? 0, total: bulk.conversations ?? 0 }),
      ),
      figure('users read', grouped(bulk.users ?? 0)),
      figure('messages read', grouped(bulk.messages ?? 0)),
      figure('time left', left),
    ];
  const { done = 0, total, estimated = false } = bulk;
  return [
    figure('rows', rowsOf(total === undefined ? { done } : { done, total, estimated })),
    figure('now', bulk.entity ?? '–'),
    figure('time left', left),
  ];
}

/** @param {import('./types.js').News} news */
function show({ at, pipeline, live, bulk, said, end }) {
  const { phase, since, forward, back, lagMs, badSignatures, refused, gaps, dead } = live;
  const { title, meaning } = headOf(live, end !== undefined);
  const oldest = lagMs.oldestWaiting;
  document.title = `${title} · ${pipeline}`;
  fill(byId('pipeline'), isolated(pipeline));
  fill(byId('as-of'), `as of ${timeOf(at)}`);
  fill(
    byId('steps'),
    ...stepsOf(phase).map(({ name, state }) =>
      el('li', { class: state, 'aria-current': state === 'now' ? 'step' : undefined }, name),
    ),
  );
  fill(byId('headline'), `${title}, since ${whenOf(end && phase !== 'stopped' ? at : since, at)}`);
  fill(byId('meaning'), meaning);
  const waits = end ? [] : waitsOf(live, at);
  byId('waits').hidden = waits.length === 0;
  fill(byId('waits'), ...waits.map((text) => el('li', {}, isolated(text))));
  const isWriting = forward.received > forward.waiting || (back !== undefined && back.received > 0);
  fill(
    byId('figures'),
    figure('lag, median', isWriting ? seconds(lagMs.p50) : '–'),
    figure('lag, 95 %', isWriting ? seconds(lagMs.p95) : '–'),
    figure('oldest waiting', oldest === undefined ? 'none' : duration(oldest / 1_000)),
    figure('open gaps', grouped(gaps.filter(({ closed }) => !closed).length)),
    figure('wrong signatures', grouped(badSignatures)),
    figure('refused requests', grouped(Object.values(refused).reduce((sum, count) => sum + count, 0))),
  );
  byId('bulk-card').hidden = phase !== 'bulk' || end !== undefined;
  fill(byId('meter'), barOf(bulk?.percent ?? 0));
  fill(byId('bulk'), ...bulkOf(bulk));
  fill(byId('forward'), ...directionOf(forward));
  fill(byId('back'), ...(back ? directionOf(back) : []));
  byId('back-card').hidden = !back;
  byId('lag-card').hidden = phase === 'capture' || phase === 'bulk';
  fill(byId('lag'), lagLine(Math.max(isWriting ? lagMs.p95 : 0, oldest ?? 0)));
  showGaps(gaps, at);
  showDead(dead, at);
  byId('said-card').hidden = said.length === 0;
  const latest = said.toReversed();
  fill(
    byId('said'),
    ...latest.map(({ at: when, text }) => el('li', {}, el('time', {}, whenOf(when, at)), isolated(text))),
  );
  if (end) showEnd(`The process has ended at ${timeOf(at)}: exit code ${end.exitCode}.`, end);
}

/**
 * @param {import('./types.js').Live['gaps']} gaps
 * @param {string} at
 */
function showGaps(gaps, at) {
  const shown = gaps.slice(-10).reverse();
  byId('gaps-card').hidden = shown.length === 0;
  const rows = shown.map(({ side, from, to, closed }) => [
    side,
    whenOf(from, at),
    whenOf(to, at),
    closed ? 'yes' : 'not yet',
  ]);
  fill(
    byId('gaps'),
    table(
      'What changed in these times is found by listing it',
      [['side'], ['from'], ['to'], ['listed']],
      rows,
    ),
  );
}

/**
 * @param {import('./types.js').Live['dead']} dead
 * @param {string} at
 */
function showDead(dead, at) {
  byId('dead-card').hidden = dead.length === 0;
  const rows = dead
    .toReversed()
    .map((each) => [
      whenOf(each.at, at),
      `${each.side}, ${each.seq}`,
      el('code', {}, each.code),
      isolated(each.about),
      isolated(each.message),
    ]);
  fill(
    byId('dead'),
    table('The last ones', [['at'], ['event', 'wide'], ['code'], ['about', 'wide'], ['why']], rows),
  );
}

const stream = new EventSource('events');
stream.onmessage = ({ data }) => {
  byId('banner').hidden = true;
  const news = JSON.parse(data);
  // Nothing is known before the first numbers.
  if (!news) return;
  show(news);
  // Nothing follows, and the browser must not connect again.
  if (news.end) stream.close();
};
stream.onerror = () => {
  const banner = byId('banner');
  banner.hidden = false;
  fill(
    banner,
    'No longer connected: the process has ended without a word, or this machine does not reach it. What is shown is what it said last.',
  );
};
