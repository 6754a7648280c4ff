import { entities } from '../../input/entities/entities.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { isRight } from '../../input/entities/rights.ts';
import { grouped } from '../../terminal/printable.ts';

/** Fields whose empty cells many would take for a word. */
const STAYS: Readonly<Record<string, string>> = {
  deactivatedAt: 'stay deactivated; write never to reactivate',
  isBanned: 'stay banned or not; write false to lift a ban',
};

/**
 * The texts about cells that are empty and that empty nothing.
 * @param kept number of rows by entity and field, such as `users.statusMessage`
 */
export const keptTexts = (kept: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(kept).map(([name, count]) => {
    const [entity, field] = name.split('.') as [EntityName, string];
    return keptText(entity, field, count);
  });

function keptText(entity: EntityName, field: string, count: number): string {
  const rows = count === 1 ? `1 row has` : `${grouped(count)} rows have`;
  const stays =
    STAYS[field] ??
    (isRight(entity, field) ? `keep what the service has` : `keep it: no call of the service empties it`);
  const who = count === 1 ? `the ${entities[entity].noun}` : `the ${entity}`;
  return `${entity}: ${rows} an empty ${field}: ${who} ${count === 1 ? stays.replace(/^(stay|keep)/, '$1s') : stays}`;
}
