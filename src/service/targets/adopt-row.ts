import { conversationOf } from '../../input/entities/conversation.ts';
import type { EntityName, Item, MaybeSent, RemoteRow } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { fixedField } from '../../ledger/compare.ts';
import type { Transport } from '../transport/transport.ts';
import { isReadable, type ReadableName } from './change/change.ts';
import { unlessEqual } from './change/doubtful-change.ts';
import { isEdited } from './change/edit.ts';
import { isBefore, remoteRow } from './change/remote-row.ts';
import { isDeactivated, isEqual } from './change/would-change.ts';
import { findMessage, messageById } from './find-message.ts';
import type { ExistingRow, Route, RowChanges } from './target.ts';

/**
 * Decides what to do with a user, group or role that already exists: nothing if the row has nothing else to say, else it is
 * changed. If it is not certain whether we or others created it, its age decides.
 */
async function adoptRow(
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

/** The way in which rows are changed that can be read one by one. */
export const changesOfRead = (entity: ReadableName): Pick<RowChanges, 'locate' | 'adopt'> => ({
  locate: (item, transport, signal) => unlessEqual(entity, item, transport, signal),
  adopt: (item, existing, _create, transport, signal) => adoptRow(item, existing, entity, transport, signal),
});

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

/**
 * Decides what to do with a message that already exists. Users see an edit, so it is left as it is (undefined) if
 * others created it or if it has not changed since we sent it.
 */
export async function adoptMessage(
  item: Item,
  { isOurs, id }: ExistingRow,
  { carries }: Route,
  transport: Transport,
  signal: AbortSignal,
): Promise<Item | Outcome | undefined> {
  const { data, maybeSent } = item;
  if (!isOurs || !maybeSent || maybeSent.isSame) return undefined;
  const remote: RemoteRow = { active: true, ...(id === undefined ? {} : { id }) };
  let found = await locateMessage({ ...item, remote }, transport, signal);
  if ('status' in found && !maybeSent.isFixedSame)
    found = await locateMessage({ ...item, remote }, transport, signal, maybeSent);
  if ('status' in found || found.remote?.id === undefined) return found;
  const existing = (await messageById(found.remote.id, transport, signal)) ?? {};
  const names = FIXED.filter((name) => carries.has(name) || name === 'sender');
  const other = maybeSent.isFixedSame ? [] : names.filter((name) => existing[name] !== data[name]);
  if (other.length > 0) return fixedField(other, data, existing);
  // The killed process may have edited it already.
  const read = { ...found.remote, isSent: maybeSent.isSent, found: existing };
  const doubtful = { ...found, remote: read };
  return isEdited(existing, doubtful) ? { status: 'created', id: found.remote.id } : doubtful;
}

/** Fields of a message, outside `data`, that cannot be changed later. */
export const FIXED = ['sender', 'receiver', 'receiverType', 'sentAt', 'category', 'type'];

/** Finds the service's own id of a message, which a change needs and which is unknown if the answer was lost. */
export async function locateMessage(
  item: Item,
  transport: Transport,
  signal: AbortSignal,
  before: Pick<MaybeSent, 'conversation' | 'sentAt'> = {},
): Promise<Item | Outcome> {
  const { key, data, remote } = item;
  if (!remote || remote.id !== undefined) return item;
  const { conversation = conversationOf(data), sentAt = data['sentAt'] as number } = before;
  const found = await findMessage({ key, conversation, sentAt }, transport, signal);
  if (found.status === 'found') return { ...item, remote: { ...remote, id: found.id } };
  const reason = found.status === 'absent' ? GONE : found.reason;
  return notFound(reason);
}

export const GONE = 'it no longer exists in the service';

export function notFound(reason: string): Outcome {
  const message = `the message cannot be changed: ${reason}`;
  return { status: 'rejected', problems: [{ code: 'SYNC.MESSAGE_NOT_FOUND', message }] };
}
