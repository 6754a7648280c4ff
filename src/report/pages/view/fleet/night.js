/** @typedef {import('./types.js').Pipeline} Pipeline */

/** Exit codes after which every row has its outcome: all landed, some were rejected, a verification found differences. */
const ENDED = [0, 4, 5];

/**
 * @typedef {'failed' | 'running' | 'waiting' | 'partly' | 'fine' | 'new'} Health
 * How a pipeline is. `partly`: it came to its end, but with rejected rows or after a missed night, or somebody canceled it;
 * `new`: it has not run yet.
 */

/** The order of healths, those first that somebody should look at. */
const RANKS = /** @type {const} */ (['failed', 'partly', 'running', 'waiting', 'new', 'fine']);

/**
 * True if somebody has ended it.
 * @param {Pipeline} pipeline
 */
export const isCanceled = ({ state, last }) => state === 'failed' && last?.code === 'FLEET.CANCELED';

/**
 * @param {Pipeline} pipeline
 * @returns {Health}
 */
export function healthOf(pipeline) {
  const { state, last, schedule } = pipeline;
  if (state === 'running') return 'running';
  if (state === 'retrying' || state === 'waiting') return 'waiting';
  if (isCanceled(pipeline)) return 'partly';
  if (state === 'failed' || (last && !ENDED.includes(last.exitCode))) return 'failed';
  if (schedule?.missed || (last && last.exitCode !== 0)) return 'partly';
  return last ? 'fine' : 'new';
}

/**
 * @param {Pipeline} pipeline
 * @returns {number} small for what should be looked at
 */
const rankOf = (pipeline) => RANKS.indexOf(healthOf(pipeline));

/**
 * Rows of the last run that were written, changed, removed, and not accepted.
 * @param {Pipeline} pipeline
 */
export function lastRowsOf({ last }) {
  if (!last) return undefined;
  const sum = (/** @type {string[]} */ ...names) =>
    names.reduce((rows, name) => rows + (last.counts[name] ?? 0), 0);
  return {
    created: sum('created'),
    changed: sum('updated'),
    removed: sum('removed'),
    rejected: sum('rejected', 'blocked'),
  };
}

/** Which pipelines are shown: each filter has its name and its key. */
export const FILTERS = /** @type {const} */ ({
  all: { name: 'All', key: 'a', takes: () => true },
  failed: { name: 'Failed', key: 'f', takes: (/** @type {Health} */ health) => health === 'failed' },
  partly: {
    name: 'Rejects, missed',
    key: 'm',
    takes: (/** @type {Health} */ health) => health === 'partly',
  },
  running: { name: 'Running', key: 'r', takes: (/** @type {Health} */ health) => health === 'running' },
  waiting: { name: 'Waiting', key: 'w', takes: (/** @type {Health} */ health) => health === 'waiting' },
});

/** @typedef {keyof typeof FILTERS} Filter */

/**
 * True if every word of a search stands in what names a pipeline.
 * @param {Pipeline} pipeline
 * @param {string} search
 */
export function isFound({ name, folder, worker = '', last, retry }, search) {
  const text = `${name} ${folder} ${worker} ${last?.code ?? ''} ${retry?.code ?? ''}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * The value that a column is sorted by; `rank` is the order of the page until somebody chooses another one.
 * @type {Readonly<Record<string, (pipeline: Pipeline) => number | string>>}
 */
const SORTS = {
  rank: rankOf,
  name: ({ name }) => name,
  last: ({ last }) => -Date.parse(last?.at ?? '0'),
  took: ({ last }) => -(last?.durationMs ?? -1),
  created: (pipeline) => -(lastRowsOf(pipeline)?.created ?? -1),
  changed: (pipeline) => -(lastRowsOf(pipeline)?.changed ?? -1),
  removed: (pipeline) => -(lastRowsOf(pipeline)?.removed ?? -1),
  rejected: (pipeline) => -(lastRowsOf(pipeline)?.rejected ?? -1),
  next: ({ schedule }) =>
    schedule?.next === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(schedule.next),
};

/**
 * Pipelines in an order; what is equal in it stands by name.
 * @param {Iterable<Pipeline>} pipelines
 * @param {string} by a name of `SORTS`
 * @param {boolean} isReversed
 */
export function sorted(pipelines, by, isReversed) {
  const keyOf = SORTS[by] ?? rankOf;
  const sign = isReversed ? -1 : 1;
  return [...pipelines].sort(
    (a, b) => sign * compared(keyOf(a), keyOf(b)) || compared(a.name, b.name) || compared(a.folder, b.folder),
  );
}

const words = new Intl.Collator('en', { numeric: true });

/**
 * @param {number | string} a
 * @param {number | string} b
 */
const compared = (a, b) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));
