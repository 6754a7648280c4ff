import { conversationOf } from '../../input/entities/conversation.ts';
import type { Item, MaybeSent, RemoteRow } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { fixedField } from '../../ledger/compare.ts';
import { endpointRequest } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import type { Transport } from '../transport/transport.ts';
import { dataOf } from './answers.ts';
import { isEdited } from './change/edit.ts';
import { findMessage } from './find-message.ts';
import type { ExistingRow, Route } from './target.ts';

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
  const request = endpointRequest(endpoints.getMessage, { params: { id: found.remote.id } });
  const { body } = await transport(request, signal);
  const existing = dataOf(body) ?? {};
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
