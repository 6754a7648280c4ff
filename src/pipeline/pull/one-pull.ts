import { leaveDeleted } from './leave-deleted.ts';
import type { Pulling } from './pulling.ts';
import { readConversations } from './read-conversations.ts';
import { knowPeople, readPeople } from './read-people.ts';
import { readTops } from './read-tops.ts';
import { recordPath, sweep } from './record-file.ts';

/**
 * Reads what is new, or everything, to the end.
 * @throws OriginError `job`; RunError `PULL.*`, `SOURCE.*`; the reason of the signal
 */
export async function onePull(pulling: Pulling): Promise<void> {
  const { journal, pull } = pulling;
  await readTops(pulling);
  await knowPeople(pulling);
  await readConversations(pulling);
  await readPeople(pulling);
  const { entries, generation } = await leaveDeleted(pulling);
  const fullAt = pull.isFull ? pull.until : (journal.last?.fullAt ?? pull.until);
  await journal.add([...entries, pulling.fetched(), { is: 'ended', until: pull.until, fullAt, generation }]);
  await sweep(pulling.folder, namedBy(pulling), pulling.files);
}

/** The paths of all files that the log names. */
function namedBy({ journal }: Pulling): ReadonlySet<string> {
  const named = new Set<string>();
  for (const held of journal.lists()) {
    named.add(recordPath(held, held.generation));
    for (const file of held.files ?? []) named.add(file);
  }
  return named;
}
