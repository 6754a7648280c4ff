import { TimeFormCounter } from '../columns/time-evidence.ts';
import type { Table } from '../files/tables.ts';
import { columnsByField } from '../words/field-names.ts';

/** The number of members of the sample that joined before their group was created, or in the same second. */
export function joinedTooEarly(
  members: Table,
  fields: ReadonlyMap<string, string>,
  groups: Table | undefined,
  key: string | undefined,
): number {
  const created =
    groups &&
    columnsByField(
      'groups',
      groups.columns.map(({ name }) => name),
    ).get('createdAt');
  const [guid, joined] = [fields.get('guid') ?? '', fields.get('joinedAt') ?? ''];
  if (!groups || key === undefined || created === undefined) return 0;
  const times = new Map(groups.sample.map((row) => [row[key], row[created]]));
  return members.sample.filter((row) => {
    const [first, second] = [times.get(row[guid]), row[joined]];
    if (first === undefined || second === undefined) return false;
    const counter = new TimeFormCounter();
    counter.add(first);
    counter.add(second);
    return counter.order.rising === 0 && counter.evidence !== undefined;
  }).length;
}
