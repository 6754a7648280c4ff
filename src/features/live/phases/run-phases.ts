import { RunError } from '../../../errors/run-error.ts';
import { toRunError } from '../../../files/to-run-error.ts';
import { onAbort } from '../../../system/on-abort.ts';
import { errorJson } from '../../../terminal/context.ts';
import { answerWish, dropWish, type LiveAnswer, type LiveWish, readWish } from './documents/requests.ts';
import type { LiveSession } from './live-session.ts';
import { type LanesOpened, lanesOf } from './opened-lanes.ts';
import { capture } from './steps/capture.ts';
import { catchUp, requireNotifying } from './steps/catch-up.ts';
import { thawAtEnd } from './steps/freeze.ts';
import { keepAlike, type LanesAtWork } from './steps/keep-alike.ts';
import { keepHooks } from './steps/keep-hooks.ts';
import { deadExitCode, otherReceiver, stopAlike } from './steps/stop-alike.ts';
import { switchOver } from './steps/switch-over.ts';

/** The extent to which phases go. */
export type PhaseOptions = {
  readonly unproven: boolean;
  readonly allowNotifications: boolean;
  /** Ends once this phase is entered. */
  readonly until?: 'live' | 'switched' | undefined;
  /** A wish that this process itself has, whose answer ends it. */
  readonly wish?: LiveWish | undefined;
};

/** The parts of phases that need more than one process, or another system. */
export type PhaseDoors = {
  /** Opens both directions; the caller disposes of them. */
  readonly openLanes: () => Promise<LanesOpened>;
  /** Sets our webhooks, or says how to. @param told hears each side whose events may be missing */
  readonly setHooks: Parameters<typeof keepHooks>[1];
  /** Removes our webhooks; returns sentences about those that stay. */
  readonly removeHooks: () => Promise<readonly string[]>;
};

/** End of the work of a process: the bulk has to be run, it was stopped, or what it was to do is done. */
export type PhaseEnd =
  | { readonly end: 'bulk' | 'interrupted' }
  | { readonly end: 'done'; readonly answer: LiveAnswer };

/**
 * Goes through the phases from the one that the state knows, and obeys the wishes of other processes.
 * @param stop aborted by a signal, or when the time is over: the pass under way ends, and all is saved
 * @throws RunError
 */
export async function runPhases(
  alike: LiveSession,
  given: PhaseOptions,
  doors: PhaseDoors,
  stop: AbortSignal,
): Promise<PhaseEnd> {
  const { phase, news, shared } = alike.parts;
  await dropWish(shared);
  const options = continued(alike, given);
  const isHeard = !options.wish || options.wish.what === 'switch';
  const hooks = (): Promise<boolean> => keepHooks(alike, doors.setHooks);
  const early = new EarlyWishes(alike, options, doors);
  news.phase(phase.now);
  if (phase.now.phase === 'capture') {
    if (isHeard) await doors.setHooks();
    // What happened before is in the bulk, and only there.
    await phase.note({ captureSince: new Date(alike.now).toISOString() });
    const ended = await early.during(stop, (end) => capture(alike, options, end));
    if (ended !== true) return ended;
    await alike.enter('bulk');
  } else if (isHeard) await hooks();
  if (phase.now.phase === 'bulk') {
    if (!options.wish) return { end: 'bulk' };
    return await early.granted(options.wish, stop);
  }
  await using hard = hardSignal(alike, stop);
  const lanes = await doors.openLanes();
  alike.lanes = lanes;
  news.begin(lanesOf(lanes).reduce((sum, { counts }) => sum + counts.dead, 0));
  if (phase.now.phase === 'catch-up') {
    const ended = await early.during(stop, (end) => catchUp(alike, lanes, end, hard.signal));
    if (ended !== true) return ended;
    requireNotifying(alike, options.allowNotifications);
    await noteWhileStopped(alike);
    await alike.enter('live');
  }
  // A switch that was killed: people go on as before until somebody asks for it again.
  if (phase.now.phase === 'switch') {
    await thawAtEnd(alike);
    await alike.enter('live');
  }
  if (options.until === 'live' && !options.wish) return done(alike);
  const isStopping = options.wish?.what === 'stop';
  if (!isStopping) requireNotifying(alike, options.allowNotifications);
  setModes(alike, lanes, options.allowNotifications);
  const ending = { stop, hard: hard.signal, ...(isHeard ? { hooks } : {}) };
  return await keepAlike(alike, lanes, ending, (work, end) => obey(alike, lanes, options, doors, work, end));
}

/** Notes the time between a stop and the new beginning as a gap of the service: what people wrote there goes back. */
async function noteWhileStopped({ heard, parts: { phase, gaps, news } }: LiveSession): Promise<void> {
  const { stoppedAt, captureSince } = phase.now;
  if (stoppedAt === undefined || !heard.includes('new')) return;
  const gap = { side: 'new', from: Date.parse(stoppedAt), to: Date.parse(captureSince) } as const;
  if (await gaps.add(gap)) news.gap(gap);
}

/** A stop that was interrupted continues: its webhooks may be gone. */
function continued({ parts: { phase, news } }: LiveSession, options: PhaseOptions): PhaseOptions {
  if (!phase.now.isStopping || options.wish) return options;
  news.say('the stop that was interrupted continues');
  return { ...options, wish: { what: 'stop' } };
}

/**
 * Sets the work of each direction to that of the phase: after a switch the old side is only reported.
 * @param maySend false to notify nobody: what a stop still writes is imported
 */
function setModes(
  { parts: { phase, spec } }: LiveSession,
  { forward, back }: LanesOpened,
  maySend: boolean,
): void {
  const write = maySend ? spec.write : 'import';
  forward.mode = { write: phase.now.phase === 'switched' ? 'report' : write };
  if (back) back.mode = { write };
}

/** A signal that ends a pass which takes too long after another one. */
function hardSignal(
  { parts: { context, times } }: LiveSession,
  stop: AbortSignal,
): AsyncDisposable & { readonly signal: AbortSignal } {
  const hard = new AbortController();
  let timer: Disposable | undefined;
  const listening = onAbort(stop, () => {
    timer = context.system.clock.after(times.endWithinMs, () => hard.abort(stop.reason));
  });
  return {
    signal: hard.signal,
    [Symbol.asyncDispose]: async () => {
      listening[Symbol.dispose]();
      timer?.[Symbol.dispose]();
    },
  };
}

const done = (alike: LiveSession): PhaseEnd => ({
  end: 'done',
  answer: { exitCode: deadExitCode(alike), live: alike.document() },
});

/** Obeys wishes in the phases in which both directions work, until one of them ends it. */
async function obey(
  alike: LiveSession,
  lanes: LanesOpened,
  options: PhaseOptions,
  doors: PhaseDoors,
  work: LanesAtWork,
  stop: AbortSignal,
): Promise<PhaseEnd> {
  const { context, times, shared } = alike.parts;
  const granting = { lanes, doors, work, signal: stop };
  if (options.wish) return { end: 'done', answer: await grant(alike, options.wish, granting) };
  while (!stop.aborted) {
    const asked = await readWish(shared);
    if (asked) {
      const answer = await grant(alike, asked.wish, granting);
      for (const notice of answer.notices ?? []) alike.parts.news.say(notice);
      if (answer.error) alike.parts.news.say(`live ${asked.wish.what}: ${answer.error.message}`);
      await answerWish(shared, asked, answer);
      const { phase } = alike.parts.phase.now;
      if (phase === 'stopped' || (phase === 'switched' && options.until === 'switched'))
        return { end: 'done', answer };
    }
    await context.system.clock.sleep(times.passEveryMs, stop).catch(() => {});
  }
  return { end: 'interrupted' };
}

type Granting = {
  readonly lanes: LanesOpened;
  readonly doors: PhaseDoors;
  readonly work: LanesAtWork;
  readonly signal: AbortSignal;
};

/** Does what is wished; what cannot be done is an answer, too. */
async function grant(
  alike: LiveSession,
  wish: LiveWish,
  { lanes, doors, work, signal }: Granting,
): Promise<LiveAnswer> {
  return await answered(alike, signal, async () => {
    if (wish.what === 'switch') return await switchOver(alike, lanes, wish, work, signal);
    if (wish.what === 'stop') return await stopAlike(alike, doors.removeHooks, signal);
    return await retried(alike, lanes, wish.code, signal);
  });
}

/** Reads dead events again, and waits for what becomes of them. */
async function retried(
  alike: LiveSession,
  lanes: LanesOpened,
  code: string | undefined,
  signal: AbortSignal,
): Promise<Omit<LiveAnswer, 'live'>> {
  const { context, times } = alike.parts;
  let count = 0;
  for (const lane of lanesOf(lanes)) count += await lane.retry(code);
  while (count > 0 && lanesOf(lanes).some(({ retrying }) => retrying > 0))
    await context.system.clock.sleep(times.passEveryMs, signal);
  const notices = count === 0 && code !== undefined ? [`no dead event has the code ${code}`] : [];
  return { exitCode: deadExitCode(alike), retried: count, notices };
}

async function answered(
  alike: LiveSession,
  signal: AbortSignal,
  work: () => Promise<Omit<LiveAnswer, 'live'>>,
): Promise<LiveAnswer> {
  try {
    const answer = await work();
    return { ...answer, live: alike.document() };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const error = toRunError(thrown, alike.parts.context);
    return { exitCode: error.exitCode, error: errorJson(error), live: alike.document() };
  }
}

/** Wishes in the phases before both directions work: it can only be stopped. */
class EarlyWishes {
  readonly #alike: LiveSession;
  readonly #options: PhaseOptions;
  readonly #doors: PhaseDoors;

  constructor(alike: LiveSession, options: PhaseOptions, doors: PhaseDoors) {
    this.#alike = alike;
    this.#options = options;
    this.#doors = doors;
  }

  /** Does the work of a phase, and looks for wishes meanwhile; true once the phase is over. */
  async during(stop: AbortSignal, work: (end: AbortSignal) => Promise<boolean>): Promise<true | PhaseEnd> {
    const { context, times, shared } = this.#alike.parts;
    const { wish } = this.#options;
    if (wish) return await this.granted(wish, stop);
    const end = new AbortController();
    using _stop = onAbort(stop, () => end.abort(stop.reason));
    let ended: PhaseEnd | undefined;
    const worked = work(end.signal).finally(() => end.abort());
    // It is awaited once no wish is being answered.
    worked.catch(() => {});
    while (!end.signal.aborted) {
      const asked = await readWish(shared);
      if (asked) {
        const answer = await this.#grant(asked.wish, stop);
        await answerWish(shared, asked, answer);
        if (this.#alike.parts.phase.now.phase === 'stopped') ended = { end: 'done', answer };
      }
      if (ended) break;
      await context.system.clock.sleep(times.passEveryMs, end.signal).catch(() => {});
    }
    end.abort();
    const isOver = await worked;
    return ended ?? (isOver ? true : { end: 'interrupted' });
  }

  /** Does what this process itself wishes. */
  async granted(wish: LiveWish, signal: AbortSignal): Promise<PhaseEnd> {
    return { end: 'done', answer: await this.#grant(wish, signal) };
  }

  async #grant(wish: LiveWish, signal: AbortSignal): Promise<LiveAnswer> {
    return await answered(this.#alike, signal, async () => {
      if (wish.what === 'stop') return await stopEarly(this.#alike, this.#doors);
      const { phase } = this.#alike.parts.phase.now;
      throw new RunError('LIVE.PHASE', `live ${wish.what} needs the phase live; it is ${phase}`);
    });
  }
}

/** Stops before both directions work: what waits stays in the inbox, and nobody needs it. */
async function stopEarly(alike: LiveSession, { removeHooks }: PhaseDoors): Promise<Omit<LiveAnswer, 'live'>> {
  await alike.parts.phase.note({ isStopping: true });
  const notices = await removeHooks();
  await alike.parts.receiver.end();
  const elsewhere = await otherReceiver(alike);
  await alike.enter('stopped');
  await alike.count(true);
  return { exitCode: deadExitCode(alike), notices: [...notices, ...elsewhere] };
}
