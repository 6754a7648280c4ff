import { type EntityTable, entriesOf } from '../../input/entities/entity.ts';
import { perMinute } from '../../service/transport/budget.ts';
import type { Connection } from '../../session/connect.ts';
import { removalRequests } from '../removal/remove-row.ts';
import type { UndoCounts } from './undo-document.ts';

/** Requests of an undo by rate class, and how long they take at the limits. */
export type UndoCost = { readonly core: number; readonly standard: number; readonly minutes: number };

/** Each row that is changed back is read first. */
const PUT_BACK = 2;

/**
 * The lower bound: messages whose id is not known must also be searched for.
 * @param changedRows rows that were there before and get values back
 */
export function undoCost(
  counts: Readonly<EntityTable<UndoCounts>>,
  changedRows: number,
  { target }: Pick<Connection, 'target'>,
): UndoCost {
  const sum = (rateClass: 'core' | 'standard'): number =>
    entriesOf(counts).reduce(
      (total, [entity, { direct }]) => total + direct * removalRequests(entity, rateClass),
      rateClass === 'standard' ? changedRows * PUT_BACK : 0,
    );
  const minutes = (rateClass: 'core' | 'standard'): number => {
    const budget = target.budgets[rateClass];
    return budget ? sum(rateClass) / perMinute(budget) : 0;
  };
  return {
    core: sum('core'),
    standard: sum('standard'),
    minutes: Math.max(minutes('core'), minutes('standard')),
  };
}
