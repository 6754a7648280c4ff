import type { Entity, EntityName } from './entity.ts';
import { friends } from './friends.ts';
import { groups } from './groups.ts';
import { members } from './members.ts';
import { messages } from './messages.ts';
import { bans } from './optional/bans.ts';
import { blocks } from './optional/blocks.ts';
import { pins } from './optional/pins.ts';
import { receipts } from './optional/receipts.ts';
import { tokens } from './optional/tokens.ts';
import { reactions } from './reactions.ts';
import { roles } from './roles.ts';
import { users } from './users.ts';

/** Every entity, in the order of writing. A new entity is one more file, its name in `entity.ts` and one line here. */
export const entities: Readonly<Record<EntityName, Entity>> = {
  users,
  groups,
  members,
  messages,
  roles,
  friends,
  reactions,
  pins,
  receipts,
  blocks,
  bans,
  tokens,
} satisfies Record<EntityName, Pick<Entity, 'name'>> as unknown as Readonly<Record<EntityName, Entity>>;

const PLAIN_NAMES: Readonly<Record<string, string>> = {
  'users.uid': 'id',
  'groups.guid': 'id',
  muid: 'id',
  uid: 'id of the user',
  guid: 'id of the group',
  sentAt: 'time',
  sender: 'author',
  receiver: 'group or recipient',
  receiverType: 'kind of recipient',
};

/** The name of a field in the words of a person, such as `time` for `sentAt`. */
export const plainName = (entity: EntityName, field: string): string =>
  PLAIN_NAMES[`${entity}.${field}`] ?? PLAIN_NAMES[field] ?? field;
