import type { RemovalRow } from '../../../delivery/removal/remove-row.ts';
import { type RemovalEvent, removeRows } from '../../../delivery/removal/remove-rows.ts';
import { entities } from '../../../input/entities/entities.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import type { RemovalProblem } from '../../../input/rows/outcome.ts';
import { ledgerKeyOf } from '../../../ledger/ledger-key.ts';
import type { LaneParts } from './deliver-rows.ts';
import type { LaneOutcome, LiveRemoval } from './lane-writer.ts';

/**
 * Removes what people have removed on the other side, also what was there before us; users are deactivated. Repeated after a kill,
 * it finds in the ledger what is still to be removed.
 * @throws RunError; the reason of the signal. Completed removals are recorded
 */
export async function removeLive(
  removals: readonly LiveRemoval[],
  { ledger, transport, session, connection, pipeline }: LaneParts,
  signal: AbortSignal,
): Promise<readonly LaneOutcome[]> {
  const outcomes: LaneOutcome[] = [];
  const rows: RemovalRow[] = [];
  const seen = new Set<string>();
  for (const { entity, key } of removals) {
    const own = ledgerKeyOf(entities[entity], key);
    const entry = ledger.find(entity, own);
    if (seen.has(`${entity} ${own}`)) continue;
    seen.add(`${entity} ${own}`);
    if (entry) rows.push({ entity, entry });
    else outcomes.push({ entity, key: own, outcome: { status: 'gone' } });
  }
  // The last entity first: what hangs on a row leaves before it.
  const order = (name: EntityName): number => -entityNames.indexOf(name);
  rows.sort((a, b) => order(a.entity) - order(b.entity));
  const theirs = rows.filter(({ entry }) => entry.origin === 'exists');
  const removed = new Set(rows.map(({ entity, entry }) => `${entity} ${entry.key}`));
  const ends = new Map<RemovalRow['entry'], RemovalEvent['outcome']>();
  for (const how of ['delete', 'deactivate'] as const) {
    const some = rows.filter(({ entity }) => (entity === 'users') === (how === 'deactivate'));
    if (some.length === 0) continue;
    // Whoever removed it there has decided about it: from now on it leaves like a row of ours, also after a kill.
    if (how === 'delete')
      for (const { entity, entry } of some)
        if (theirs.some((each) => each.entry === entry)) ledger.mark(entity, [entry.row], 'ours');
    const asOurs = some.map(({ entity, entry }) =>
      how === 'delete' && entry.origin === 'exists'
        ? { entity, entry: { ...entry, origin: 'created' as const } }
        : { entity, entry },
    );
    const { problems } = await removeRows(asOurs, {
      ledger,
      transport,
      signal,
      system: session.system,
      since: Math.floor(session.system.clock.now() / 1_000) + connection.skew.seconds,
      concurrency: pipeline.limits.concurrency,
      how,
      leaving: (entity, entry) => how === 'delete' && removed.has(`${entity} ${entry.key}`),
      observe: ({ entry, outcome }) => void ends.set(entry, outcome),
    });
    for (const row of asOurs) outcomes.push(outcomeOf(row, ends.get(row.entry), problems));
    for (const [at, { entity, entry }] of asOurs.entries()) {
      if (ends.get(entry) !== 'failed' || how !== 'delete') continue;
      ledger.mark(entity, [entry.row], 'staying');
      if (some[at]?.entry.origin === 'exists') ledger.mark(entity, [entry.row], 'theirs');
    }
  }
  return outcomes;
}

function outcomeOf(
  { entity, entry: { key } }: RemovalRow,
  end: RemovalEvent['outcome'] | undefined,
  problems: readonly RemovalProblem[],
): LaneOutcome {
  if (end === 'removed' || end === 'implied') return { entity, key, outcome: { status: 'removed' } };
  if (end === 'gone' || end === 'kept') return { entity, key, outcome: { status: end } };
  const own = problems.filter((problem) => problem.entity === entity);
  const { code = 'REMOVAL.UNFOUND', samples = [] } =
    own.find((problem) => problem.samples.some((sample) => sample.key === key)) ?? own[0] ?? {};
  const message = samples.find((sample) => sample.key === key)?.message ?? 'it could not be removed';
  return { entity, key, outcome: { status: 'rejected', problems: [{ code, message }] } };
}
