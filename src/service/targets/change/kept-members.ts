import { ownMetadata } from '../../../input/entities/added-members.ts';
import type { Data } from '../../../input/entities/entity.ts';
import { otherOrders, withFewerMembers } from '../../../ledger/possible-forms.ts';
import { isRecord } from '../../transport/transport.ts';

/** Only the members of metadata that we have written are ours: the service and its users add others, which stay. */

/** The metadata of a message of the service; empty if it has none. */
function heldMetadata(existing: Data): Data {
  const { data } = existing;
  const metadata = isRecord(data) ? data['metadata'] : undefined;
  return isRecord(metadata) ? metadata : {};
}

/**
 * The members of a message's metadata in the service that we have written there.
 * @param isSent whether this is the content that we have sent last
 * @returns undefined if that is not known: others have changed what we sent, or it was changed already
 */
export function membersSent(
  existing: Data,
  isSent: ((content: Data) => boolean) | undefined,
): ReadonlySet<string> | undefined {
  if (!isSent) return undefined;
  const { data, tags } = existing;
  const text = isRecord(data) ? data['text'] : undefined;
  const own = ownMetadata(heldMetadata(existing));
  for (const metadata of [own, ...withFewerMembers(own)])
    for (const content of contents(text, metadata, Array.isArray(tags) ? tags : []))
      if (isSent(content)) return new Set(Object.keys(metadata));
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
