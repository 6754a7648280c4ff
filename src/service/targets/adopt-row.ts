import { isDeepStrictEqual } from 'node:util';
import type { Data, Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Transport } from '../transport/transport.ts';
import { changeOf } from './change.ts';
import { isBefore, remoteRow } from './remote-row.ts';
import type { ExistingRow } from './target.ts';

/**
 * What is to be done with a user or group that the service holds already: nothing where it says what the row says,
 * else it is changed. Where ours may have been refused because one was there before, its age tells.
 */
export async function adoptRow(
  item: Item,
  there: ExistingRow,
  entity: 'users' | 'groups',
  transport: Transport,
  signal: AbortSignal,
): Promise<Item | Outcome> {
  const { key, data, maybeSent } = item;
  const found = await remoteRow(entity, key, transport, signal);
  const isOld = isBefore(found, there.since) && Number(found['createdAt']) !== data['createdAt'];
  const foreign = !there.isOurs || (isOld && !maybeSent?.wasOurs);
  if (found && saysSame(entity, data, found)) return { status: foreign ? 'exists' : 'created' };
  // Another may be deactivated by the time that it is changed.
  return { ...item, remote: { active: undefined, foreign } };
}

/** A member that is there already is changed. A ban that others have set is not lifted. What we may have sent otherwise may be one. */
export function adoptMember(item: Item, { isOurs }: ExistingRow): Item {
  const isOtherwise = isOurs && item.maybeSent?.isSame === false;
  return { ...item, remote: { active: isOtherwise ? undefined : true, foreign: !isOurs } };
}

/** Whether a user or group of the service says all that a change would tell it. */
function saysSame(entity: 'users' | 'groups', data: Data, found: Data): boolean {
  const { fields, unset } = changeOf[entity](data);
  const isAway = (row: Data): boolean => row['deactivatedAt'] !== undefined && row['deactivatedAt'] !== null;
  return (
    isAway(data) === isAway(found) &&
    unset.every((name) => isEmpty(found[name])) &&
    Object.entries(fields).every(
      ([name, value]) => (isEmpty(value) && isEmpty(found[name])) || isDeepStrictEqual(value, found[name]),
    )
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
