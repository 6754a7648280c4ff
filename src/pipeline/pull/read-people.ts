import { createHash } from 'node:crypto';
import type { JournalEntry } from './journal.ts';
import type { Pulling } from './pulling.ts';
import { readTop, topRows } from './read-tops.ts';

/** Notes whom the lists of users have, if the old system can be asked for others by id. */
export async function knowPeople(pulling: Pulling): Promise<void> {
  const { origin } = pulling;
  if (!origin.people) return;
  const known = new Set<string>();
  for await (const row of topRows('users', pulling)) {
    const id = origin.userOf(row);
    if (id !== undefined) known.add(id);
  }
  pulling.isKnown = (id) => known.has(id);
}

/** Asks for the authors by id whom no list of users has, unless the same were asked for before. */
export async function readPeople(pulling: Pulling): Promise<void> {
  const { journal, origin, pull } = pulling;
  const ids = unknownAuthors(pulling);
  const before = Array.from(journal.tops.values()).find(({ asked }) => asked !== undefined);
  const list = ids.length === 0 ? undefined : origin.people?.(ids);
  if (!list) {
    if (before) await journal.add([{ is: 'lost', list: before.list }]);
    return;
  }
  const asked = createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 16);
  const isFresh = !pull.isFull || before?.generation === pull.generation;
  if (before?.asked === asked && isFresh) return;
  await readTop(list, pulling);
  const held = pulling.writtenTop(list.name);
  const others: JournalEntry[] =
    before && before.list !== list.name ? [{ is: 'lost', list: before.list }] : [];
  await journal.add([{ is: 'held', ...held, asked }, ...others]);
}

/** In an order that does not depend on that of the lanes. */
function unknownAuthors({ journal, isKnown }: Pulling): readonly string[] {
  const ids = new Set<string>();
  for (const { authors = [] } of journal.conversations.values())
    for (const id of authors) if (!isKnown(id)) ids.add(id);
  return [...ids].sort();
}
