import type { Ended } from './ended.ts';
import type { History } from './history.ts';
import type { Scenario } from './scenario.ts';
import { ENTITIES, ROWS } from './values.ts';

/**
 * The rows that a run may remove, as `users u1`: with `onMissing: delete` rows that we created and that no file has any
 * more, and what goes with the group or user of such a row.
 */
export function cascades(
  { before, after, said }: Pick<Ended, 'before' | 'after' | 'said'>,
  history: History,
  onMissing: Scenario['onMissing'],
): ReadonlySet<string> {
  const removable = new Set<string>();
  if (onMissing !== 'delete') return removable;
  for (const entity of ENTITIES)
    for (const key of before[entity].keys())
      if (history.isOurs(entity, key) && !said[entity].has(key)) removable.add(`${entity} ${key}`);
  const isGone = (entity: 'users' | 'groups', key: string): boolean =>
    removable.has(`${entity} ${key}`) && !after[entity].has(key);
  for (const key of before.members.keys()) {
    const [guid = '', uid = ''] = key.split(' ');
    if (isGone('groups', guid) || isGone('users', uid)) removable.add(`members ${key}`);
  }
  for (const { muid, receiver } of ROWS.messages)
    if (isGone('groups', String(receiver))) removable.add(`messages ${muid}`);
  return removable;
}
