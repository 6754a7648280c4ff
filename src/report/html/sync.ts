import { entriesOf } from '../../input/entities/entity.ts';
import type { Report } from '../result/report.ts';
import { html, numberColumns, type Section, table } from './markup.ts';
import { groupedUnbroken } from './numbers.ts';

/** The columns; the last three are those of rows that were deleted at the source. */
const HEADS = [
  'Kept',
  'Deactivated',
  'Deleted',
  'Not removed',
  'Deleted at the source: kept',
  'removed',
  'not removed',
];

/** Rows that a sync run found no more, by what it did with them; undefined if there are none. */
export function syncSection({ missing = {}, deletedAtSource = {} }: Report): Section | undefined {
  const all = entriesOf(missing).map(([name, { kept, deactivated, deleted, failed }]) => {
    const stated = deletedAtSource[name] ?? { kept: 0, removed: 0, failed: 0 };
    const counts = [kept, deactivated, deleted, failed, stated.kept, stated.removed, stated.failed];
    return { name, counts };
  });
  const rows = all.filter(({ counts }) => counts.some((count) => count > 0));
  if (rows.length === 0) return undefined;
  const used = HEADS.map((_, at) => rows.some(({ counts }) => (counts[at] ?? 0) > 0));
  return {
    id: 'sync',
    title: 'No longer in the source',
    body: html`<p class="lead">Rows that are no longer in any source. Only rows that this pipeline created are ever removed.</p>${table(
      'Rows by entity and action',
      ['Entity', ...numberColumns(...HEADS.filter((_, at) => used[at]))],
      rows.map(({ name, counts }) => [name, ...counts.filter((_, at) => used[at]).map(groupedUnbroken)]),
    )}`,
  };
}
