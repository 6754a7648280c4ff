import { GROUP_TYPE } from '../../input/entities/rights.ts';
import { grouped } from '../../terminal/printable.ts';

/**
 * The text about groups that are created without a type in their row: nothing if there are none.
 * @param type what they become
 */
export function untypedGroupsText(count = 0, type: 'private' | 'public' = GROUP_TYPE): readonly string[] {
  if (count === 0) return [];
  const [groups, are] =
    count === 1 ? ['1 group has', 'it is'] : [`${grouped(count)} groups have`, 'they are'];
  const other = type === GROUP_TYPE ? 'public' : GROUP_TYPE;
  return [`${groups} no type: ${are} created ${type}; for another one:  map: { type: { const: ${other} } }`];
}
