import type { RowChange } from '../../delivery/row-change.ts';
import type { ChangeAction } from '../../input/rows/outcome.ts';
import type { RemovalCounts } from './removal-account.ts';
import type { RemovalEvent } from './remove-rows.ts';

/** What a finished row of a removal is in the list of changes: one change, or none if the row is still there. */
export function removalChange(
  { entity, entry, outcome }: RemovalEvent,
  how: 'deactivate' | 'delete' | 'keep',
): readonly RowChange[] {
  const action = ACTIONS[outcome];
  if (!action) return [];
  const { key, version } = entry;
  return [
    {
      entity,
      key,
      action: action === 'deleted' && how === 'deactivate' ? 'deactivated' : action,
      ...(version.content === -1 ? {} : { before: version }),
    },
  ];
}

const ACTIONS: Readonly<Partial<Record<keyof RemovalCounts, ChangeAction>>> = {
  removed: 'deleted',
  implied: 'deleted',
  gone: 'gone',
};
