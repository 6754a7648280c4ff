import type { EntityName, Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Transport } from '../transport/transport.ts';
import { isReadable, type ReadableName } from './change/change.ts';
import { isBefore, remoteRow } from './change/remote-row.ts';
import { isDeactivated, isEqual } from './change/would-change.ts';
import type { ExistingRow, Route } from './target.ts';

/**
 * Decides what to do with a user, group or role that already exists: nothing if the row has nothing else to say, else it is
 * changed. If it is not certain whether we or others created it, its age decides.
 */
export async function adoptRow(
  item: Item,
  existing: ExistingRow,
  entity: ReadableName,
  transport: Transport,
  signal: AbortSignal,
): Promise<Item | Outcome> {
  const { key, data, maybeSent } = item;
  const found = await remoteRow(entity, key, transport, signal);
  const isOld = isBefore(found, existing.since) && Number(found['createdAt']) !== data['createdAt'];
  const foreign = !existing.isOurs || (isOld && !maybeSent?.wasOurs);
  const isActive = found === undefined ? undefined : !isDeactivated(found);
  const adopted = { ...item, remote: { active: isActive, foreign, ...(found ? { found } : {}) } };
  if (found && isEqual(entity, adopted, found))
    return { status: foreign ? 'exists' : 'created', ...(isActive ? {} : { inactive: true }) };
  return adopted;
}

/**
 * Reads a user, group or role that already exists and that we may have created, without changing it: it is ours unless it is older
 * than the first request that may have created it, and its content is known only if it is equal to the row.
 */
async function recogniseRow(
  item: Item,
  { since }: ExistingRow,
  entity: ReadableName,
  transport: Transport,
  signal: AbortSignal,
): Promise<Outcome> {
  const { key, data } = item;
  const found = await remoteRow(entity, key, transport, signal);
  const isOld =
    found?.['createdAt'] !== undefined &&
    isBefore(found, since) &&
    Number(found['createdAt']) !== data['createdAt'];
  const isKnown = found !== undefined && isEqual(entity, item, found);
  return { status: isOld ? 'exists' : 'created', ...(isKnown ? {} : { unread: true }) };
}

/** The part of a route that recognises rows that we may have created; empty for entities that cannot be read one by one. */
export function recognising(entity: EntityName): Pick<Route, 'recognise'> {
  if (!isReadable(entity)) return {};
  return {
    recognise: (item, existing, transport, signal) => recogniseRow(item, existing, entity, transport, signal),
  };
}

/**
 * A member that already exists is changed, if the row says anything of it. A ban that others set is not lifted; if we may
 * have sent another version of the row, that may have been a ban, so it is not known whether the member is active.
 */
export function adoptMember(item: Item, { isOurs }: ExistingRow): Item | Outcome {
  const { scope, isBanned } = item.data;
  if (scope === undefined && isBanned !== true) return { status: isOurs ? 'created' : 'exists' };
  const sentOther = isOurs && item.maybeSent?.isSame === false;
  return { ...item, remote: { active: sentOther ? undefined : true, foreign: !isOurs } };
}
