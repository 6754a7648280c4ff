import { isDeepStrictEqual } from 'node:util';
import type { Data, EntityName, Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Transport } from '../transport/transport.ts';
import { changeOf, type ReadableName } from './change.ts';
import { isBefore, remoteRow } from './remote-row.ts';
import type { ExistingRow, Route } from './target.ts';

/**
 * Decides what to do with a user, group or role that already exists: nothing if it is equal to the row, else it is changed.
 * If it is not certain whether we or others created it, its age decides.
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
  if (found && isEqual(entity, data, found)) return { status: foreign ? 'exists' : 'created' };
  // Unknown, because it may be deactivated before it is changed.
  return { ...item, remote: { active: undefined, foreign } };
}

/**
 * Reads a user, group or role that already exists and that we may have created, without changing it: it is ours unless it is older
 * than the first request that may have created it, and its content is known only if it is equal to the row.
 */
async function recogniseRow(
  { key, data }: Item,
  { since }: ExistingRow,
  entity: ReadableName,
  transport: Transport,
  signal: AbortSignal,
): Promise<Outcome> {
  const found = await remoteRow(entity, key, transport, signal);
  const isOld =
    found?.['createdAt'] !== undefined &&
    isBefore(found, since) &&
    Number(found['createdAt']) !== data['createdAt'];
  const isKnown = found !== undefined && isEqual(entity, data, found);
  return { status: isOld ? 'exists' : 'created', ...(isKnown ? {} : { unread: true }) };
}

const isReadable = (entity: EntityName): entity is ReadableName => Object.hasOwn(changeOf, entity);

/** The part of a route that recognises rows that we may have created; empty for entities that cannot be read one by one. */
export function recognising(entity: EntityName): Pick<Route, 'recognise'> {
  if (!isReadable(entity)) return {};
  return {
    recognise: (item, existing, transport, signal) => recogniseRow(item, existing, entity, transport, signal),
  };
}

/**
 * A member that already exists is changed. A ban that others set is not lifted; if we may have sent another version of
 * the row, that may have been a ban, so it is not known whether the member is active.
 */
export function adoptMember(item: Item, { isOurs }: ExistingRow): Item {
  const sentOther = isOurs && item.maybeSent?.isSame === false;
  return { ...item, remote: { active: sentOther ? undefined : true, foreign: !isOurs } };
}

/** Whether a change would leave a user, group or role of the service as it is. */
export function isEqual(entity: ReadableName, data: Data, found: Data): boolean {
  const { fields, unset } = changeOf[entity](data);
  const isDeactivated = (row: Data): boolean =>
    row['deactivatedAt'] !== undefined && row['deactivatedAt'] !== null;
  return (
    isDeactivated(data) === isDeactivated(found) &&
    unset.every((name) => isEmpty(found[name])) &&
    Object.entries(fields).every(
      ([name, value]) => (isEmpty(value) && isEmpty(found[name])) || isDeepStrictEqual(value, found[name]),
    )
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
