import { conversationOf } from '../../input/entities/conversation.ts';
import type { Data } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';

/** Groups of notes to oneself that are told apart, and conversations of each that are named. */
const [GROUPS_MAX, NAMED_MAX] = [1000, 10];
/** The beginning that `selfGroupId` gives the id of such a group, as a ledger has it of a message. */
const OF_NOTES = 'g self-';

/** Messages that the service has in the notes of one person, and that are of other conversations by the source. */
export type PartedNotes = { messages: number; readonly conversations: Set<string> };

/** A message of an export names its conversation there. */
type ExportedMessage = { data?: { metadata?: { source?: { conversation?: unknown } } } };

/** Counts a message whose conversation is no longer the notes that it was sent to; with -1, one that no longer counts. */
export function countParted(
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
    return `${are} of ${of} ${list} ${is} in ${conversation.slice(2)} in the service, somebody's notes to themselves, and by the export of somebody else, too: refused until moved. To move, run once with  sources: { export: { …, exclude: { conversations: [${list}] } } }  and  sync: { onMissing: delete }, which removes what is missing, then as before`;
  });

/** A name as it may stand in a list of YAML. */
const shown = (name: string): string => (/^[A-Za-z][\w-]*$/.test(name) ? name : JSON.stringify(name));
