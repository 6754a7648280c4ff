import { firstError } from '../../../../errors/run-error.ts';
import { onAbort } from '../../../../system/on-abort.ts';
import type { LiveGap } from '../documents/gaps.ts';
import type { LiveSession } from '../live-session.ts';
import { type LanesOpened, lanesOf } from '../opened-lanes.ts';
import { thaw } from './freeze.ts';
import { LaneWorker } from './lane-worker.ts';

/** So much is listed again each time, milliseconds. */
const RECONCILED_MS = 24 * 3_600_000;

/** Time from one look for gaps to the next; after a list that failed, it is longer. Milliseconds. */
const LOOK_EVERY_MS = 1_000;
const LISTED_LATER_MS = 30_000;
/** Time from one look for our webhooks to the next: systems turn off those that fail. Milliseconds. */
const HOOKS_EVERY_MS = 600_000;
/** Time from one removal of events that were kept for long enough to the next, milliseconds. */
const CLEANED_EVERY_MS = 3_600_000;

/** Both directions at work. */
export type LanesAtWork = {
  /** Lists again what changed in the last 24 hours on each side that can be asked. @throws what listing throws */
  readonly reconcile: (signal: AbortSignal) => Promise<void>;
};

/** Signals that end the work of both directions. */
type Ending = {
  readonly stop: AbortSignal;
  readonly hard: AbortSignal;
  /** Looks whether our webhooks are there, and sets them again; returns whether they are. Absent if nothing is received. */
  readonly hooks?: () => Promise<boolean>;
};

/**
 * Lets both directions work, and closes gaps, until something besides them is done.
 * @param beside is done meanwhile; its result is returned
 * @throws RunError for what waiting does not mend
 */
export async function keepAlike<T>(
  alike: LiveSession,
  lanes: LanesOpened,
  { stop, hard, hooks }: Ending,
  beside: (work: LanesAtWork, stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  using _stop = onAbort(stop, () => end.abort(stop.reason));
  const workers = lanesOf(lanes).map((lane) => new LaneWorker(lane, alike));
  const reconcile = async (signal: AbortSignal): Promise<void> => {
    const { now } = alike;
    await list(alike, workers, { from: now - RECONCILED_MS, to: now }, signal);
  };
  const healed = heal(alike, workers, { reconcile, ...(hooks ? { hooks } : {}) }, end.signal);
  const failure: { error?: unknown } = {};
  const worked = workers.map((worker) =>
    worker.run(end.signal, hard).catch((error: unknown) => {
      failure.error ??= firstError(error);
      end.abort(error);
    }),
  );
  const ended: { result?: T } = {};
  try {
    ended.result = await beside({ reconcile }, end.signal);
  } catch (error) {
    failure.error ??= error;
  } finally {
    end.abort();
    await Promise.all([...worked, healed]);
  }
  // A direction that failed ends it with its error, whatever the rest made of the signal.
  if (failure.error !== undefined) throw failure.error;
  await alike.count(true);
  return ended.result as T;
}

/** Closes gaps as they are found, lists again in its time, and removes old events. What cannot be listed now is listed later: the events go on. */
async function heal(
  alike: LiveSession,
  workers: readonly LaneWorker[],
  { reconcile, hooks }: LanesAtWork & Pick<Ending, 'hooks'>,
  signal: AbortSignal,
): Promise<void> {
  const { spec, news, context, inbox, phase } = alike.parts;
  const { clock } = context.system;
  let looked = clock.elapsed() + HOOKS_EVERY_MS;
  let clean = clock.elapsed();
  let next = clock.elapsed() + (spec.reconcileMs ?? Number.POSITIVE_INFINITY);
  while (!signal.aborted) {
    let waitMs = LOOK_EVERY_MS;
    try {
      if (hooks && !phase.now.isStopping && clock.elapsed() >= looked) {
        const areThere = await hooks();
        looked = clock.elapsed() + (areThere ? HOOKS_EVERY_MS : LISTED_LATER_MS);
      }
      // A thaw failed.
      if (phase.now.phase === 'live') await thaw(alike, signal);
      await noteGaps(alike);
      await closeGaps(alike, workers, signal);
      if (clock.elapsed() >= next) {
        await reconcile(signal);
        next = clock.elapsed() + (spec.reconcileMs ?? 0);
      }
    } catch (error) {
      if (signal.aborted) return;
      waitMs = LISTED_LATER_MS;
      news.warn(`nothing can be listed now: ${(error as Error).message}`);
    }
    if (clock.elapsed() >= clean) {
      await inbox
        .clean()
        .catch((error: unknown) =>
          news.warn(`old events cannot be removed now: ${(error as Error).message}`),
        );
      clean = clock.elapsed() + CLEANED_EVERY_MS;
    }
    await clock.sleep(waitMs, signal).catch(() => {});
  }
}

/** Takes over the times in which nobody received events, as receivers know them. */
async function noteGaps({ heard, now, parts: { gaps, news, phase, receivers } }: LiveSession): Promise<void> {
  const since = Date.parse(phase.now.captureSince);
  for (const { from, to } of await receivers.look())
    for (const side of heard) {
      // What was before the capture is in the bulk, unless the clock was set back since.
      if (to < since && since <= now) continue;
      const gap = { side, from, to };
      if (await gaps.add(gap)) news.gap(gap);
    }
}

/** Feeds the lanes with what changed in a time on their sides, as far as these can be asked. */
async function list(
  { parts: { sides } }: LiveSession,
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
async function closeGaps(
  alike: LiveSession,
  workers: readonly LaneWorker[],
  signal: AbortSignal,
): Promise<void> {
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
