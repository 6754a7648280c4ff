import { entityNames } from '../../input/entities/entity.ts';
import type { Report } from '../result/report.ts';
import { html } from './markup.ts';
import { grouped } from './numbers.ts';
import { type Section, table } from './section.ts';

/** What a night of a sync has brought, changed and removed; absent for any other run. */
export function syncSection({ missing, entities }: Report): Section | undefined {
  if (!missing) return undefined;
  const columns = [
    'New',
    'There before',
    'Changed',
    'Unchanged',
    'Kept',
    'Deactivated',
    'Deleted',
    'Not removed',
  ];
  const rows = entityNames.flatMap((name) => {
    const gone = missing[name];
    if (!gone) return [];
    const { created, exists, updated, unchanged } = entities[name];
    const { kept, deactivated, deleted, failed } = gone;
    return [
      [name, ...[created, exists, updated, unchanged, kept, deactivated, deleted, failed].map(grouped)],
    ];
  });
  return {
    id: 'night',
    title: 'Since the last night',
    body: html`<p class="lead">Kept, deactivated and deleted are rows that no source has any more; only rows that this pipeline has created are ever removed.</p>${table(
      'Rows by entity and what was done with them',
      [{ name: 'Entity' }, ...columns.map((name) => ({ name, holds: 'numbers' as const }))],
      rows,
    )}`,
  };
}
