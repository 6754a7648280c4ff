import { entities } from '../../../input/entities/entities.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import { isRight } from '../../../input/entities/rights.ts';
import { grouped } from '../../../terminal/printable.ts';
import type { FieldCounts } from './field-changes.ts';

/** Fields whose empty cells many would take for a word. */
const STAYS: Readonly<Record<string, string>> = {
  deactivatedAt: 'stay deactivated; write never to reactivate',
  isBanned: 'stay banned or not; write false to lift a ban',
};

/** What a sync run says of cells that are empty now and that empty nothing. */
export const keptNotices = (
  changes: readonly { readonly entity: EntityName; readonly fields: FieldCounts }[],
): readonly string[] =>
  changes.flatMap(({ entity, fields }) =>
    Array.from(fields.kept, ([field, count]) => keptText(entity, field, count)),
  );

function keptText(entity: EntityName, field: string, count: number): string {
  const rows = count === 1 ? `1 row has` : `${grouped(count)} rows have`;
  const stays =
    STAYS[field] ??
    (isRight(entity, field) ? `keep what the service has` : `keep it: no call of the service empties it`);
  const who = count === 1 ? `the ${entities[entity].noun}` : `the ${entity}`;
  return `${entity}: ${rows} an empty ${field} now: ${who} ${count === 1 ? stays.replace(/^(stay|keep)/, '$1s') : stays}`;
}
