import type { LaneDeps } from '../lane-deps.ts';
import { GONE_DIGEST } from '../links/link.ts';
import { askEach } from './ask-side.ts';
import type { BothLedgers } from './both-ledgers.ts';
import type { ChangeEnd } from './change-end.ts';
import { type Folded, recordId } from './fold.ts';

/** The time after which it is looked again whether a message that others wait for has come. */
const LOOK_MS = 500;

export type Parents = {
  readonly ends: ReadonlyMap<Folded, ChangeEnd>;
  /** Messages that no event told, and that others hang on. */
  readonly found: readonly Folded[];
  /** Replies whose messages are nowhere: they are written without a thread. */
  readonly orphans: ReadonlySet<Folded>;
};

/**
 * Replies, reactions and pins wait for a message that nobody knows yet; then it is looked up.
 * @param canWait false if nobody would take them again
 */
export async function findParents(
  folded: readonly Folded[],
  canWait: boolean,
  { lookups, rules, clock, shared, side }: LaneDeps,
  ledgers: BothLedgers,
  signal: AbortSignal,
): Promise<Parents> {
  const ends = new Map<Folded, ChangeEnd>();
  const orphans = new Set<Folded>();
  const told = new Set(folded.filter(({ hint }) => hint.change.kind === 'upsert').map(({ id }) => id));
  const now = clock.now();
  const isGone = (key: string): boolean => shared.links.find('messages', key, side)?.digest === GONE_DIGEST;
  const due: Folded[] = [];
  for (const each of folded) {
    const { change, receivedAt } = each.hint;
    const { parent, entity, kind } = change;
    if (parent === undefined || kind === 'gone') continue;
    if (told.has(recordId({ entity: 'messages', key: parent })) || isThere(parent, ledgers)) continue;
    if (isGone(parent)) {
      // What was given to a message goes with it; an answer stays.
      if (entity === 'messages') orphans.add(each);
      else ends.set(each, { end: 'unchanged' });
      continue;
    }
    const until = receivedAt + rules.waitForParentMs;
    // One from the future was received before the clock was set back.
    if (canWait && now < until && receivedAt <= now + LOOK_MS)
      ends.set(each, {
        end: 'waiting',
        until: Math.min(until, now + LOOK_MS),
        parent,
        why: 'parent',
        holds: entity === 'messages',
      });
    else due.push(each);
  }
  const byParent = Map.groupBy(due, ({ hint }) => hint.change.parent ?? '');
  const answers = await askEach([...byParent.keys()], (key) => {
    const [first] = byParent.get(key) ?? [];
    const { conversation, time } = first?.hint.change ?? {};
    return lookups.message({ key, conversation, time }, signal);
  });
  const found: Folded[] = [];
  for (const [key, asked] of answers) {
    const some = byParent.get(key) ?? [];
    const change = 'answer' in asked ? asked.answer : undefined;
    if (change?.kind === 'upsert') {
      const [first] = some;
      const hint = { change: { ...change, isNew: false }, seq: first?.hint.seq ?? -1, receivedAt: now };
      found.push({ id: recordId(change), hint, older: [], first: hint.seq, isUnsure: false });
      continue;
    }
    for (const each of some) {
      if (each.hint.change.entity === 'messages') orphans.add(each);
      else if (change) ends.set(each, { end: 'unchanged' });
      else
        ends.set(each, {
          end: 'dead',
          code: 'LIVE.PARENT_MISSING',
          message: `neither system has the message ${key}`,
        });
    }
  }
  return { ends, found, orphans };
}

const isThere = (key: string, ledgers: BothLedgers): boolean => ledgers.find('messages', key) !== undefined;
