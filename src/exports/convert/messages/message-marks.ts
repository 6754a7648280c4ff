import { type CountedReaction, withReactions } from '../../../input/entities/message-marks.ts';
import type { Markups } from '../../export-reader.ts';
import type { AllPolicies } from '../../export-rules.ts';
import type { SourceMessage, SourceReaction } from '../../neutral.ts';
import type { Fate, MessageShape } from '../../tally.ts';
import { besideOwn } from '../beside-own.ts';
import type { Conversations } from '../conversations.ts';
import type { Cells } from '../export-table.ts';
import { muidOf } from '../ids.ts';
import { tagsCell } from '../legal-cells.ts';
import { type People, wholeSeconds } from '../people.ts';
import type { FileRules, FilesOfMessage } from './attachments.ts';

/** Parts needed to make messages. */
export type MessageDeps = {
  readonly system: string;
  readonly markups: Markups;
  readonly policies: AllPolicies;
  readonly people: People;
  readonly conversations: Conversations;
  readonly files: Omit<FileRules, 'policy'>;
  /** True if ids of messages are unique in their conversation alone. */
  readonly isPerConversation: boolean;
  /** True if messages that were deleted get a row that says so: a sync removes those that an earlier export still had. */
  readonly statesDeletions: boolean;
  uidOf(id: string): string;
};

/** The part of a message that is kept in `metadata.source`, and how it is counted. */
export function marksOf(
  message: SourceMessage,
  { text, files: { kept, attachments } }: { readonly text: string; readonly files: FilesOfMessage },
  deps: Pick<MessageDeps, 'policies' | 'system' | 'uidOf' | 'people' | 'isPerConversation'>,
): { readonly source: Readonly<Record<string, unknown>>; readonly shape: MessageShape } {
  const { policies, system, uidOf } = deps;
  const { id, conversation, time, parent, edited, deleted, pinned, metadata } = message;
  const shape: MessageShape = [];
  if (parent !== undefined) shape.push(['replies', fateOf(policies.threads), 1]);
  if (edited) shape.push(['edits', fateOf(policies.edits), 1]);
  if (deleted) shape.push(['deletions', policies.deletions === 'metadata' ? 'kept' : 'converted', 1]);
  if (pinned) shape.push(['pins', fateOf(policies.pins), 1]);
  const beside = deleted ? undefined : besideOwn(metadata);
  const source: Record<string, unknown> = { system, conversation, id, time, ...beside };
  if (kept.length > 0) source['files'] = kept;
  if (edited && edited.at === undefined && policies.edits === 'metadata') source['edited'] = true;
  if (pinned && policies.pins === 'metadata') source['pinned'] = pinOf(pinned, uidOf);
  const { found, shape: given } = reactionsOf(message, { text, attachments, source }, deps);
  return { source: found, shape: given.length === 0 ? shape : [...shape, ...given] };
}

const fateOf = (exit: 'metadata' | 'write' | 'drop'): 'kept' | 'imported' | { dropped: string } =>
  exit === 'metadata' ? 'kept' : exit === 'write' ? 'imported' : { dropped: 'policy' };

const pinOf = ({ by, at }: NonNullable<SourceMessage['pinned']>, uidOf: MessageDeps['uidOf']): object => ({
  ...(by === undefined ? {} : { by: uidOf(by) }),
  ...(at === undefined ? {} : { at: Math.floor(at / 1000) }),
});

/** Contents of a message besides its reactions. */
type Holding = {
  readonly text: string;
  readonly attachments: readonly object[];
  readonly source: Readonly<Record<string, unknown>>;
};

/** A longer text is split, and its first part leaves room for the reactions. */
const TEXT_CHARS_MAX = 3_000;

function reactionsOf(
  message: SourceMessage,
  holding: Holding,
  deps: Pick<MessageDeps, 'policies' | 'uidOf' | 'people' | 'isPerConversation'>,
): { readonly found: Readonly<Record<string, unknown>>; readonly shape: MessageShape } {
  const { text, attachments, source } = holding;
  const { reactions = [], deleted } = message;
  const { policies, people } = deps;
  if (reactions.length === 0) return { found: source, shape: [] };
  const named = reactions.reduce((sum, { users }) => sum + users.length, 0);
  const all = reactions.reduce((sum, { users, count = 0 }) => sum + Math.max(count, users.length), 0);
  const exit = deleted ? 'drop' : policies.reactions;
  if (exit === 'drop') return { found: source, shape: [['reactions', { dropped: 'policy' }, all]] };
  if (exit === 'write')
    return {
      found: source,
      shape: [...givenBy(reactions, people), ...fates([[{ dropped: 'unnamed' }, all - named]])],
    };
  const counted = reactions.map(({ reaction, users, count = 0 }) => ({
    reaction,
    count: Math.max(count, users.length),
    uids: users.map(deps.uidOf),
  }));
  const beside = { text: text.slice(0, TEXT_CHARS_MAX), attachments };
  const { source: found, count } = fittingReactions(counted, beside, { source }, marksAfter(message, deps));
  return {
    found,
    shape: fates([
      ['kept', count],
      [{ dropped: 'noRoom' }, all - count],
    ]),
  };
}

/** The outcomes of reactions that are written, by who gave them. */
function givenBy(reactions: readonly SourceReaction[], people: People): MessageShape {
  const counts = new Map<string | undefined, number>();
  for (const user of reactions.flatMap(({ users }) => users)) {
    const author = people.author(user);
    const reason = 'dropped' in author ? author.dropped : undefined;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return Array.from(counts, ([dropped, count]) => [
    'reactions',
    dropped === undefined ? 'imported' : { dropped },
    count,
  ]);
}

const fates = (all: readonly (readonly [Fate, number])[]): MessageShape =>
  all.filter(([, count]) => count > 0).map(([fate, count]) => ['reactions', fate, count]);

/**
 * Adds as many reactions to the source in metadata as there is room for beside the text and the files; `count` of them are
 * there.
 * @param marks what comes into the source after them, and needs room, too
 */
export function fittingReactions(
  counted: readonly CountedReaction[],
  beside: Readonly<Record<'text' | 'attachments', unknown>>,
  metadata: { readonly source?: object },
  marks: object,
): { readonly source: Holding['source']; readonly count: number } {
  const holding = { ...beside, metadata: { ...metadata, source: { ...metadata.source, marks } } };
  const { data } = withReactions({ data: holding }, counted);
  const { marks: _, ...source } = (data as { metadata: { source: Holding['source'] } }).metadata.source;
  const kept = (source['reactions'] ?? []) as readonly CountedReaction[];
  return { source, count: kept.reduce((sum, { count }) => sum + count, 0) };
}

/** Adds to the kept source of its message by its cells for a thread, an edit or a deletion. */
export function marksAfter(
  message: SourceMessage,
  deps: Pick<MessageDeps, 'isPerConversation' | 'policies' | 'uidOf'>,
): Readonly<Record<string, unknown>> {
  const [parentMuid, editedAt, editedBy, deletedAt, deletedBy] = markCells(message, deps, true);
  const uid = (id: string | undefined): string | undefined => (id === undefined ? undefined : deps.uidOf(id));
  return { parentMuid, editedAt, editedBy: uid(editedBy), deletedAt, deletedBy: uid(deletedBy) };
}

/** The places of who edited and who deleted a message among these cells. */
export const EDITED_BY = 2;
export const DELETED_BY = 4;

/** The cells of a row that say what happened to the message; only its first part has most of them. */
export function markCells(
  { conversation, parent, edited, deleted, time, deliveredAt, readAt, tags }: SourceMessage,
  { isPerConversation, policies }: Pick<MessageDeps, 'isPerConversation' | 'policies'>,
  isFirst: boolean,
): Cells {
  const marked = isFirst && deleted && policies.deletions === 'metadata' ? deleted : undefined;
  const changed = isFirst && edited?.at !== undefined ? edited : undefined;
  return [
    parent === undefined || !isFirst ? undefined : muidOf(parent, conversation, isPerConversation),
    wholeSeconds(changed?.at),
    changed?.by,
    marked && (wholeSeconds(marked.at) ?? wholeSeconds(time)),
    marked?.by,
    wholeSeconds(deliveredAt),
    wholeSeconds(readAt),
    tags && tagsCell(tags),
  ];
}
