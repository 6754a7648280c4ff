import type { LiveRemoval } from '../../pass/lane-writer.ts';
import type { LaneDeps } from '../lane-deps.ts';
import type { BothLedgers } from './both-ledgers.ts';
import type { Candidate, Read } from './candidate.ts';
import type { MadeRow } from './convert-changes.ts';
import type { Folded } from './fold.ts';

/**
 * Finds pins that messages had on their side and have no more, as their records say, while the other side has them still: no event
 * tells of a pin alone.
 * @param context rows that came along, with the pins of messages that have one
 */
export function lostPins(
  reads: readonly Read[],
  context: readonly MadeRow[],
  deps: LaneDeps,
  ledgers: BothLedgers,
): ReadonlyMap<Folded, LiveRemoval> {
  const found = new Map<Folded, LiveRemoval>();
  const pinned = new Set(context.filter(({ entity }) => entity === 'pins').map(({ key }) => key));
  for (const { folded, rows } of reads) {
    const { entity, kind, version } = folded.hint.change;
    const [made, more] = rows;
    if (entity !== 'messages' || kind === 'gone' || !made || more || pinned.has(made.key)) continue;
    if ((made.row['deletedAt'] ?? undefined) !== undefined) continue;
    // A record from before says nothing of now.
    const state = deps.shared.links.find('messages', made.key, deps.side);
    if (version < (state?.version ?? 0) || !wasHere(made.key, deps)) continue;
    if (ledgers.find('pins', made.key)) found.set(folded, { entity: 'pins', key: made.key });
  }
  return found;
}

/** True if the side of the events has had the pin: what the other side alone has had so far is none of these. */
function wasHere(key: string, { writer, back }: LaneDeps): boolean {
  const origin = back?.writer.find('pins', key)?.origin;
  if (origin !== undefined) return origin === 'created' || origin === 'exists';
  return writer.find('pins', key)?.origin === 'created';
}

/** Changes with the removals of pins: also of messages that have changed in nothing else. */
export function withLostPins(
  candidates: readonly Candidate[],
  pins: ReadonlyMap<Folded, LiveRemoval>,
): readonly Candidate[] {
  const left = new Map(pins);
  const changed = candidates.map((candidate) => {
    const removal = left.get(candidate.folded);
    left.delete(candidate.folded);
    return removal ? { ...candidate, removals: [...candidate.removals, removal] } : candidate;
  });
  const alone = [...left].map(
    ([folded, removal]): Candidate => ({ folded, rows: [], removals: [removal], isCreate: false }),
  );
  return [...changed, ...alone];
}
