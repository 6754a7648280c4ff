import { firstError } from '../../../errors/run-error.ts';
import { onAbort } from '../../../system/on-abort.ts';
import type { Alike } from './alike.ts';
import type { LiveGap } from './gaps.ts';
import { LaneWorker } from './lane-worker.ts';
import { type LanesOpened, lanesOf } from './opened-lanes.ts';

/** So much is listed again each time, milliseconds. */
const RECONCILED_MS = 24 * 3_600_000;

/** Both directions at work. */
export type LanesAtWork = {
  /** Lists again what changed in the last 24 hours on each side that can be asked. @throws what listing throws */
  readonly reconcile: (signal: AbortSignal) => Promise<void>;
};

/** What ends the work of both directions. */
type Ending = { readonly stop: AbortSignal; readonly hard: AbortSignal };

/**
 * Lets both directions work, and closes gaps, until something besides them is done.
 * @param beside is done meanwhile; its result is returned
 * @throws RunError for what waiting does not mend
 */
export async function keepAlike<T>(
  alike: Alike,
  lanes: LanesOpened,
  { stop, hard }: Ending,
  beside: (work: LanesAtWork, stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const { spec, context } = alike.parts;
  const { clock } = context.system;
  const end = new AbortController();
  using _stop = onAbort(stop, () => end.abort(stop.reason));
  const workers = lanesOf(lanes).map((lane) => new LaneWorker(lane, alike));
  const reconcile = async (signal: AbortSignal): Promise<void> => {
    const { now } = alike;
    await list(alike, workers, { from: now - RECONCILED_MS, to: now }, signal);
  };
  const healing = async (): Promise<void> => {
    await closeGaps(alike, workers, end.signal);
    for (;;) {
      await clock.sleep(spec.reconcileMs ?? RECONCILED_MS, end.signal);
      if (spec.reconcileMs !== undefined) await reconcile(end.signal);
      await closeGaps(alike, workers, end.signal);
    }
  };
  // What cannot be listed now is listed later: the events go on.
  const healed = healing().catch((error: unknown) => {
    if (!end.signal.aborted) alike.parts.news.warn(`nothing is listed: ${(error as Error).message}`);
  });
  const failure: { error?: unknown } = {};
  const worked = workers.map((worker) =>
    worker.run(end.signal, hard).catch((error: unknown) => {
      failure.error ??= firstError(error);
      end.abort(error);
    }),
  );
  try {
    return await beside({ reconcile }, end.signal);
  } catch (error) {
    throw failure.error ?? error;
  } finally {
    end.abort();
    await Promise.all([...worked, healed]);
    await alike.count(true);
  }
}

/** Feeds the lanes with what changed in a time on their sides, as far as these can be asked. */
async function list(
  { parts: { sides } }: Alike,
  workers: readonly LaneWorker[],
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<void> {
  for (const worker of workers) {
    const { lookups } = sides[worker.lane.side];
    if (lookups) await worker.list(() => lookups.changedIn(from, to, signal), signal);
  }
}

/** Lists what changed while nobody received events; a side that cannot be asked keeps its gap. */
async function closeGaps(alike: Alike, workers: readonly LaneWorker[], signal: AbortSignal): Promise<void> {
  const { gaps, news, sides, spec } = alike.parts;
  for (const gap of gaps.open) {
    const worker = workers.find(({ lane }) => lane.side === gap.side);
    if (!worker || !sides[gap.side].lookups) continue;
    const span = { from: gap.from - spec.overlapMs, to: gap.to };
    await list(alike, [worker], span, signal);
    const closed: LiveGap = { ...gap, closed: alike.now };
    await gaps.close(gap, alike.now);
    news.gap(closed);
  }
}
