import { type EntityName, entriesOf } from '../../input/entities/entity.ts';
import { type Counts, meantOf } from '../../input/rows/outcome.ts';
import { goodOf, type Report, totals } from '../result/report.ts';
import { type BarPart, bar, legend } from './chart.ts';
import { chartColumn, html, numberColumns, type Section, table } from './markup.ts';
import { counted, groupedUnbroken, share } from './numbers.ts';

/** Rows by entity and outcome; undefined if none was read, as in an undo. */
export function entitiesSection({ command, entities }: Report): Section | undefined {
  const good = command === 'validate' ? 'ready' : 'imported';
  const present = entriesOf(entities).filter(([, { read }]) => read > 0);
  if (present.length === 0) return undefined;
  const kinds = [
    { kind: 'good', name: good },
    { kind: 'bad', name: 'rejected' },
    { kind: 'blocked', name: 'blocked by a rejected row' },
    { kind: 'skipped', name: 'skipped by a rule' },
    { kind: 'notice', name: 'in doubt' },
  ] as const;
  const sum = totals(entities);
  const { rejected: bad, blocked, skipped, inDoubt: notice } = sum;
  const amounts = { good: goodOf(sum), bad, blocked, skipped, notice };
  return {
    id: 'rows',
    title: 'Rows',
    body: html`${outcomes(present, good)}${legend(kinds.filter(({ kind }) => amounts[kind] > 0))}`,
  };
}

function outcomes(present: readonly (readonly [EntityName, Counts])[], good: string) {
  // A run that has settled every row has no such column.
  const isAnyInDoubt = present.some(([, { inDoubt }]) => inDoubt > 0);
  const heads = ['Read', good === 'ready' ? 'Ready' : 'Landed', 'Rejected', 'Blocked', 'Skipped'];
  const numbers = numberColumns(...heads, ...(isAnyInDoubt ? ['In doubt'] : []), 'Share');
  const rows = present.map(([name, counts]) => {
    const settled = [counts.read, goodOf(counts), counts.rejected, counts.blocked, counts.skipped];
    const numbers = [...settled, ...(isAnyInDoubt ? [counts.inDoubt] : [])];
    const parts = partsOf(counts, good);
    const label = `${name}: ${parts.map(({ title }) => title).join(', ')}`;
    return [
      name,
      ...numbers.map(groupedUnbroken),
      meantOf(counts) > 0 ? share(goodOf(counts), meantOf(counts)) : '–',
      bar(label, parts, counts.read),
    ];
  });
  return table('Rows by entity and outcome', ['Entity', ...numbers, chartColumn], rows);
}

function partsOf(counts: Counts, good: string): BarPart[] {
  const part = (kind: BarPart['kind'], value: number, name: string): BarPart => ({
    kind,
    value,
    title: `${counted(value, 'row')} ${name}`,
  });
  return [
    part('good', goodOf(counts), good),
    part('bad', counts.rejected, 'rejected'),
    part('blocked', counts.blocked, 'blocked'),
    part('skipped', counts.skipped, 'skipped'),
    part('notice', counts.inDoubt, 'in doubt'),
  ].filter(({ value }) => value > 0);
}
