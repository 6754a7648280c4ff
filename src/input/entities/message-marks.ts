import { jsonText } from '../json/json-text.ts';
import type { Data } from './entity.ts';
import { DATA_BYTES_MAX, isObject } from './limits.ts';
import { type Policies, SENT_AS_READ } from './policies.ts';

/** The text of a message that was deleted in the old system, where the message stays. */
export const DELETED_TEXT = '[deleted]';

/** The rule that leaves deleted messages out. */
export const DELETED_RULE = 'deleted';

/**
 * A message with what the API has no field for, its thread, edits, deletion, pin and reactions, in `data.metadata.source`, as far
 * as the policies say so. The text, files and other content of a deleted message are never passed on.
 * @returns undefined if the message is left out
 */
export function markedMessage(row: Data, policies: Policies): Data | undefined {
  const message = policies.threads === 'write' ? withoutOwnRoot(row) : row;
  const marked = withMarks(message, policies);
  const { reactions } = message;
  const kept = marked && reactions ? withReactions(marked, reactions as readonly CountedReaction[]) : marked;
  return kept && policies.unread === 'read' ? asRead(kept, policies) : kept;
}

/** A message that answers itself, or that the table of its rows has made its own root, is no reply. */
function withoutOwnRoot(message: Data): Data {
  const { parentMuid, ...own } = message;
  return parentMuid === message['muid'] ? own : message;
}

/** A message that was read when it was sent, or delivered, as far as nothing else is known. A live reply has no such times. */
function asRead(message: Data, { threads }: Policies): Data {
  const { sentAt, deliveredAt = sentAt, readAt, parentMuid } = message;
  if (readAt !== undefined || (threads === 'write' && parentMuid !== undefined)) return message;
  return { ...message, deliveredAt, readAt: deliveredAt };
}

function withMarks(message: Data, policies: Policies): Data | undefined {
  const { parentMuid, editedAt, editedBy, deletedAt, deletedBy, pinned } = message;
  // Most messages have none of them.
  if (
    parentMuid === undefined &&
    editedAt === undefined &&
    editedBy === undefined &&
    deletedAt === undefined &&
    deletedBy === undefined &&
    pinned === undefined
  )
    return message;
  const isDeleted = deletedAt !== undefined;
  if (isDeleted && policies.deletions === 'drop') return undefined;
  const marks = {
    ...(policies.threads === 'metadata' ? { parentMuid } : {}),
    // A reply that is written live gets the time of its call.
    ...(policies.threads === 'write' && parentMuid !== undefined ? { time: message['sentAt'] } : {}),
    ...(policies.edits === 'metadata' ? { editedAt, editedBy } : {}),
    ...(policies.deletions === 'metadata' ? { deletedAt, deletedBy } : {}),
    pinned,
  };
  const found = Object.entries(marks).filter(([, value]) => value !== undefined);
  if (found.length === 0) return message;
  const own = Object.fromEntries(found);
  if (!isDeleted) return withSource(message, own);
  // Its own metadata may hold what it said.
  const data = { text: DELETED_TEXT, metadata: { source: own } };
  return { ...emptiedMessage(message), data };
}

/** A message with members added to what is kept of it. */
function withSource(message: Data, added: Data): Data {
  const { metadata, ...content } = (message['data'] ?? {}) as Data;
  const members = isObject(metadata) ? (metadata as Data) : {};
  const source = isObject(members['source']) ? members['source'] : {};
  return { ...message, data: { ...content, metadata: { ...members, source: { ...source, ...added } } } };
}

/** A deleted message without its text, files, tags and other content. */
export const emptiedMessage = ({ tags: _, ...message }: Data): Data => ({
  ...message,
  category: 'message',
  type: 'text',
  data: { text: DELETED_TEXT },
});

/** The number of users named for each reaction; fewer are tried until the data of the message is small enough. */
const NAMED = [Number.POSITIVE_INFINITY, 100, 30, 10, 3, 0] as const;

/** A reaction with the number and the first of its users. */
export type CountedReaction = {
  readonly reaction: string;
  readonly count: number;
  readonly uids: readonly string[];
};

/** Adds reactions to what is kept: all users of each if they fit, else the first ones, else the counts of the first reactions. */
export function withReactions(message: Data, reactions: readonly CountedReaction[]): Data {
  const holding = (kept: readonly object[]): Data => {
    const left = reactions.length - kept.length;
    return withSource(message, { reactions: kept, ...(left > 0 ? { reactionsLeftOut: left } : {}) });
  };
  for (const most of NAMED) {
    const found = holding(
      reactions.map(({ uids, ...counted }) =>
        most === 0 ? counted : { ...counted, uids: uids.length > most ? uids.slice(0, most) : uids },
      ),
    );
    if (fitsData(found)) return found;
  }
  for (let most = reactions.length; ; most = Math.floor(most / 2)) {
    const found = holding(reactions.slice(0, most).map(({ uids: _, ...counted }) => counted));
    if (fitsData(found)) return found;
    // The message itself counts more.
    if (most === 0) return message;
  }
}

/** The name under which replies are counted that are imported as ordinary messages. */
export const WITHOUT_ROOT = 'repliesWithoutRoot';

/** The name under which a message is counted whose reactions, or some of them, are lost for want of room. */
const NO_ROOM = 'reactionsWithoutRoom';

/**
 * The fields of a message that are counted as those that the API cannot carry.
 * @param kept the message with what is kept
 */
export function uncarriedFields(fields: readonly string[], message: Data, kept: Data): readonly string[] {
  const all = kept['readAt'] === message['readAt'] ? fields : [...fields, SENT_AS_READ];
  return withoutRoom(kept['parentMuid'] === message['parentMuid'] ? all : withoutRoot(all), message, kept);
}

/** The fields of a reply that is imported as an ordinary message. */
export const withoutRoot = (fields: readonly string[]): readonly string[] => [
  ...fields.filter((field) => field !== 'parentMuid'),
  WITHOUT_ROOT,
];

function withoutRoom(fields: readonly string[], message: Data, kept: Data): readonly string[] {
  if (!message['reactions'] || !fields.includes('reactions')) return fields;
  const { metadata } = (kept['data'] ?? {}) as { readonly metadata?: { readonly source?: Data } };
  const { reactions, reactionsLeftOut } = metadata?.source ?? {};
  if (reactionsLeftOut !== undefined) return [...fields, NO_ROOM];
  return reactions ? fields : fields.map((field) => (field === 'reactions' ? NO_ROOM : field));
}

/** True if the data of a message with its marks is within the limit. */
export const fitsData = ({ data }: Data): boolean =>
  Buffer.byteLength(jsonText(data as object)) <= DATA_BYTES_MAX;
