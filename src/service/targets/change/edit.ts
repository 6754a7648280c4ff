import { isDeepStrictEqual } from 'node:util';
import { isAddedMetadata, ownMetadata } from '../../../input/entities/added-members.ts';
import type { Data } from '../../../input/entities/entity.ts';
import { isObject } from '../../../input/entities/limits.ts';
import { otherOrders, withFewerMembers } from '../../../ledger/possible-forms.ts';
import { isRecord } from '../../transport/transport.ts';
import { type Changing, isOurs, mergedMembers } from './change.ts';

/** The content of a message. */
export const messageContent = ({ data }: Data): Data => (isRecord(data) ? data : {});

/** The metadata of a user, group or role, or of the content of a message. */
export const membersIn = ({ metadata }: Data): Data => (isObject(metadata) ? (metadata as Data) : {});

/** The fields that an edit of a message writes; fields that are absent stay as they are. */
export type Edit = {
  readonly data: { readonly text?: unknown; readonly metadata?: Data };
  readonly tags?: unknown;
};

/**
 * Makes the edit of a message: the text, metadata and tags that the row has, and those that its source has and the row
 * has not. Members of metadata that are not ours stay as the service has them.
 */
export function editOf(item: Changing): Edit {
  const { data, owned } = item;
  const { text } = messageContent(data);
  const metadata = metadataOf(item);
  const tags = data['tags'] ?? (owned.has('tags') ? [] : undefined);
  return {
    data: { ...(text === undefined ? {} : { text }), ...(metadata ? { metadata } : {}) },
    ...(tags === undefined ? {} : { tags }),
  };
}

/** True if an edit must know what the service has: what is not ours in the metadata stays, and there may be none to empty. */
export const needsHeld = (item: Changing): boolean =>
  item.remote?.found === undefined &&
  metadataOf(item) !== undefined &&
  !(item.owned.whole && messageContent(item.data)['metadata'] !== undefined);

function metadataOf(item: Changing): Data | undefined {
  const { data, owned, remote } = item;
  const own = messageContent(data)['metadata'] as Data | undefined;
  if (!own && !owned.has('metadata')) return undefined;
  const found = remote?.found;
  const held = messageContent(found ?? {})['metadata'];
  if (!found || !isObject(held)) return own ?? (found ? undefined : {});
  const merged = owned.whole ? (own ?? {}) : mergedOf(item, held as Data, own);
  return isDeepStrictEqual(merged, held) ? undefined : merged;
}

/** The metadata that a message has, with the members of the row, and without those that the row takes back. */
function mergedOf(item: Changing, held: Data, own: Data | undefined): Data {
  const sent = membersSent(item.remote?.found ?? {}, item.remote?.isSent);
  return mergedMembers(
    held,
    own,
    (member) =>
      !isAddedMetadata(member) && (sent ? sent.has(member) && mayTake(item, member) : isOurs(item, member)),
  );
}

/** True if a row may take a member back that was sent before: a file without it says nothing of what another one has sent. */
const mayTake = ({ owned }: Changing, member: string): boolean =>
  owned.hasMember('metadata', member) || owned.declaresMember('metadata', member);

/** True if a message of the service has what an edit would write. */
export function isEdited(found: Data, item: Changing): boolean {
  const remote = { active: true, ...item.remote, found };
  const edit = editOf({ ...item, remote });
  const held = messageContent(found);
  return (
    (found['deletedAt'] ?? null) === null &&
    (edit.tags === undefined || isDeepStrictEqual(found['tags'] ?? [], edit.tags)) &&
    Object.entries(edit.data).every(([name, value]) =>
      isDeepStrictEqual(held[name] ?? (name === 'metadata' ? {} : undefined), value),
    )
  );
}

/**
 * The members of a message's metadata in the service that we have written there.
 * @param isSent whether this is the content that we have sent last
 * @returns undefined if that is not known: others have changed what we sent, or it was changed already
 */
function membersSent(
  existing: Data,
  isSent: ((content: Data) => boolean) | undefined,
): ReadonlySet<string> | undefined {
  if (!isSent) return undefined;
  const { tags } = existing;
  const content = messageContent(existing);
  const own = ownMetadata(membersIn(content));
  for (const metadata of [own, ...withFewerMembers(own)])
    for (const sent of contents(content['text'], metadata, Array.isArray(tags) ? tags : []))
      if (isSent(sent)) return new Set(Object.keys(metadata));
  return undefined;
}

/** The contents that a message with this text, metadata and tags may have been sent with. */
function* contents(text: unknown, metadata: Data, tags: readonly unknown[]): Generator<Data> {
  const isBare = Object.keys(metadata).length === 0;
  const texts = text === undefined ? [{}] : [{ text }];
  const metadatas = isBare ? [{}, { metadata }] : [{ metadata }];
  const lists =
    tags.length === 0 ? [{}, { tags }] : [tags, ...otherOrders(tags)].map((list) => ({ tags: list }));
  for (const own of texts)
    for (const rest of metadatas) for (const list of lists) yield { data: { ...own, ...rest }, ...list };
}
