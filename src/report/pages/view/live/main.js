/** The page of two systems that are kept alike: shows the document that the process sends. */

import { byId, drawn, el, figure, fill, isolated, table } from '../parts/dom.js';
import { grouped, timeOf } from '../parts/words.js';

/**
 * Counts of one direction.
 * @typedef {Readonly<Record<string, number>>} Counts
 */

/**
 * News of the process.
 * @typedef {{
 *   at: string, pipeline: string,
 *   live: {
 *     phase: string, since: string, isFrozen?: boolean, forward: Counts, back?: Counts, badSignatures: number,
 *     lagMs: { p50: number, p95: number, max: number, oldestWaiting?: number },
 *     gaps: readonly { side: string, from: string, to: string, closed: boolean }[],
 *     dead: readonly { side: string, seq: number, code: string, message: string, about: string, at: string }[],
 *   },
 * }} News
 */

/** Points of the lag line: one a second. */
const POINTS_MAX = 600;
const [WIDE, HIGH] = [600, 80];
/** @type {number[]} */
const lags = [];

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

/** @param {Counts} counts */
const figuresOf = (counts) =>
  Object.entries(counts)
    .filter(([name, count]) => count > 0 || name === 'waiting')
    .map(([name, count]) => figure(name, grouped(count)));

function lagLine() {
  const most = Math.max(1_000, ...lags);
  const points = lags.map(
    (ms, at) => `${(at * WIDE) / (POINTS_MAX - 1)},${HIGH - 2 - (ms * (HIGH - 4)) / most}`,
  );
  return drawn(
    'svg',
    {
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      width: '100%',
      role: 'img',
      'aria-label': `lag, at most ${seconds(most)}`,
    },
    drawn('polyline', {
      points: points.join(' '),
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 1.5,
    }),
  );
}

/** @param {News} news */
function show({ at, pipeline, live }) {
  const { phase, since, isFrozen, forward, back, lagMs, badSignatures, gaps, dead } = live;
  fill(byId('pipeline'), isolated(pipeline));
  fill(byId('as-of'), `as of ${timeOf(at)}`);
  fill(byId('headline'), `${phase}, since ${timeOf(since)}${isFrozen ? '; the old side is frozen' : ''}`);
  const oldest = lagMs.oldestWaiting;
  fill(
    byId('figures'),
    figure('lag, median', seconds(lagMs.p50)),
    figure('lag, 95 %', seconds(lagMs.p95)),
    figure('oldest waiting', oldest === undefined ? 'none' : seconds(oldest)),
    figure('wrong signatures', grouped(badSignatures)),
  );
  fill(byId('forward'), ...figuresOf(forward));
  fill(byId('back'), ...(back ? figuresOf(back) : []));
  byId('back-card').hidden = !back;
  lags.push(Math.max(lagMs.p95, oldest ?? 0));
  if (lags.length > POINTS_MAX) lags.shift();
  fill(byId('lag'), lagLine());
  const shownGaps = gaps.slice(-10).reverse();
  byId('gaps-card').hidden = shownGaps.length === 0;
  fill(
    byId('gaps'),
    table(
      'Times in which nobody received events',
      [['side'], ['from'], ['to'], ['listed']],
      shownGaps.map(({ side, from, to, closed }) =>
        el(
          'tr',
          {},
          el('td', {}, side),
          el('td', {}, from),
          el('td', {}, to),
          el('td', {}, closed ? 'yes' : 'no'),
        ),
      ),
    ),
  );
  byId('dead-card').hidden = dead.length === 0;
  fill(
    byId('dead'),
    table(
      'The last events that could not be written',
      [['at'], ['side'], ['event'], ['code'], ['about'], ['why']],
      [...dead]
        .reverse()
        .map((each) =>
          el(
            'tr',
            {},
            el('td', {}, timeOf(each.at)),
            el('td', {}, each.side),
            el('td', {}, String(each.seq)),
            el('td', {}, each.code),
            el('td', {}, isolated(each.about)),
            el('td', {}, isolated(each.message)),
          ),
        ),
    ),
  );
}

const stream = new EventSource('events');
stream.onmessage = ({ data }) => {
  byId('banner').hidden = true;
  const news = JSON.parse(data);
  // Nothing is known before the first numbers.
  if (news) show(news);
};
stream.onerror = () => {
  const banner = byId('banner');
  banner.hidden = false;
  fill(banner, 'The process does not answer: what is shown is what it said last.');
};
