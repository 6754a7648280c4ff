import { createHash } from 'node:crypto';
import type { JournalEntry } from '../records/journal.ts';
import type { Pulling } from './pulling.ts';
import { readTop, topRows } from './read-tops.ts';

/** Asks for the authors by id whom no list of users has, unless the same were asked for before. */
export async function readPeople(pulling: Pulling): Promise<void> {
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
  await readTop(list, pulling);
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
