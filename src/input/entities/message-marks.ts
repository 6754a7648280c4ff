import type { Data } from './entity.ts';
import { DATA_BYTES_MAX, isObject } from './limits.ts';
import type { Policies } from './policies.ts';

/** The text of a message that was deleted in the old system, where the message stays. */
const DELETED_TEXT = '[deleted]';

/** The rule that leaves deleted messages out. */
export const DELETED_RULE = 'deleted';

/**
 * A message with what the API has no field for, its thread, edits and deletion, in `data.metadata.source`, as far as the
 * policies say so. The text, files and other content of a deleted message are never passed on.
 * @returns undefined if the message is left out
 */
export function markedMessage(message: Data, policies: Policies): Data | undefined {
  const { parentMuid, editedAt, editedBy, deletedAt, deletedBy } = message;
  const isDeleted = deletedAt !== undefined;
  if (isDeleted && policies.deletions === 'drop') return undefined;
  const marks = {
    ...(policies.threads === 'metadata' ? { parentMuid } : {}),
    // A reply that is written live gets the time of its call.
    ...(policies.threads === 'write' && parentMuid !== undefined ? { time: message['sentAt'] } : {}),
    ...(policies.edits === 'metadata' ? { editedAt, editedBy } : {}),
    ...(policies.deletions === 'metadata' ? { deletedAt, deletedBy } : {}),
  };
  const found = Object.entries(marks).filter(([, value]) => value !== undefined);
  if (found.length === 0) return message;
  const { metadata, ...content } = (message['data'] ?? {}) as Data;
  const members = isObject(metadata) ? (metadata as Data) : {};
  const source = isObject(members['source']) ? members['source'] : {};
  const kept = { ...members, source: { ...source, ...Object.fromEntries(found) } };
  if (!isDeleted) return { ...message, data: { ...content, metadata: kept } };
  return { ...message, category: 'message', type: 'text', data: { text: DELETED_TEXT, metadata: kept } };
}

/** Whether the data of a message with its marks is within the limit. */
export const fitsData = ({ data }: Data): boolean =>
  Buffer.byteLength(JSON.stringify(data)) <= DATA_BYTES_MAX;
