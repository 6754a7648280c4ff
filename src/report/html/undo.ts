import { entriesOf } from '../../input/entities/entity.ts';
import type { Report } from '../result/report.ts';
import { groupedUnbroken } from './numbers.ts';
import { type Section, table } from './section.ts';

/** Shows what an undo did with the rows of each entity; undefined for any other command. */
export function undoSection({ removed }: Report): Section | undefined {
  if (!removed) return undefined;
  const columns = ['Removed', 'With their group or user', 'Were gone', 'Kept', 'Failed'];
  const rows = entriesOf(removed).flatMap(([name, { removed: direct, implied, gone, kept, failed }]) => {
    const counts = [direct, implied, gone, kept, failed];
    return counts.some((count) => count > 0) ? [[name, ...counts.map(groupedUnbroken)]] : [];
  });
  return {
    id: 'undone',
    title: 'What was removed',
    body: table(
      'Removed rows by entity',
      [{ name: 'Entity' }, ...columns.map((name) => ({ name, kind: 'numbers' as const }))],
      rows,
    ),
  };
}
