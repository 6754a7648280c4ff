import { join } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import type { HeldList, JournalEntry } from '../records/journal.ts';
import { Frames, RecordWriter, recordIn, recordLines, recordPath } from '../records/record-file.ts';
import { pullConversations } from './pull-conversations.ts';
import { pullPeople, pullTops } from './pull-tops.ts';
import { giveUp, type Pulling, sweepFiles } from './pulling.ts';

/**
 * Reads what is new, or everything, to the end.
 * @throws OriginError `job`; RunError `PULL.*`, `SOURCE.*`; the reason of the signal
 */
export async function onePull(pulling: Pulling): Promise<void> {
  const { journal } = pulling;
  if (pulling.pull.isRead !== true) await readAll(pulling);
  await sweepFiles(pulling);
  const { until, isFull, generation, choice, deleted } = pulling.pull;
  const fullAt = isFull ? until : (journal.last?.fullAt ?? until);
  await journal.add([pulling.fetched(), { is: 'ended', until, fullAt, generation, choice, deleted }]);
}

async function readAll(pulling: Pulling): Promise<void> {
  const { journal } = pulling;
  await pullTops(pulling);
  await pullConversations(pulling);
  await pullPeople(pulling);
  const { entries, ...after } = await leaveDeleted(pulling);
  await journal.add([...entries, { is: 'begun', ...pulling.pull, ...after, isRead: true }]);
}

/** Lists without the conversations that were deleted meanwhile, how many these are, and the last generation of files. */
type WithoutDeleted = {
  readonly entries: readonly JournalEntry[];
  readonly generation: number;
  readonly deleted?: number;
};

/**
 * Guards against an old system that lists conversations, and then says of most of them that they are not there: they are read
 * again by the next pull, and what there was of them stays.
 * @throws RunError `PULL.EMPTY`
 */
async function requireMost(deleted: ReadonlySet<string>, pulling: Pulling): Promise<void> {
  const { journal } = pulling;
  const all = journal.conversations.size;
  if (deleted.size * 2 <= all) return;
  const text = `the old system lists ${all} conversations, and answers for ${deleted.size} of them that they were deleted`;
  const entries = Array.from(deleted, (of): JournalEntry => {
    const { lists: _, found: __, isDeleted, ...known } = journal.conversations.get(of) ?? { lists: [] };
    return { is: 'conversation', of, ...known, fault: { code: 'PULL.FORM', text } };
  });
  // The lists of the account are new already, perhaps by another choice: what is there is not complete.
  const { last } = journal;
  await journal.add([
    ...entries,
    ...(last && last.choice !== pulling.pull.choice ? [{ is: 'last', ...last, fullAt: 0 } as const] : []),
  ]);
  await giveUp(pulling);
  throw new RunError('PULL.EMPTY', text);
}

/** Writes the lists of conversations without those that were deleted while their records were read. */
async function leaveDeleted(pulling: Pulling): Promise<WithoutDeleted> {
  const { journal, pull } = pulling;
  const deleted = new Set<string>();
  for (const [id, { isDeleted }] of journal.conversations) if (isDeleted === true) deleted.add(id);
  if (deleted.size === 0) return { entries: [], generation: pull.generation };
  await requireMost(deleted, pulling);
  const generation = pull.generation + 1;
  const entries: JournalEntry[] = [];
  for (const held of journal.tops.values())
    if (held.counted.conversations > 0)
      entries.push({ is: 'held', ...(await without(deleted, held, generation, pulling)) });
  const left = Array.from(deleted, (of): JournalEntry => ({ is: 'left', of }));
  return { entries: [...entries, ...left], generation, deleted: deleted.size };
}

async function without(
  deleted: ReadonlySet<string>,
  held: HeldList,
  generation: number,
  pulling: Pulling,
): Promise<HeldList> {
  const { files, folder, origin, signal } = pulling;
  const before = pulling.pathOf(held);
  await using out = new RecordWriter(join(folder, recordPath(held, generation)), files);
  const frames = new Frames(out);
  let left = 0;
  const isDeleted = (line: string): boolean => {
    const { list, row } = recordIn(line);
    const found = list === 'conversations' && row ? origin.conversationOf(row) : undefined;
    return found !== undefined && deleted.has(found.id);
  };
  if (before !== undefined)
    for await (const lines of recordLines(before, files, signal)) {
      const kept = lines.filter((line) => !isDeleted(line));
      left += lines.length - kept.length;
      await frames.add(kept);
    }
  await frames.end();
  await out.sync();
  const counted = { ...held.counted, conversations: held.counted.conversations - left };
  return { ...held, generation, bytes: out.bytes, counted };
}
