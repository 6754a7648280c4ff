import type { EntityName } from '../../input/entities/entity.ts';

/** The numbers of entities in logs, below 8. A number is never given to another entity: it is in the logs of users. */
export const entityCodes: Readonly<Record<EntityName, number>> = {
  users: 0,
  groups: 1,
  members: 2,
  messages: 3,
};
