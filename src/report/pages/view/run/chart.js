import { drawn, el } from '../parts/dom.js';
import { plot } from '../parts/plot.js';
import { grouped, timeOf } from '../parts/words.js';

const MINUTE_MS = 60_000;
/** A chart has at least so many spans, so that the first ones are not as wide as the page. */
const SPANS_MIN = 60;
/** Height of the drawing, and of the row of marks below the curve. */
const [HEIGHT, MARKS] = [100, 16];
/** The marks, from above: each has a line of its own. */
const KINDS = /** @type {const} */ (['throttled', 'retried', 'paused']);

/**
 * Rows a minute over time, with refusals, retries and pauses.
 * @param {import('./types.js').Point[]} points
 * @param {number} spanMs
 * @param {string} startedAt
 */
export function chart(points, spanMs, startedAt) {
  const spans = Math.max(SPANS_MIN, points.length);
  const rates = points.map(({ rows }) => (rows * MINUTE_MS) / spanMs);
  const top = niceAbove(Math.max(...rates, 1));
  const begun = Date.parse(startedAt);
  const [throttled, retried] = [sumOf(points, 'throttled'), sumOf(points, 'retried')];
  const label = `Rows a minute from ${timeOf(begun)} to ${timeOf(begun + points.length * spanMs)}: at most ${grouped(Math.max(...rates, 0))}; ${throttled} refusals, ${retried} retries`;
  const shares = [0, 0.5, 1];
  const drawing = [
    drawn('path', { class: 'rows', d: areaOf(rates, top) }),
    ...KINDS.flatMap((kind, line) => marksOf(points, kind, HEIGHT - MARKS + 2 + line * 5, 4)),
  ];
  const levels = shares.map((share) => share * (HEIGHT - MARKS));
  const times = shares.map((share) => timeOf(begun + share * spans * spanMs));
  return [
    plot(label, [spans, HEIGHT], levels, drawing, { rows: [top, top / 2, 0].map(grouped), times }),
    legend(throttled, retried),
  ];
}

/**
 * @param {import('./types.js').Point[]} points
 * @param {'throttled' | 'retried'} what
 */
const sumOf = (points, what) => points.reduce((sum, point) => sum + point[what], 0);

/**
 * The steps of a curve, down to its base.
 * @param {number[]} rates
 * @param {number} top
 */
function areaOf(rates, top) {
  const base = HEIGHT - MARKS;
  const steps = rates.map((rate, at) => `V${(base * (1 - rate / top)).toFixed(2)}H${at + 1}`);
  return `M0 ${base}${steps.join('')}V${base}Z`;
}

/**
 * A mark for each span in which something happened.
 * @param {import('./types.js').Point[]} points
 * @param {'paused' | 'throttled' | 'retried'} what
 * @param {number} y
 * @param {number} height
 */
function marksOf(points, what, y, height) {
  return points.flatMap((point, x) =>
    point[what] ? [drawn('rect', { class: what, x, y, width: 1, height })] : [],
  );
}

/**
 * @param {number} throttled
 * @param {number} retried
 */
function legend(throttled, retried) {
  const entries = [
    ['rows', 'rows a minute'],
    ['throttled', `rate limited (429): ${grouped(throttled)}`],
    ['retried', `other retries: ${grouped(retried)}`],
    ['paused', 'held back or paused'],
  ];
  return el(
    'ul',
    { class: 'legend' },
    ...entries.map(([kind = '', name]) =>
      el(
        'li',
        {},
        drawn('svg', { 'aria-hidden': 'true' }, drawn('rect', { class: kind, width: 10, height: 10 })),
        name,
      ),
    ),
  );
}

/**
 * The next of 1, 2, 5, 10, 20 … that is not below a value.
 * @param {number} value
 */
function niceAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10);
}
