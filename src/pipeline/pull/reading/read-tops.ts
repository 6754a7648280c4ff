import { RunError } from '../../../errors/run-error.ts';
import { OriginError, type OriginList, type OriginRow } from '../../../origin/origin.ts';
import type { HeldList, JournalEntry } from '../records/journal.ts';
import { recordIn, recordLines } from '../records/record-file.ts';
import { type Pulling, sweepFiles } from './pulling.ts';
import { readList } from './read-list.ts';

/**
 * Reads the lists of the account. They take the place of the former ones all at once.
 * @throws RunError `PULL.EMPTY`
 */
export async function readTops(pulling: Pulling): Promise<void> {
  const { journal, origin } = pulling;
  const { until, isFull, generation } = pulling.pull;
  const since = isFull || !journal.last ? undefined : journal.last.until - pulling.place.again.overlapMs;
  const lists = origin.tops({ until, since });
  const left = lists.filter(({ name }) => journal.tops.get(name)?.generation !== generation);
  for (const list of left) await readTop(list, pulling);
  const held = left.map(({ name }) => pulling.writtenTop(name));
  const others = Array.from(journal.tops.values()).filter(
    ({ list, asked }) => asked === undefined && !lists.some(({ name }) => name === list),
  );
  await requireSome(held, pulling);
  await journal.add([
    ...held.map((each): JournalEntry => ({ is: 'held', ...each })),
    ...others.map(({ list }): JournalEntry => ({ is: 'lost', list })),
  ]);
}

/** @throws RunError `PULL.FORBIDDEN`, `PULL.FORM`, `PULL.EMPTY` */
export async function readTop(list: OriginList, pulling: Pulling): Promise<void> {
  try {
    await readList({ list }, pulling);
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
    if (read.length === 0 || now > 0 || held[kind] === 0) continue;
    await sweepFiles(pulling);
    await journal.add([{ is: 'stopped' }]);
    throw new RunError(
      'PULL.EMPTY',
      `the old system lists no ${kind}, and there were ${held[kind]} when it was read before`,
    );
  }
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
