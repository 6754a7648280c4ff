import { exitCodes, RunError } from '../../../../errors/run-error.ts';
import { amount, duration } from '../../../../terminal/printable.ts';
import { compareTouched } from '../compare/compare-touched.ts';
import type { LiveWish } from '../documents/requests.ts';
import type { LiveSession } from '../live-session.ts';
import type { LanesOpened } from '../opened-lanes.ts';
import { freeze, thaw, thawAtEnd } from './freeze.ts';
import type { LanesAtWork } from './keep-alike.ts';

type SwitchWish = Extract<LiveWish, { what: 'switch' }>;

/** Result of a switch. */
export type Switched = { readonly exitCode: number; readonly notices: readonly string[] };

/**
 * Moves over: waits until the old side is silent and nothing waits, lists once more, and compares what people touched. Where
 * that differs, or nobody is silent in time, people go on as before.
 * @throws RunError `LIVE.PHASE`, `LIVE.GAP`, `LIVE.NOT_DRAINED`
 */
export async function switchOver(
  alike: LiveSession,
  lanes: LanesOpened,
  wish: SwitchWish,
  work: LanesAtWork,
  signal: AbortSignal,
): Promise<Switched> {
  if (wish.back) return await switchBack(alike, lanes, signal);
  requirePhase(alike, 'live', 'live switch');
  requireNoGap(alike);
  const notices: string[] = [];
  await alike.enter('switch');
  let hasSwitched = false;
  try {
    if (wish.freeze) notices.push(...(await freeze(alike, signal)));
    const until = alike.elapsed + wish.withinMs;
    await silence(alike, lanes, until, wish.withinMs, signal);
    alike.atStep('listing', until);
    await work.reconcile(signal);
    await drained(alike, until, wish.withinMs, signal);
    alike.atStep('comparing', until);
    const found = await compareTouched(alike, lanes, signal);
    notices.push(...found.notices);
    hasSwitched = found.differences === 0;
  } finally {
    alike.switching = undefined;
    if (!hasSwitched) {
      await thawAtEnd(alike);
      await alike.enter('live');
    }
  }
  if (!hasSwitched) return { exitCode: exitCodes.different, notices };
  lanes.forward.mode = { write: 'report' };
  await alike.enter('switched');
  return { exitCode: exitCodes.ok, notices };
}

/** Turns round: what happens on the old side is written to the service again. */
async function switchBack(alike: LiveSession, lanes: LanesOpened, signal: AbortSignal): Promise<Switched> {
  requirePhase(alike, 'switched', 'live switch --back');
  const { spec, phase, gaps } = alike.parts;
  await thaw(alike, signal);
  // What people wrote there since the switch was not written: it is listed, like what nobody received.
  await gaps.add({ side: 'old', from: Date.parse(phase.now.since), to: alike.now });
  lanes.forward.mode = { write: spec.write };
  await alike.enter('live');
  return { exitCode: exitCodes.ok, notices: [] };
}

/** @throws RunError `LIVE.PHASE` */
function requirePhase(alike: LiveSession, phase: 'live' | 'switched', command: string): void {
  const { phase: now } = alike.parts.phase.now;
  if (now !== phase) throw new RunError('LIVE.PHASE', `${command} needs the phase ${phase}; it is ${now}`);
}

function requireNoGap(alike: LiveSession): void {
  const { gaps, sides } = alike.parts;
  const [open] = gaps.open.filter(({ side }) => !sides[side].lookups);
  if (open)
    throw new RunError(
      'LIVE.GAP',
      `nobody received events of the ${open.side} side from ${new Date(open.from).toISOString()} to ${new Date(open.to).toISOString()}`,
    );
}

/**
 * Waits until nothing of the old side waits, and for a time nothing that came from there had to be written. Events that changed
 * nothing, such as echoes of what people write in the service, break no silence. @throws RunError `LIVE.NOT_DRAINED`
 */
async function silence(
  alike: LiveSession,
  { forward }: LanesOpened,
  until: number,
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { context, times } = alike.parts;
  let seen = -1;
  let silentSince = alike.elapsed;
  for (;;) {
    const { created, updated, removed, skipped, dead } = forward.counts;
    const heard = created + updated + removed + skipped + dead;
    if (heard !== seen) silentSince = alike.elapsed;
    seen = heard;
    alike.atStep('silence', until, silentSince);
    if (waitingOf(alike) === 0 && alike.elapsed - silentSince >= times.silenceMs) return;
    if (alike.elapsed >= until) throw notDrained(alike, withinMs);
    await context.system.clock.sleep(times.passEveryMs, signal);
  }
}

/**
 * Waits until nothing of the old side waits and every gap was listed. @throws RunError `LIVE.NOT_DRAINED`; `LIVE.GAP` for one that
 * nobody can list
 */
async function drained(
  alike: LiveSession,
  until: number,
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { context, times, gaps } = alike.parts;
  while (waitingOf(alike) > 0 || gaps.open.length > 0) {
    requireNoGap(alike);
    if (alike.elapsed >= until) throw notDrained(alike, withinMs);
    await context.system.clock.sleep(times.passEveryMs, signal);
  }
}

const waitingOf = ({ parts: { inbox } }: LiveSession): number => inbox.waiting('old').events;

const notDrained = (alike: LiveSession, withinMs: number): RunError => {
  return new RunError(
    'LIVE.NOT_DRAINED',
    `the old system was not silent for ${duration(alike.parts.times.silenceMs)} within ${duration(withinMs)}: ${amount(waitingOf(alike), 'event')} waiting; nothing was switched`,
  );
};
