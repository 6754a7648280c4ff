import type { LiveChange, LiveEntity } from '../../../../origin/live/live-origin.ts';
import type { ChangeEnd } from './change-end.ts';

/** A change, with the event that says it. */
export type Hint = {
  readonly change: LiveChange;
  /** The number of its event; those of lists have numbers below 0. */
  readonly seq: number;
  /** Milliseconds since 1970, by our clock. */
  readonly receivedAt: number;
  /** The message or the group of which a list says that it has this no more: it is asked again. */
  readonly owner?: LiveChange;
  /** True if its side was asked for the record: it is as it is now, and not as it was when the event was sent. */
  readonly isCompleted?: boolean;
};

/** All that waits about one record. */
export type Folded = {
  readonly id: string;
  readonly hint: Hint;
  /** Those that say what is older, or the same. */
  readonly older: readonly Hint[];
  /** The number of the first event about it, by which it keeps its place among others. */
  readonly first: number;
  /** True if two of them say something else of the same moment: the record is looked up. */
  readonly isUnsure: boolean;
};

/** Entities whose records can come again after they were gone, any number of times. */
const RELATIONS: ReadonlySet<LiveEntity> = new Set(['members', 'reactions', 'pins']);

export const isRelation = (entity: LiveEntity): boolean => RELATIONS.has(entity);

/** The name of a record among all of its side. */
export const recordId = ({ entity, key }: Pick<LiveChange, 'entity' | 'key'>): string => `${entity} ${key}`;

/** Joins all hints about the same record: the newest state counts, however they arrived. In the order of their first events. */
export function foldHints(hints: readonly Hint[]): readonly Folded[] {
  const folded = new Map<string, Folded>();
  for (const hint of hints) {
    const id = recordId(hint.change);
    const before = folded.get(id);
    if (!before) {
      folded.set(id, { id, hint, older: [], first: hint.seq, isUnsure: hint.owner !== undefined });
      continue;
    }
    const [winner, loser] = isAfter(hint, before.hint) ? [hint, before.hint] : [before.hint, hint];
    const isAsOld = winner === before.hint || winner.change.version === before.hint.change.version;
    const isUnsure = isUnclear(winner.change, loser.change) || (before.isUnsure && isAsOld);
    const first = Math.min(before.first, hint.seq);
    folded.set(id, { id, hint: winner, older: [...before.older, loser], first, isUnsure });
  }
  return [...folded.values()];
}

/** True if a hint says what became of a record after another one. */
function isAfter(hint: Hint, other: Hint): boolean {
  const [a, b] = [hint.change, other.change];
  if (a.kind !== b.kind && !isRelation(a.entity)) {
    const [gone, here] = a.kind === 'gone' ? [a, b] : [b, a];
    // What is gone stays so, but for a channel that was made again.
    const isAgain =
      here.isNew && here.entity !== 'messages' && gone.version > 0 && here.version > gone.version;
    return (isAgain ? here : gone) === a;
  }
  if (a.version !== b.version && a.version > 0 && b.version > 0) return a.version > b.version;
  // What is taken back may say when it was given.
  if (a.kind !== b.kind && a.version === b.version && a.version > 0) {
    const [gone, here] = a.kind === 'gone' ? [a, b] : [b, a];
    return (here.isNew ? gone : here) === a;
  }
  // A record that was made and changed in the same moment: the change is later.
  if (a.kind === b.kind && a.isNew !== b.isNew) return b.isNew;
  return hint.seq > other.seq;
}

function isUnclear(a: LiveChange, b: LiveChange): boolean {
  if (isRelation(a.entity) || a.kind !== 'upsert' || b.kind !== 'upsert') return false;
  if (a.isNew !== b.isNew || (a.version !== b.version && a.version > 0 && b.version > 0)) return false;
  return JSON.stringify(a.rows[0]?.row) !== JSON.stringify(b.rows[0]?.row);
}

/** The end of a hint with a newer one about the same record. */
export function olderEnd(hint: Hint, { winner }: { readonly winner: Hint }, end: ChangeEnd): ChangeEnd {
  if (end.end === 'waiting') return end;
  const [a, b] = [hint.change, winner.change];
  const isSame =
    a.kind === b.kind &&
    a.version === b.version &&
    a.isNew === b.isNew &&
    JSON.stringify(a.rows[0]?.row) === JSON.stringify(b.rows[0]?.row);
  return { end: isSame ? 'duplicate' : 'folded' };
}
