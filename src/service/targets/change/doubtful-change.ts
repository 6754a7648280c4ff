import type { Item, RemoteRow } from '../../../input/entities/entity.ts';
import type { Outcome } from '../../../input/rows/outcome.ts';
import type { Transport } from '../../transport/transport.ts';
import { messageById } from '../find-message.ts';
import { needsMetadata, type ReadableName } from './change.ts';
import { isEdited, needsHeld } from './edit.ts';
import { bannedFrom, listedUser, remoteRow } from './remote-row.ts';
import { isDeactivated, isEqual } from './would-change.ts';

/**
 * Changes that were sent and whose answers nobody has read: each repetition of an edit or a ban leaves a note in the history
 * that users see. So the row is read first, and the change is sent only if the row differs.
 */

/** The fields in which a row says whether it is active. */
const SAYS_ACTIVE = ['deactivatedAt', 'isBanned'];

/** The outcome of a change. */
export const updated = ({ remote, data }: Item): Outcome => ({
  status: remote?.made ? 'created' : 'updated',
  ...(remote?.foreign ? { foreign: true } : {}),
  ...(remote?.active === false && !remote.returns && SAYS_ACTIVE.every((field) => data[field] === undefined)
    ? { inactive: true }
    : {}),
});

/** True if a row must be read because it was there before us: what a change replaces in it is kept. */
const isUnread = ({ foreign, found }: RemoteRow): boolean => foreign === true && found === undefined;

/** Leaves a message with a known id out if it has been edited already; reads it first if its metadata is to be merged. */
export async function unlessEdited(
  item: Item,
  transport: Transport,
  signal: AbortSignal,
): Promise<Item | Outcome> {
  const { remote } = item;
  if (remote?.id === undefined || !(remote.inDoubt || isUnread(remote) || needsHeld(item))) return item;
  const found = (await messageById(remote.id, transport, signal)) ?? {};
  if (isEdited(found, item)) return updated(item);
  return { ...item, remote: { ...remote, found } };
}

/** Leaves a user, group or role out that says nothing else than the service; reads it first if its metadata is to be merged. */
export async function unlessEqual(
  entity: ReadableName,
  item: Item,
  transport: Transport,
  signal: AbortSignal,
): Promise<Item | Outcome> {
  const { key, remote } = item;
  if (!remote || !(remote.inDoubt || isUnread(remote) || needsMetadata(item))) return item;
  const found = await remoteRow(entity, key, transport, signal);
  if (!found) return item;
  const isLeftActive = remote.halfway === true && !isDeactivated(found);
  const active = entity === 'users' ? !isDeactivated(found) && !isLeftActive : remote.active;
  const read = { ...item, remote: { ...remote, active, found } };
  return isEqual(entity, read, found) && !isLeftActive ? updated(read) : read;
}

/**
 * Leaves a member out that is to be banned and is banned already. Other repeated changes of members are refused harmlessly:
 * the member has this scope, or has joined, already.
 */
export async function unlessBanned(
  item: Item,
  transport: Transport,
  signal: AbortSignal,
): Promise<Item | Outcome> {
  const { data, remote } = item;
  if (remote?.active !== undefined || data['isBanned'] !== true) return item;
  const banned = await listedUser(bannedFrom(data['guid'] as string), data['uid'], transport, signal);
  return banned ? updated(item) : item;
}
