import { type EntityName, entriesOf } from '../../input/entities/entity.ts';
import { type Counts, meantOf } from '../../input/rows/outcome.ts';
import { goodOf, type Report, totals } from '../result/report.ts';
import { type BarPart, bar, legend } from './chart.ts';
import { chartColumn, html, numberColumns, type Section, table } from './markup.ts';
import { counted, groupedUnbroken, share } from './numbers.ts';

/** Rows by entity and outcome; undefined if none was read, as in an undo. */
export function entitiesSection({ command, entities, missing }: Report): Section | undefined {
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
    body: html`${outcomes(present, columnsOf(present, missing !== undefined, good), good)}${legend(kinds.filter(({ kind }) => amounts[kind] > 0))}`,
  };
}

type Present = readonly (readonly [EntityName, Counts])[];
type Outcome = readonly [head: string, of: (counts: Counts) => number];

/** The columns of outcomes: of those that are not always there, the ones that have a row. */
function columnsOf(present: Present, isSync: boolean, good: string): readonly Outcome[] {
  const always: readonly Outcome[] = [
    ['Read', ({ read }) => read],
    ...(isSync ? [] : [[good === 'ready' ? 'Ready' : 'Imported', goodOf] as const]),
  ];
  const outcomes: readonly Outcome[] = [
    ...(isSync ? SYNCED : []),
    ['Rejected', ({ rejected }) => rejected],
    ['Blocked', ({ blocked }) => blocked],
    ['Skipped', ({ skipped }) => skipped],
    ['In doubt', ({ inDoubt }) => inDoubt],
  ];
  return [...always, ...outcomes.filter(([, of]) => present.some(([, counts]) => of(counts) > 0))];
}

/** Columns of a sync, for the rows that landed. */
const SYNCED: readonly Outcome[] = [
  ['New', ({ created }) => created],
  ['Already there', ({ exists }) => exists],
  ['Changed', ({ updated }) => updated],
  ['Unchanged', ({ unchanged }) => unchanged],
];

function outcomes(present: Present, columns: readonly Outcome[], good: string) {
  const numbers = numberColumns(...columns.map(([head]) => head), 'Share');
  const rows = present.map(([name, counts]) => {
    const parts = partsOf(counts, good);
    const label = `${name}: ${parts.map(({ title }) => title).join(', ')}`;
    return [
      name,
      ...columns.map(([, of]) => groupedUnbroken(of(counts))),
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
