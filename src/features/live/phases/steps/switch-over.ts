import { exitCodes, RunError } from '../../../../errors/run-error.ts';
import { amount, duration } from '../../../../terminal/printable.ts';
import { compareTouched } from '../compare/compare-touched.ts';
import type { LiveWish } from '../documents/requests.ts';
import type { LiveSession } from '../live-session.ts';
import type { LanesOpened } from '../opened-lanes.ts';
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
  const isFrozen = wish.freeze && (await freeze(alike, true, notices, signal));
  await alike.enter('switch');
  let hasSwitched = false;
  try {
    const until = alike.now + wish.withinMs;
    await silence(alike, lanes, until, wish.withinMs, signal);
    await work.reconcile(signal);
    await drained(alike, until, wish.withinMs, signal);
    const found = await compareTouched(alike, lanes, signal);
    notices.push(...found.notices);
    hasSwitched = found.differences === 0;
  } finally {
    if (!hasSwitched) {
      if (isFrozen) await freeze(alike, false, notices, signal).catch(() => {});
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
  const { phase, spec } = alike.parts;
  const notices: string[] = [];
  if (phase.now.isFrozen) await freeze(alike, false, notices, signal);
  lanes.forward.mode = { write: spec.write };
  await alike.enter('live');
  return { exitCode: exitCodes.ok, notices };
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

/** Keeps people from writing on the old side, or lets them again; says it where it cannot. Returns whether it is done. */
async function freeze(
  { parts: { sides, phase } }: LiveSession,
  isFrozen: boolean,
  notices: string[],
  signal: AbortSignal,
): Promise<boolean> {
  const { lookups, name } = sides.old;
  if (!lookups?.freeze) {
    notices.push(`${name} cannot be frozen from here: people can write there until they stop`);
    return false;
  }
  await lookups.freeze(isFrozen, signal);
  await phase.note({ isFrozen });
  return true;
}

/** Waits until nothing waits and no event of the old side came in for a time. @throws RunError `LIVE.NOT_DRAINED` */
async function silence(
  alike: LiveSession,
  { forward }: LanesOpened,
  until: number,
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { context, times } = alike.parts;
  let seen = -1;
  let silentSince = alike.now;
  for (;;) {
    const received = forward.counts.received + alike.parts.inbox.waiting('old').events;
    if (received !== seen || alike.waiting > 0) silentSince = alike.now;
    seen = received;
    if (alike.waiting === 0 && alike.now - silentSince >= times.silenceMs) return;
    if (alike.now >= until) throw notDrained(alike, withinMs);
    await context.system.clock.sleep(times.passEveryMs, signal);
  }
}

/** Waits until nothing waits and every gap was listed. @throws RunError `LIVE.NOT_DRAINED` */
async function drained(
  alike: LiveSession,
  until: number,
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { context, times, gaps } = alike.parts;
  while (alike.waiting > 0 || gaps.open.length > 0) {
    if (alike.now >= until) throw notDrained(alike, withinMs);
    await context.system.clock.sleep(times.passEveryMs, signal);
  }
}

const notDrained = (alike: LiveSession, withinMs: number): RunError =>
  new RunError(
    'LIVE.NOT_DRAINED',
    `the old system was not quiet within ${duration(withinMs)}: ${amount(alike.waiting, 'event')} waiting; people go on as before`,
  );
