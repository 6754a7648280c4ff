import type { Entity, Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { fixedField } from '../../ledger/compare.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Transport } from '../transport/transport.ts';
import { FIXED, locateMessage } from './adopt-row.ts';
import { isReadable } from './change/change.ts';
import { remoteRow } from './change/remote-row.ts';
import { messageById } from './find-message.ts';

/**
 * The outcome of a row that would change fields that cannot change, with what the service has in them: the ledger keeps only
 * a fingerprint of all of them. Sends a few requests.
 * @returns undefined if the service does not tell
 */
export async function fixedInService(
  { name, parts }: Entity,
  item: Item,
  entry: LedgerEntry,
  transport: Transport,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const found = await (name === 'messages'
    ? sentMessage(item, entry, transport, signal)
    : isReadable(name)
      ? remoteRow(name, item.key, transport, signal)
      : undefined);
  if (!found) return undefined;
  const { fixed } = parts(item.data);
  // A reply that was sent live has the time of its call.
  const isLive = item.data['parentMuid'] !== undefined;
  const names = (name === 'messages' ? FIXED : Object.keys(fixed)).filter(
    (field) =>
      !(field === 'sentAt' && isLive) &&
      fixed[field] !== undefined &&
      found[field] !== undefined &&
      fixed[field] !== found[field],
  );
  return names.length > 0 ? fixedField(names, fixed, found) : undefined;
}

async function sentMessage(
  item: Item,
  { id, conversation, sentAt }: LedgerEntry,
  transport: Transport,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const remote = { active: true, id };
  const located = await locateMessage({ ...item, remote }, transport, signal, { conversation, sentAt });
  if ('status' in located || located.remote?.id === undefined) return undefined;
  return await messageById(located.remote.id, transport, signal);
}
