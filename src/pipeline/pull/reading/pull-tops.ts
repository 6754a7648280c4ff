import { createHash } from 'node:crypto';
import { RunError } from '../../../errors/run-error.ts';
import { OriginError, type OriginList, type OriginRow } from '../../../origin/origin.ts';
import type { HeldList, JournalEntry } from '../records/journal.ts';
import { recordIn, recordLines } from '../records/record-file.ts';
import { pullList } from './pull-list.ts';
import { takeItsTime } from './pull-time.ts';
import { giveUp, type Pulling } from './pulling.ts';

/**
 * Reads the lists of the account. They take the place of the former ones all at once; those of another account, of all records.
 * @throws RunError `PULL.EMPTY`
 */
export async function pullTops(pulling: Pulling): Promise<void> {
  const { journal } = pulling;
  const { isFull, generation, source } = pulling.pull;
  const lists = listsOf(pulling);
  const left = lists.filter(({ name }) => journal.tops.get(name)?.generation !== generation);
  for (const list of left) {
    await pullTop(list, pulling);
    // Its first answer tells its time: lists of that time are others.
    if (await takeItsTime(pulling)) return await pullTops(pulling);
  }
  const held = left.map(({ name }) => pulling.writtenTop(name));
  const others = Array.from(journal.tops.values()).filter(
    ({ list, asked }) => asked === undefined && !lists.some(({ name }) => name === list),
  );
  await requireSome(held, pulling);
  // What is new alone would not bring back what was in files of a job, nor have such files what lists had.
  const isByOther =
    others.some(hasFiles) || held.some((each) => hasFiles(each) && !journal.tops.has(each.list));
  if (!isFull && isByOther) {
    await journal.add([{ is: 'begun', ...pulling.pull, isFull: true, generation: generation + 1 }]);
    return await pullTops(pulling);
  }
  await journal.add([
    ...(source !== undefined && journal.isBeforeOther ? [{ is: 'source', source } as const] : []),
    ...held.map((each): JournalEntry => ({ is: 'held', ...each })),
    ...others.map(({ list }): JournalEntry => ({ is: 'lost', list })),
  ]);
}

const hasFiles = ({ files }: HeldList): boolean => files !== undefined;

function listsOf({ journal, origin, pull: { until, isFull }, place }: Pulling): readonly OriginList[] {
  const since = isFull || !journal.last ? undefined : journal.last.until - place.again.overlapMs;
  return origin.tops({ until, since });
}

/** @throws RunError `PULL.FORBIDDEN`, `PULL.FORM`, `PULL.EMPTY` */
async function pullTop(list: OriginList, pulling: Pulling): Promise<void> {
  try {
    await pullList({ list }, pulling);
  } catch (error) {
    if (!(error instanceof OriginError) || error.fault === 'job') throw error;
    throw new RunError(error.fault === 'forbidden' ? 'PULL.FORBIDDEN' : 'PULL.FORM', error.message, {
      cause: error,
    });
  }
}

/** @throws RunError `PULL.EMPTY` if there are none where there were some; then the former records stay as they are */
async function requireSome(read: readonly HeldList[], pulling: Pulling): Promise<void> {
  const { journal } = pulling;
  const { held } = pulling;
  for (const kind of ['users', 'conversations'] as const) {
    const now = read.reduce((count, { counted }) => count + counted[kind], 0);
    if (kind === 'conversations' && pulling.leftOut > 0) {
      tellOfLeftOut(pulling.leftOut, now, pulling);
      continue;
    }
    // Records that were never read to the end are no measure.
    if (!journal.last || read.length === 0 || now > 0 || held[kind] === 0) continue;
    const before = journal.isBeforeOther ? 'of another account' : 'when it was read before';
    await giveUp(pulling);
    throw new RunError(
      'PULL.EMPTY',
      `the old system lists no ${kind}, and there were ${held[kind]} ${before}`,
    );
  }
}

function tellOfLeftOut(left: number, taken: number, { place: { say } }: Pulling): void {
  const count = (left + taken).toLocaleString('en-US');
  say(
    taken === 0
      ? `none of ${count} conversations is read: types or since of sources.export.api leave all of them out; check both`
      : `${left.toLocaleString('en-US')} of ${count} conversations are not read: types or since of sources.export.api leave them out`,
  );
}

/** The records of a list that the lists of the account have, but for those of people who were asked for by id. */
export async function* topRows(wanted: string, pulling: Pulling): AsyncGenerator<OriginRow['row']> {
  for (const held of pulling.journal.tops.values()) {
    const path = pulling.pathOf(held);
    if (path === undefined || held.asked !== undefined) continue;
    for await (const lines of recordLines(path, pulling.files, pulling.signal))
      for (const line of lines) {
        const { list, row } = recordIn(line);
        if (list === wanted && row) yield row;
      }
  }
}

/** Asks for the authors by id whom no list of users has, unless the same were asked for before. */
export async function pullPeople(pulling: Pulling): Promise<void> {
  const { journal, origin, pull } = pulling;
  const ids = origin.people ? await unknownAuthors(pulling) : [];
  const before = Array.from(journal.tops.values()).find(({ asked }) => asked !== undefined);
  const list = ids.length === 0 ? undefined : origin.people?.(ids);
  if (!list) {
    if (before) await journal.add([{ is: 'lost', list: before.list }]);
    return;
  }
  const asked = createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 16);
  const isFresh = !pull.isFull || before?.generation === pull.generation;
  if (before?.asked === asked && isFresh) return;
  await pullTop(list, pulling);
  const held = pulling.writtenTop(list.name);
  const others: JournalEntry[] =
    before && before.list !== list.name ? [{ is: 'lost', list: before.list }] : [];
  await journal.add([{ is: 'held', ...held, asked }, ...others]);
}

/** Authors whom no list of users has, in an order that does not depend on that of the lanes. */
async function unknownAuthors(pulling: Pulling): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const { authors = [] } of pulling.journal.conversations.values())
    for (const id of authors) ids.add(id);
  for await (const row of topRows('users', pulling)) ids.delete(pulling.origin.userOf(row) ?? '');
  return [...ids].sort();
}
