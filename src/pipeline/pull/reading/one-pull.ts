import { join } from 'node:path';
import type { HeldList, JournalEntry } from '../records/journal.ts';
import { Frames, RecordWriter, recordIn, recordLines, recordPath } from '../records/record-file.ts';
import { pullConversations } from './pull-conversations.ts';
import { pullPeople, pullTops } from './pull-tops.ts';
import { type Pulling, sweepFiles } from './pulling.ts';

/**
 * Reads what is new, or everything, to the end.
 * @throws OriginError `job`; RunError `PULL.*`, `SOURCE.*`; the reason of the signal
 */
export async function onePull(pulling: Pulling): Promise<void> {
  const { journal } = pulling;
  if (pulling.pull.isRead !== true) await readAll(pulling);
  await sweepFiles(pulling);
  const { until, isFull, generation, choice } = pulling.pull;
  const fullAt = isFull ? until : (journal.last?.fullAt ?? until);
  await journal.add([pulling.fetched(), { is: 'ended', until, fullAt, generation, choice }]);
}

async function readAll(pulling: Pulling): Promise<void> {
  const { journal } = pulling;
  await pullTops(pulling);
  await pullConversations(pulling);
  await pullPeople(pulling);
  const { entries, generation } = await leaveDeleted(pulling);
  await journal.add([...entries, { is: 'begun', ...pulling.pull, generation, isRead: true }]);
}

/** Lists without the conversations that were deleted meanwhile, and the last generation of files. */
type WithoutDeleted = { readonly entries: readonly JournalEntry[]; readonly generation: number };

/** Writes the lists of conversations without those that were deleted while their records were read. */
async function leaveDeleted(pulling: Pulling): Promise<WithoutDeleted> {
  const { journal, pull } = pulling;
  const deleted = new Set<string>();
  for (const [id, { isDeleted }] of journal.conversations) if (isDeleted === true) deleted.add(id);
  if (deleted.size === 0) return { entries: [], generation: pull.generation };
  const generation = pull.generation + 1;
  const entries: JournalEntry[] = [];
  for (const held of journal.tops.values())
    if (held.counted.conversations > 0)
      entries.push({ is: 'held', ...(await without(deleted, held, generation, pulling)) });
  return { entries: [...entries, ...Array.from(deleted, (of) => ({ is: 'left', of }) as const)], generation };
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
