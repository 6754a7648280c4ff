import type { TooOld } from '../../delivery/tally/tally.ts';
import { conversationOf } from '../../input/entities/conversation.ts';
import { entities } from '../../input/entities/entities.ts';
import type { Data, EntityName } from '../../input/entities/entity.ts';
import { SENT_AS_READ, UNTYPED } from '../../input/entities/policies.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import type { RowDiff } from '../../ledger/compare.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { type FieldCounts, noFieldCounts } from './shape/field-changes.ts';
import type { LostField } from './shape/lost-field.ts';
import type { ShapeChange } from './shape/step-shape.ts';

/** Conversations that are counted one by one; more are not listed. */
const CONVERSATIONS_MAX = 10_000;

/** The changes of an entity since its last sync. */
export type Changes = {
  readonly entity: EntityName;
  /** True if its rows are made of those of another entity, so that there may be none. */
  readonly isDerived: boolean;
  /** True if there may be none for another reason. */
  readonly mayBeEmpty?: boolean;
  /** Records that have a fingerprint of their bytes. */
  records: number;
  /** The records that are processed further; the others need no work. */
  readonly selected: Bitmap;
  /** A digest of both halves of all fingerprints in file order: other files give another digest. */
  readonly digest: [number, number];
  /** Rows of a new entity that were seen before it is sent; its rows are counted when they are sent. */
  uncompared: number;
  /** Rows that are not in the service. */
  created: number;
  /** Rows that differ from the service. */
  updated: number;
  /** The updated rows whose version in the service is unknown. */
  unread: number;
  /** Rows that are the same in the service. */
  unchanged: number;
  /** Rows that are wrong, blocked or too old; the delivery says which. */
  refused: number;
  /** Rows that a rule of their source leaves out, as if they were not there. */
  leftOut: number;
  /** The refused rows that would change a value which the service does not allow to change. */
  fixed: number;
  /** The refused rows whose key cannot be read: they may be any row of the service. */
  withoutKey: number;
  /** Repeated rows with the same content. */
  duplicates: number;
  /** Rows that a later file replaces by another version. */
  superseded: number;
  /** Rows of the service that are in no source and that this pipeline created. */
  missing: number;
  /** Rows of the service that are in no source and that existed before this pipeline. */
  missingOthers: number;
  /** The `missing` rows that are already deactivated or banned, or wait for their user to be removed. */
  missingInactive: number;
  /** Rows of the service that their source says were deleted there, or that hang on such a message, and that this pipeline wrote. */
  deleted: number;
  /** The same of rows that existed before this pipeline. */
  deletedOthers: number;
  /** True if it is uncertain for some rows whether they are in the service. */
  isAnyUncertain: boolean;
  /** Rows that were known to be in the service before this sync. */
  known: number;
  /** By field: how many rows to be sent have a value that the API cannot carry. */
  readonly notCarried: Record<string, number>;
  /** Rows to be sent alone though they hang on no message. */
  alone: number;
  /** Messages to be sent, by conversation; at most `CONVERSATIONS_MAX` conversations. */
  readonly conversations: Map<string, { new: number; changed: number }>;
  /** Refused messages that the service has in somebody's notes to themselves, by that conversation. */
  readonly parted: Map<string, PartedNotes>;
  /** Messages older than the service keeps, without those that it has already. */
  readonly tooOld: TooOld;
  /** A first sync run: rows of the sources that the service has already, and those of them that it changes. */
  found: number;
  foundChanged: number;
  /** The fate of the fields of changed rows. */
  fields: FieldCounts;
  /** In how many rows of the service each emptied field had a value, as far as that is known. */
  had: ReadonlyMap<string, number>;
  /** Fields that no row of a source has any more. */
  lost: readonly LostField[];
  /** New columns, as `source: column`. */
  added: readonly string[];
  /** Fields that single files of a source have lost and that others of it have. */
  fewer: ShapeChange['fewer'];
  /** Records that have another version in the same file: never linked, so that the next sync finds both again. */
  readonly contradicted: Set<number>;
  /** By file: the number of its first record, and how many of its rows have no record. */
  readonly files: { readonly first: number; rowsWithoutRecord: number }[];
};

/** All rows that were read. */
export const rowsOf = (changes: Changes): number =>
  changes.uncompared +
  changes.created +
  changes.updated +
  changes.unchanged +
  changes.refused +
  changes.leftOut +
  changes.duplicates +
  changes.superseded;

/** The number of missing rows that a sync run removes: none while any row has an unreadable key. */
export function leavingOf(changes: Changes, onMissing: 'keep' | 'deactivate' | 'delete'): number {
  const { entity, withoutKey, missing, missingInactive } = changes;
  if (withoutKey > 0 || onMissing === 'keep') return 0;
  if (onMissing === 'delete')
    return entities[entity].goesWith === 'message' ? missing - missingInactive : missing;
  return entity === 'users' ? missing - missingInactive : 0;
}

/**
 * Counts the row of a key by how it differs from the service; with -1, one that no longer is the current one.
 * @param entry what the ledger has of the row
 * @param data of a message, to count it in its conversation
 */
export function countDiff(
  changes: Changes,
  diff: RowDiff,
  entry: LedgerEntry | undefined,
  data: Data | undefined,
  by: 1 | -1,
): void {
  if (diff === 'same') changes.unchanged += by;
  else if (diff === 'fixed') {
    changes.refused += by;
    changes.fixed += by;
    if (entry && data && changes.entity === 'messages') countParted(changes.parted, entry, data, by);
  } else {
    if (diff === 'new') changes.created += by;
    else changes.updated += by;
    if (diff === 'changed' && entry?.version.content === -1) changes.unread += by;
    if (changes.entity === 'messages' && data) countConversation(changes, conversationOf(data), diff, by);
  }
}

function countConversation(
  { conversations }: Changes,
  name: string,
  diff: 'new' | 'changed',
  by: 1 | -1,
): void {
  const counts = conversations.get(name) ?? { new: 0, changed: 0 };
  counts[diff] += by;
  if (conversations.size < CONVERSATIONS_MAX || conversations.has(name)) conversations.set(name, counts);
}

/** Counts a row of the ledger that is in no source. */
export function countMissing(changes: Changes, { origin, active }: LedgerEntry): void {
  if (origin === 'exists') changes.missingOthers++;
  else {
    changes.missing++;
    if (active === false) changes.missingInactive++;
  }
}

/** Counts a message that is older than the service keeps messages, by when it was sent. */
export function countTooOld({ tooOld }: Changes, at: number | undefined): void {
  if (at === undefined) return;
  tooOld.count++;
  tooOld.oldest = Math.min(tooOld.oldest, at);
}

/** Counts values that the API has no field for; only a new message is sent as read, and only a new group gets a type. */
export function countUncarried(
  { notCarried }: Changes,
  fields: readonly string[] | undefined = [],
  isNew: () => boolean,
): void {
  for (const field of fields)
    if ((field !== SENT_AS_READ && field !== UNTYPED) || isNew())
      notCarried[field] = (notCarried[field] ?? 0) + 1;
}

/** The changes of an entity before any of its rows is compared. */
export const noChanges = (entity: EntityName, isDerived = false, mayBeEmpty = false): Changes => ({
  entity,
  isDerived,
  mayBeEmpty,
  records: 0,
  selected: new Bitmap(),
  digest: [0, 0],
  uncompared: 0,
  created: 0,
  updated: 0,
  unread: 0,
  unchanged: 0,
  refused: 0,
  leftOut: 0,
  fixed: 0,
  withoutKey: 0,
  duplicates: 0,
  superseded: 0,
  missing: 0,
  missingOthers: 0,
  missingInactive: 0,
  deleted: 0,
  deletedOthers: 0,
  isAnyUncertain: false,
  known: 0,
  notCarried: {},
  alone: 0,
  conversations: new Map(),
  parted: new Map(),
  tooOld: { count: 0, oldest: Number.POSITIVE_INFINITY },
  found: 0,
  foundChanged: 0,
  fields: noFieldCounts(),
  had: new Map(),
  lost: [],
  added: [],
  fewer: [],
  contradicted: new Set(),
  files: [],
});

/** Groups of notes to oneself that are told apart, and conversations of each that are named. */
const [GROUPS_MAX, NAMED_MAX] = [1000, 10];
/** The beginning that `selfGroupId` gives the id of such a group, as a ledger has it of a message. */
const OF_NOTES = 'g self-';

/** Messages that the service has in the notes of one person, and that are of other conversations by the source. */
type PartedNotes = { messages: number; readonly conversations: Set<string> };

/** A message of an export names its conversation there. */
type ExportedMessage = { data?: { metadata?: { source?: { conversation?: unknown } } } };

/** Counts a message whose conversation is no longer the notes that it was sent to; with -1, one that no longer counts. */
function countParted(
  parted: Map<string, PartedNotes>,
  { conversation = '' }: LedgerEntry,
  data: Data,
  by: 1 | -1,
): void {
  if (!conversation.startsWith(OF_NOTES) || conversation === conversationOf(data)) return;
  const known = parted.get(conversation) ?? { messages: 0, conversations: new Set() };
  if (parted.size >= GROUPS_MAX && !parted.has(conversation)) return;
  known.messages += by;
  const own = (data as ExportedMessage).data?.metadata?.source?.conversation;
  if (typeof own === 'string' && known.conversations.size <= NAMED_MAX) known.conversations.add(own);
  parted.set(conversation, known);
}

/** Sentences about them, each with what moves them. */
export const partedSentences = (parted: ReadonlyMap<string, PartedNotes>): readonly string[] =>
  [...parted].flatMap(([conversation, { messages, conversations }]) => {
    if (messages <= 0) return [];
    const named = [...conversations].slice(0, NAMED_MAX).map(shown);
    const list = `${named.join(', ')}${conversations.size > named.length ? ', …' : ''}`;
    const of = conversations.size === 1 ? 'the conversation' : 'the conversations';
    const are = messages === 1 ? '1 message' : `${messages} messages`;
    const is = messages === 1 ? 'is' : 'are';
    return `${are} of ${of} ${list} ${is} in ${conversation.slice(2)} in the service, as notes of one person, but the export of another person contains them too. They are refused until they are moved. To move them, run once with  sources: { export: { …, exclude: { conversations: [${list}] } } }  and  sync: { onMissing: delete }, which removes missing rows, then as before`;
  });

/** A name as it may stand in a list of YAML. */
const shown = (name: string): string => (/^[A-Za-z][\w-]*$/.test(name) ? name : JSON.stringify(name));
