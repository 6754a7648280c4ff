import { el, isolated, meter, table } from '../parts/dom.js';
import { grouped } from '../parts/words.js';

/**
 * The progress of each entity.
 * @param {Record<string, import('./types.js').EntityProgress>} entities
 */
export function entityTable(entities) {
  const columns = /** @type {const} */ ([
    ['Entity'],
    ['State', 'wide'],
    ['Progress', 'wide'],
    ['Percent', 'n'],
    ['Rows', 'n'],
    ['Of', 'n'],
    ['Rejected', 'n'],
  ]);
  const rows = Object.entries(entities).map(([name, { state, done, total, estimated, percent, rejected }]) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, name),
      el('td', { class: 'wide' }, el('span', { class: `state state-${state}` }, state)),
      el('td', { class: 'wide' }, meter(percent ?? 0)),
      el('td', { class: 'n' }, percent === undefined ? '' : `${Math.floor(percent)} %`),
      el('td', { class: 'n' }, grouped(done)),
      el('td', { class: 'n muted' }, total === undefined ? '?' : `${estimated ? '~' : ''}${grouped(total)}`),
      el('td', { class: rejected > 0 ? 'n problem' : 'n muted' }, grouped(rejected)),
    ),
  );
  return table('Rows of each entity', columns, rows);
}

/**
 * The last rows that did not land.
 * @param {import('./types.js').Rejected[]} rejects
 */
export function rejectTable(rejects) {
  const columns = /** @type {const} */ ([['Place'], ['Code'], ['Entity', 'wide'], ['Key']]);
  const rows = rejects.map(({ entity, file, line, key, codes }) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, isolated(`${file}:${line}`, 'id')),
      el('td', {}, el('code', { class: 'problem' }, codes.join(', '))),
      el('td', { class: 'wide' }, entity),
      el('td', {}, isolated(key ?? '', 'id')),
    ),
  );
  return table('The last rows that were rejected', columns, rows);
}
