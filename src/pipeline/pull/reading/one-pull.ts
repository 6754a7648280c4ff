import { leaveDeleted } from './leave-deleted.ts';
import { type Pulling, sweepFiles } from './pulling.ts';
import { readConversations } from './read-conversations.ts';
import { readPeople } from './read-people.ts';
import { readTops } from './read-tops.ts';

/**
 * Reads what is new, or everything, to the end.
 * @throws OriginError `job`; RunError `PULL.*`, `SOURCE.*`; the reason of the signal
 */
export async function onePull(pulling: Pulling): Promise<void> {
  const { journal } = pulling;
  if (pulling.pull.isRead !== true) await readAll(pulling);
  await sweepFiles(pulling);
  const { until, isFull, generation } = pulling.pull;
  const fullAt = isFull ? until : (journal.last?.fullAt ?? until);
  await journal.add([pulling.fetched(), { is: 'ended', until, fullAt, generation }]);
}

async function readAll(pulling: Pulling): Promise<void> {
  const { journal, pull } = pulling;
  await readTops(pulling);
  await readConversations(pulling);
  await readPeople(pulling);
  const { entries, generation } = await leaveDeleted(pulling);
  await journal.add([...entries, { is: 'begun', ...pull, generation, isRead: true }]);
}
