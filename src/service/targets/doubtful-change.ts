import { isDeepStrictEqual } from 'node:util';
import type { Data, Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { endpointRequest } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import { isRecord, type Transport } from '../transport/transport.ts';
import { isEqual } from './adopt-row.ts';
import { dataOf } from './answers.ts';
import type { ReadableName } from './change.ts';
import { remoteRow } from './remote-row.ts';

/**
 * Changes that were sent and whose answers nobody has read: each repetition of an edit or a ban leaves a note in the history
 * that users see. So the row is read first, and the change is sent only if the row differs.
 */

const PER_PAGE = 1_000;

/** The outcome of a change. */
export const updated = ({ remote }: Item): Outcome => ({
  status: 'updated',
  ...(remote?.foreign ? { foreign: true } : {}),
});

/** What an edit of a message writes. */
export function editOf(data: Data): { readonly data: Data; readonly tags: unknown } {
  const { text, metadata = {} } = (data['data'] ?? {}) as Data;
  return { data: { ...(text === undefined ? {} : { text }), metadata }, tags: data['tags'] ?? [] };
}

/** Whether a message of the service has what an edit would write. */
export function isEdited(existing: Data, data: Data): boolean {
  const edit = editOf(data);
  const held = isRecord(existing['data']) ? existing['data'] : {};
  const tags = existing['tags'] ?? [];
  return (
    (existing['deletedAt'] ?? null) === null &&
    isDeepStrictEqual(tags, edit.tags) &&
    Object.entries(edit.data).every(([name, value]) =>
      isDeepStrictEqual(held[name] ?? (name === 'metadata' ? {} : undefined), value),
    )
  );
}

/** Leaves a message with a known id out if it has been edited already. */
export async function unlessEdited(
  item: Item,
  transport: Transport,
  signal: AbortSignal,
): Promise<Item | Outcome> {
  const { remote, data } = item;
  if (!remote?.inDoubt || remote.id === undefined) return item;
  const { body } = await transport(
    endpointRequest(endpoints.getMessage, { params: { id: remote.id } }),
    signal,
  );
  return isEdited(dataOf(body) ?? {}, data) ? updated(item) : item;
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
