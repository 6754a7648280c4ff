import { messageOf } from '../input/entities/attached-key.ts';
import { entities } from '../input/entities/entities.ts';
import type { EntityName } from '../input/entities/entity.ts';
import { UNCERTAIN } from './entry.ts';
import { type DependentRows, muidInKey } from './marks.ts';

/** Way in which a row of an entity says with which removed row the service changes it. */
type ChangedWith = {
  /** The key of that row, in a key of the entity. */
  readonly in: (entity: EntityName, key: string) => string;
  /** The same as an SQL expression. */
  readonly sql: (entity: EntityName) => string;
};

/** Reactions and pins go with their message. */
const OF_MESSAGE: ChangedWith = { in: (entity, key) => messageOf(entities[entity], key), sql: muidInKey };
/** Change of a ban: whoever was banned is no member any more, and is none after the ban. */
const OF_BAN: ChangedWith = { in: (_, key) => key, sql: () => 'key' };

/**
 * Which rows the service changes when it removes a row of an entity. What goes with groups and users is in `dependentsOf`;
 * the users of a removed role are asked of the service.
 */
export function changedWith(removed: EntityName, entity: EntityName): ChangedWith | undefined {
  if (removed === 'messages' && entities[entity].goesWith === 'message') return OF_MESSAGE;
  return removed === 'bans' && entity === 'members' ? OF_BAN : undefined;
}

/** The rows that the service changes with a removed row, by its number. */
export const rowsChangedWith = (
  { sql }: ChangedWith,
  removed: EntityName,
  row: number,
  entity: EntityName,
): DependentRows => ({
  where: `origin NOT IN ${UNCERTAIN} AND ${sql(entity)} = (SELECT key FROM ${removed} WHERE row = ?)`,
  values: [String(row)],
});
