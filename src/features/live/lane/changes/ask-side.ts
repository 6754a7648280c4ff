import type { LiveChange, LiveLookups } from '../../../../origin/live/live-origin.ts';
import { OriginError } from '../../../../origin/origin.ts';

/** Questions that are asked at the same time. */
const AT_ONCE = 8;

/** An answer, or why the side gives none: it is about this record alone, and asking again does not help. */
export type SideAnswer<Answer> = { readonly answer: Answer } | { readonly refusal: string };

/**
 * Asks a side about several records.
 * @throws RunError if the side cannot be asked now; the reason of the signal
 */
export async function askEach<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<ReadonlyMap<Item, SideAnswer<Answer | undefined>>> {
  const answers = new Map<Item, SideAnswer<Answer | undefined>>();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++])
      answers.set(item, await askedOnce(item, ask));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return answers;
}

async function askedOnce<Item, Answer>(
  item: Item,
  ask: (item: Item) => Promise<Answer>,
): Promise<SideAnswer<Answer | undefined>> {
  try {
    return { answer: await ask(item) };
  } catch (error) {
    if (!(error instanceof OriginError)) throw error;
    return error.fault === 'gone' ? { answer: undefined } : { refusal: error.message };
  }
}

/** Asks for a record as it is now; undefined if it is there no more. @throws OriginError; RunError if the side cannot be asked now */
export async function askNow(
  change: LiveChange,
  lookups: LiveLookups,
  signal: AbortSignal,
): Promise<LiveChange | undefined> {
  const { key, conversation, time, entity, rows } = change;
  if (entity === 'messages') {
    const id = rows[0]?.row['id'];
    const known = typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {};
    return await lookups.message({ key, conversation, time, ...known }, signal);
  }
  // Only whoever completes a member knows whether it is one.
  if (entity === 'members')
    return lookups.complete
      ? await lookups.complete({ ...change, kind: 'upsert', isWhole: false }, signal)
      : change;
  if (entity === 'reactions' || entity === 'pins') return change;
  const records =
    entity === 'users'
      ? [await lookups.user(key, signal)].filter((row) => row !== undefined)
      : ((await lookups.conversation(conversation ?? key, signal)) ?? []);
  return records.length === 0 ? undefined : { ...change, kind: 'upsert', rows: records, isWhole: true };
}

/** True if a side says whether it has a member, a reaction or a pin. */
export const canAskAbout = (
  entity: LiveChange['entity'],
  { lookups }: { readonly lookups: LiveLookups },
): boolean =>
  (entity === 'members' && lookups.complete !== undefined) ||
  (entity === 'reactions' && lookups.setOf !== undefined);
