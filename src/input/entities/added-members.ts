import type { Data } from './entity.ts';
import { isObject } from './limits.ts';

/**
 * Members of a message's data that the service writes itself, whatever was sent: users and groups of the message, users who
 * are mentioned in it, reactions to it, and what moderation says of it.
 */
const OF_DATA: ReadonlySet<string> = new Set(['entities', 'mentions', 'reactions', 'moderation']);

/** The member of metadata in which extensions of the service keep what they found, such as previews of links. */
const INJECTED = '@injected';

/** Members of a message's data that the service adds to live media if they were not sent. */
const OF_MEDIA: ReadonlySet<string> = new Set(['url', 'resource']);

/** True if the service writes this member of metadata itself, whatever was sent. */
export const isAddedMetadata = (name: string): boolean => name === INJECTED;

/** Metadata without what the service writes itself. */
export const ownMetadata = (metadata: Data): Data => without(metadata, isAddedMetadata);

/** A message's data without what the service writes itself, in its metadata too. */
export function ownData(data: Data): Data {
  const { metadata } = data;
  const own = without(data, (name) => OF_DATA.has(name));
  return isObject(metadata) ? { ...own, metadata: ownMetadata(metadata as Data) } : own;
}

/** A message's data without what the service adds to live media; the same object if there is nothing of it. */
export const dataWithoutMedia = (data: Data): Data => without(data, (name) => OF_MEDIA.has(name));

function without(members: Data, isLeftOut: (name: string) => boolean): Data {
  const names = Object.keys(members);
  if (!names.some(isLeftOut)) return members;
  return Object.fromEntries(names.filter((name) => !isLeftOut(name)).map((name) => [name, members[name]]));
}
