import { entriesOf } from '../../input/entities/entity.ts';
import type { Report } from '../result/report.ts';
import { html, numberColumns, type Section, table } from './markup.ts';
import { groupedUnbroken } from './numbers.ts';

/** Columns of rows that were deleted at the source. */
const STATED = ['Deleted at the source: kept', 'removed', 'not removed'];

/** Rows that a sync run created, changed and removed; undefined for any other run. */
export function syncSection({ missing, deletedAtSource, entities }: Report): Section | undefined {
  if (!missing) return undefined;
  const done = [
    'New',
    'Already there',
    'Changed',
    'Unchanged',
    'Kept',
    'Deactivated',
    'Deleted',
    'Not removed',
  ];
  const rows = entriesOf(entities).flatMap(([name, { created, exists, updated, unchanged }]) => {
    const counts = missing[name];
    if (!counts) return [];
    const { kept, deactivated, deleted, failed } = counts;
    const stated = deletedAtSource?.[name] ?? { kept: 0, removed: 0, failed: 0 };
    const numbers = [created, exists, updated, unchanged, kept, deactivated, deleted, failed];
    if (deletedAtSource) numbers.push(stated.kept, stated.removed, stated.failed);
    return [[name, ...numbers.map(groupedUnbroken)]];
  });
  return {
    id: 'sync',
    title: 'Since the last sync',
    body: html`<p class="lead">Kept, deactivated, deleted and not removed count rows that are no longer in any source. Only rows that this pipeline created are ever removed.</p>${table(
      'Rows by entity and action',
      ['Entity', ...numberColumns(...done, ...(deletedAtSource ? STATED : []))],
      rows,
    )}`,
  };
}
