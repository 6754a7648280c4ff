import { defined } from '../../../input/json/defined.ts';
import {
  type OriginConversation,
  OriginError,
  type OriginRow,
  type PullSpan,
} from '../../../origin/origin.ts';
import { eachOf } from '../../../service/each-of.ts';
import type { PullSpec } from '../../pull-spec.ts';
import type { JournalEntry, KnownConversation } from '../records/journal.ts';
import { EmptiedError } from './list-end.ts';
import { pullList } from './pull-list.ts';
import { topRows } from './pull-tops.ts';
import type { Pulling } from './pulling.ts';

/** Conversations that are read at once. */
const LANES = 4;

type Found = { readonly conversation: OriginConversation; readonly row: OriginRow['row'] };

/** Reads the conversations that are new or may have changed, some at once; those that are no more in the list go. */
export async function pullConversations(pulling: Pulling): Promise<void> {
  const { journal, origin } = pulling;
  const seen = new Set<string>();
  async function* found(): AsyncGenerator<Found> {
    for await (const row of topRows('conversations', pulling)) {
      const conversation = origin.conversationOf(row);
      if (!conversation || seen.has(conversation.id)) continue;
      seen.add(conversation.id);
      yield { conversation, row };
    }
  }
  const work = async (each: Found): Promise<void> => {
    try {
      await readConversation(each, pulling);
    } catch (error) {
      // What others have asked for is of no use any more.
      pulling.stop(error);
      throw error;
    }
  };
  pulling.beginConversations();
  await eachOf(found(), LANES, work, pulling.signal);
  const left = Array.from(journal.conversations.keys()).filter((id) => !seen.has(id));
  await journal.add(left.map((id) => ({ is: 'left', of: id })));
}

async function readConversation(found: Found, pulling: Pulling): Promise<void> {
  const { journal, pull, place } = pulling;
  const { id } = found.conversation;
  const known = journal.conversations.get(id);
  const span =
    known?.settled === pull.until ? undefined : spanOf(found.conversation, known, { ...place, ...pull });
  if (span) {
    const fault = await readLists(found, span, pulling);
    await journal.add([...settled(found.conversation, fault, pulling), pulling.fetched()]);
  }
  pulling.conversationDone();
}

/** Part of a conversation that is read. */
type ConversationSpan = PullSpan & {
  /** Messages from here on alone. */
  readonly from?: number | undefined;
  /** A message from here on that is there no more was deleted. */
  readonly goneFrom?: number | undefined;
};

/** Facts that decide it. */
type Facts = {
  readonly until: number;
  readonly isFull: boolean;
  readonly isOtherChoice?: boolean | undefined;
  readonly tellsChanges: boolean;
  readonly again: PullSpec['again'];
};

/**
 * The part of a conversation that is read; undefined if nothing of it may have changed.
 * @param known what an earlier pull has read of it
 */
function spanOf(
  { mark }: OriginConversation,
  known: KnownConversation | undefined,
  { until, isFull, isOtherChoice, tellsChanges, again: { overlapMs, recheckMs } }: Facts,
): ConversationSpan | undefined {
  if (known?.read === undefined) return { until };
  const { read, newest } = known;
  const recheckFrom = until - recheckMs;
  const window = newest === undefined ? undefined : Math.min(newest - overlapMs, recheckFrom);
  if (isFull) return { until, goneFrom: isOtherChoice === true ? Number.POSITIVE_INFINITY : window };
  const isChanged = mark === undefined || known.mark !== mark || known.fault !== undefined;
  const isRecent = !tellsChanges && newest !== undefined && newest >= recheckFrom;
  if (!isChanged && !isRecent) return undefined;
  const since = read - overlapMs;
  return tellsChanges ? { until, since, goneFrom: window } : { until, since, from: window, goneFrom: window };
}

/** Reads the lists of a conversation. Returns the fault that ends it before; what it had before stays. */
async function readLists(
  { conversation, row }: Found,
  { goneFrom, ...span }: ConversationSpan,
  pulling: Pulling,
): Promise<OriginError | undefined> {
  const { journal, origin, pull } = pulling;
  const { id } = conversation;
  try {
    const lists = origin.listsOf(conversation, row, span);
    for (const list of lists)
      if (journal.held({ of: id, list: list.name })?.generation !== pull.generation)
        await pullList({ list, conversation, row, goneFrom }, pulling);
    const names = new Set(lists.map(({ name }) => name));
    const others = journal.conversations.get(id)?.lists.filter(({ list }) => !isOf(list, names)) ?? [];
    await journal.add(others.map(({ list }) => ({ is: 'lost', of: id, list })));
    return undefined;
  } catch (error) {
    if (!(error instanceof OriginError) || error.fault === 'job') throw error;
    return error.fault === 'gone' ? await confirmed(error, { conversation, row }, pulling) : error;
  }
}

/** The fault of a list that is not there: unless the conversation itself is there no more, it is one of the list alone. */
async function confirmed(
  error: OriginError,
  { conversation, row }: Found,
  pulling: Pulling,
): Promise<OriginError> {
  const { origin, signal } = pulling;
  const isThere = new OriginError('form', `${error.message}, and the conversation is there`);
  try {
    const found = await pulling.asked(async () => await origin.lookAgain?.(conversation, row, signal));
    return found ? isThere : error;
  } catch (other) {
    if (!(other instanceof OriginError)) throw other;
    return other.fault === 'gone' ? isThere : other;
  }
}

/** True for a list that was read, and for the messages that are gone of it. */
const isOf = (list: string, names: ReadonlySet<string>): boolean =>
  names.has(list) || list === 'gone' || names.has(list.replace(/^gone-/, ''));

/** Entries of the log for a conversation that was read as far as it could be. */
function settled(
  { id, mark, newest }: OriginConversation,
  error: OriginError | undefined,
  { journal, pull: { until } }: Pulling,
): readonly JournalEntry[] {
  const { lists: _, found, ...known } = journal.conversations.get(id) ?? { lists: [] };
  const entry = { is: 'conversation', of: id, ...known, settled: until } as const;
  if (!error) {
    // Where no message is left, none is missed the next time.
    const { fault, mark: former, isDeleted, isCut, authors, newest: before, ...others } = entry;
    // Messages that came later are left for the next pull: it must find a change.
    const isWhole = found?.isCut !== true && !(newest !== undefined && newest > until);
    return [
      {
        ...others,
        read: until,
        ...(isWhole ? defined({ mark }) : { isCut: true }),
        ...(found?.newest === undefined ? {} : { newest: latest(found.newest, newest, until) }),
      },
    ];
  }
  // Its records go with it at the end, unless most of all are gone.
  if (error.fault === 'gone') return [{ ...entry, isDeleted: true }];
  const code = error.fault === 'forbidden' ? 'PULL.FORBIDDEN' : 'PULL.FORM';
  const isEmptied = error instanceof EmptiedError ? true : undefined;
  const { isDeleted: _before, ...there } = entry;
  return [{ ...there, fault: { code, text: error.message, ...defined({ isEmptied }) } }];
}

/** Time of the last message: not earlier than the record of the conversation says. */
const latest = (found: number, told: number | undefined, until: number): number =>
  told === undefined || told > until ? found : Math.max(found, told);
