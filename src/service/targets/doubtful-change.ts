import { isDeepStrictEqual } from 'node:util';
import type { Data, Item, RemoteRow } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { endpointRequest } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import { isRecord, type Transport } from '../transport/transport.ts';
import { isEqual } from './adopt-row.ts';
import { dataOf } from './answers.ts';
import type { ReadableName } from './change.ts';
import { hasMetadata, heldMetadata, membersSent, metadataToWrite } from './own/kept-members.ts';
import { remoteRow } from './remote-row.ts';

/**
 * Changes that were sent and whose answers nobody has read: each repetition of an edit or a ban leaves a note in the history
 * that users see. So the row is read first, and the change is sent only if the row differs.
 */

const PER_PAGE = 1_000;

/** The outcome of a change. */
export const updated = ({ remote }: Item): Outcome =>
  remote?.made ? { status: 'created' } : { status: 'updated', ...(remote?.foreign ? { foreign: true } : {}) };

/** What an edit of a message writes. An edit leaves members of the data that it does not name as they are. */
export function editOf({ data, remote }: Item): { readonly data: Data; readonly tags: unknown } {
  const { text } = contentOf(data);
  const { metadata } = remote ?? {};
  return {
    data: { ...(text === undefined ? {} : { text }), ...(metadata === undefined ? {} : { metadata }) },
    tags: data['tags'] ?? [],
  };
}

const contentOf = (data: Data): Data => (data['data'] ?? {}) as Data;
const metadataOf = (data: Data): Data => (contentOf(data)['metadata'] ?? {}) as Data;

/**
 * What is left of an edit, once the message has been read: nothing if it has been edited already, else an edit that keeps
 * the members of metadata that others have written.
 * @param isSent whether this is the content that was sent last
 * @returns undefined if nothing is left
 */
export function editAfter(
  existing: Data,
  item: Item & { readonly remote: RemoteRow },
  isSent: RemoteRow['isSent'],
): Item | undefined {
  const { data, remote } = item;
  const ours = metadataOf(data);
  const sent = membersSent(existing, isSent) ?? new Set();
  // A member that was sent, and that the row has no more, shows that the edit has not been made.
  const isBefore = [...sent].some((name) => !Object.hasOwn(ours, name));
  if (!isBefore && isEdited(existing, data)) return undefined;
  const metadata = metadataToWrite(heldMetadata(existing), ours, (name) => sent.has(name));
  const { metadata: _, ...rest } = remote;
  return { ...item, remote: { ...rest, ...(metadata ? { metadata } : {}) } };
}

/** Whether a message of the service has what an edit would write. */
function isEdited(existing: Data, data: Data): boolean {
  const { text } = contentOf(data);
  return (
    (existing['deletedAt'] ?? null) === null &&
    isDeepStrictEqual(existing['tags'] ?? [], data['tags'] ?? []) &&
    (text === undefined || contentOf(existing)['text'] === text) &&
    hasMetadata(heldMetadata(existing), metadataOf(data))
  );
}

/**
 * Reads a message with a known id before it is edited, if its edit is in doubt or may change metadata; leaves it out if it has
 * been edited already.
 */
export async function unlessEdited(
  item: Item,
  transport: Transport,
  signal: AbortSignal,
): Promise<Item | Outcome> {
  const { remote, data } = item;
  if (!remote || remote.id === undefined) return item;
  const mayWrite = remote.hadMetadata === true || contentOf(data)['metadata'] !== undefined;
  if (!remote.inDoubt && !mayWrite) return item;
  const { body } = await transport(
    endpointRequest(endpoints.getMessage, { params: { id: remote.id } }),
    signal,
  );
  const existing = dataOf(body) ?? {};
  const left = editAfter(existing, { ...item, remote }, remote.isSent);
  if (left) return left;
  return remote.inDoubt ? updated(item) : item;
}

/** Leaves a user, group or role out that is equal to the row already. */
export async function unlessEqual(
  entity: ReadableName,
  item: Item,
  transport: Transport,
  signal: AbortSignal,
): Promise<Item | Outcome> {
  const { key, data, remote } = item;
  // A user that is known to be deactivated always differs.
  if (!remote?.inDoubt || remote.active === false) return item;
  const found = await remoteRow(entity, key, transport, signal);
  return found && isEqual(entity, data, found) ? updated(item) : item;
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
  for (let page = 1; ; page++) {
    const query = { perPage: PER_PAGE, page };
    const params = { guid: data['guid'] as string };
    const { body } = await transport(endpointRequest(endpoints.listBannedUsers, { params, query }), signal);
    const list = isRecord(body) ? body['data'] : undefined;
    const banned = Array.isArray(list) ? list.filter(isRecord) : [];
    if (banned.some(({ uid }) => uid === data['uid'])) return updated(item);
    if (banned.length < PER_PAGE) return item;
  }
}
