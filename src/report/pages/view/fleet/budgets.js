import { byId, el, fill, isolated, meter, table } from '../parts/dom.js';
import { duration, grouped, groupedTenths, knownBy } from '../parts/words.js';

/** @typedef {import('./types.js').Budget} Budget */

/** Names of pipelines of one app that are shown; the others are counted. */
const NAMES_MAX = 8;

/**
 * Shows the limits that are used now, an app in a row; nothing where no app is written to.
 * @param {readonly Budget[]} budgets
 */
export function showBudgets(budgets) {
  byId('apps').hidden = budgets.length === 0;
  const columns = /** @type {const} */ ([['App'], ['Requests of the last minute'], ['State'], ['Shared by']]);
  fill(byId('budgets'), table('Every app that is written to, and its limit', columns, budgets.map(rowOf)));
}

/** @param {Budget} budget */
function rowOf({ app, rateClass = '', requestsPerMinute, allowedPerMinute, allowedBy, heldMs, pipelines }) {
  const used = groupedTenths(requestsPerMinute);
  const what = rateClass && ` ${rateClass}`;
  const more = pipelines.length - NAMES_MAX;
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, isolated(app, 'name')),
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
    el(
      'td',
      {},
      heldMs === undefined
        ? el('span', { class: 'state state-fine' }, 'open')
        : el('span', { class: 'state state-partly' }, `paused, ${duration(heldMs / 1_000)}`),
    ),
    el(
      'td',
      {},
      ...pipelines.slice(0, NAMES_MAX).map((name) => el('span', { class: 'job' }, isolated(name))),
      more > 0 && el('span', { class: 'muted small' }, `and ${grouped(more)} more`),
    ),
  );
}
