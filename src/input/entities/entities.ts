import type { Entity, EntityName } from './entity.ts';
import { groups } from './groups.ts';
import { members } from './members.ts';
import { messages } from './messages.ts';
import { users } from './users.ts';

/** Every entity in the order in which they are written. */
export const entities: Readonly<Record<EntityName, Entity>> = {
  users,
  groups,
  members,
  messages,
} as unknown as Readonly<Record<EntityName, Entity>>;
