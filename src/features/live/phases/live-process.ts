import { exitCodes, RunError } from '../../../errors/run-error.ts';
import { type Lock, takeLock } from '../../../files/lock.ts';
import type { StateStore } from '../../../files/state/state-store.ts';
import type { RunListener } from '../../../report/events/run-listener.ts';
import { consent } from '../../../session/consent/consent.ts';
import { openKept } from '../../../state/open-kept.ts';
import { State } from '../../../state/state.ts';
import { onAbort } from '../../../system/on-abort.ts';
import { errorJson } from '../../../terminal/context.ts';
import { inboxPlaceOf } from '../inbox/inbox-place.ts';
import { openInboxReader } from '../inbox/open-inbox-reader.ts';
import { hookUrls } from '../receive/hook-urls.ts';
import { openReceiversSeen } from '../receive/open-signs-of-life.ts';
import type { ReceiverNews } from '../receive/receiver-news.ts';
import { laterNumbers } from '../receive/receiver-numbers.ts';
import type { ReceiversSeen } from '../receive/signs-of-life.ts';
import { startReceiver } from '../receive/start-receiver.ts';
import { openSharedDocuments } from '../shared/open-shared-documents.ts';
import { sides as bothSides } from '../side.ts';
import { type LivePipeline, openSides, requireLive, type Sides } from '../sides/open-sides.ts';
import { GapKeeper } from './documents/gaps.ts';
import { savedDocument } from './documents/live-document.ts';
import { PhaseKeeper, readPhase } from './documents/phase-document.ts';
import { answerWish, type LiveAnswer, type LiveAsked, readWish } from './documents/requests.ts';
import { OurHooks, type WantedHook } from './hook-setting.ts';
import { type LiveContext, LiveSession, type LiveTimes, type ReceiverSeen } from './live-session.ts';
import type { LiveNews } from './news.ts';
import { openDoors } from './open-doors.ts';
import { openLanes } from './open-lanes.ts';
import type { SidesOpened } from './opened-lanes.ts';
import { type PhaseEnd, type PhaseOptions, runPhases } from './run-phases.ts';
import { StateTurns } from './state-turns.ts';
import { bulk, isBulkDone } from './steps/bulk.ts';

/** Options of a process that works for two systems. */
export type ProcessOptions = PhaseOptions & {
  /** The pipeline file as typed. */
  readonly file: string;
  readonly yes: boolean;
  readonly exportedAt?: number | undefined;
  readonly maxDurationMs?: number | undefined;
  /** True if it receives events, unless another process does. */
  readonly receives: boolean;
  /** The lock of the pipeline, if the caller has it; it stays the caller's. */
  readonly lock?: Lock | undefined;
  readonly times: LiveTimes;
  readonly news: LiveNews;
  /** Hears of the bulk run. */
  readonly listener: RunListener;
};

/**
 * Keeps two systems alike until that is to end, from the phase that the state knows.
 * @returns what became of it; its error is that which ended it
 * @throws RunError for what it cannot even begin with
 */
export async function liveProcess(options: ProcessOptions, context: LiveContext): Promise<LiveAnswer> {
  using stop = stopper(options, context);
  await using running = new AsyncDisposableStack();
  const turns = new StateTurns(options.news, context.system.clock, options.wish === undefined);
  const staying: Staying = { stop, running, turns, receivers: undefined, receiver: undefined };
  for (;;) {
    try {
      const step = await inState(options, context, staying);
      if (step.end !== 'bulk') return step.answer;
      const { pipeline, captureSince } = step;
      const asked = await bulkUnlessStopped(options, { pipeline, captureSince, stop }, context);
      if (typeof asked === 'number') {
        stop.signal.throwIfAborted();
        if (asked === exitCodes.locked && turns.canWait)
          throw new RunError('STATE.LOCKED', 'the state was lost while everything was written');
        if (!isBulkDone(asked)) return { exitCode: asked, live: step.answer.live };
        await afterBulk(options, context);
        continue;
      }
      const { answer } = await inState({ ...options, wish: asked.wish }, context, staying);
      await using shared = await openSharedDocuments(inboxPlaceOf(pipeline), context.system);
      await answerWish(shared, asked, answer);
      return answer;
    } catch (error) {
      await turns.wait(error, stop.signal);
    }
  }
}

/** Things that stay as they are from one turn at the state to the next. */
type Staying = {
  readonly stop: Stopper;
  /** Disposed of at the end. */
  readonly running: AsyncDisposableStack;
  readonly turns: StateTurns;
  receivers: ReceiversSeen | undefined;
  receiver: (ReceiverSeen & { readonly isOurs: boolean }) | undefined;
};

type InBulk = {
  readonly pipeline: LivePipeline;
  readonly captureSince: number;
  readonly stop: Stopper;
};

/** Runs the whole pipeline; returns its exit code, or the wish of another process to stop, which ended it. */
async function bulkUnlessStopped(
  options: ProcessOptions,
  { pipeline, captureSince, stop }: InBulk,
  context: LiveContext,
): Promise<number | LiveAsked> {
  const { clock, files } = context.system;
  const { kept } = new State(pipeline.stateFolder, files);
  await using shared = await openSharedDocuments(inboxPlaceOf(pipeline), context.system);
  const end = new AbortController();
  using _stop = onAbort(stop.signal, () => end.abort(stop.signal.reason));
  let stopping: LiveAsked | undefined;
  const look = async (): Promise<void> => {
    const asked = stopping ? undefined : await readWish(shared);
    if (asked?.wish.what === 'stop') {
      stopping = asked;
      end.abort(new RunError('RUN.TERMINATED', 'ended by  chatferry live stop'));
    } else if (asked) await answerWish(shared, asked, refusedInBulk(asked, kept, clock.now()));
  };
  let isLooking = false;
  using _looking = clock.every(options.times.passEveryMs, () => {
    if (isLooking) return;
    isLooking = true;
    void look()
      .catch(() => {})
      .finally(() => {
        isLooking = false;
      });
  });
  try {
    const exitCode = await bulk(pipeline, captureSince, options, { ...context, signal: end.signal });
    return stopping ?? exitCode;
  } catch (error) {
    if (stopping) return stopping;
    throw error;
  }
}

function refusedInBulk({ wish }: LiveAsked, kept: StateStore, now: number): LiveAnswer {
  const error = new RunError('LIVE.PHASE', `live ${wish.what} needs the phase live; it is bulk`);
  const live = savedDocument(kept, now);
  if (!live) throw error;
  return { exitCode: error.exitCode, error: errorJson(error), live };
}

/** Ends the work when the process is interrupted, when its time is over, or when somebody else says so. */
function stopper(
  { maxDurationMs }: ProcessOptions,
  { signal, system }: LiveContext,
): Disposable & { readonly signal: AbortSignal; readonly abort: (reason: unknown) => void } {
  const own = new AbortController();
  const listening = onAbort(signal, () => own.abort(signal.reason));
  const outOfTime = (): void =>
    own.abort(new RunError('RUN.MAX_DURATION', 'the time of --max-duration is over'));
  const timer = maxDurationMs === undefined ? undefined : system.clock.after(maxDurationMs, outOfTime);
  return {
    signal: own.signal,
    abort: (reason) => own.abort(reason),
    [Symbol.dispose]: () => {
      listening[Symbol.dispose]();
      timer?.[Symbol.dispose]();
    },
  };
}

type Stopper = ReturnType<typeof stopper>;

type Step = { readonly end: PhaseEnd['end']; readonly answer: LiveAnswer } & {
  readonly pipeline: LivePipeline;
  /** Milliseconds since 1970. */
  readonly captureSince: number;
};

/** Works with the lock of the pipeline, until the bulk has to be run or all is done. */
async function inState(options: ProcessOptions, outside: LiveContext, staying: Staying): Promise<Step> {
  const { stop, turns } = staying;
  await using kept = await openKept(options.file, outside);
  const { context, state } = kept;
  const pipeline = requireLive(kept.pipeline);
  const before = readPhase(state.kept)?.phase;
  const isShared = pipeline.stateServer !== undefined;
  const isFirst = !turns.canWait;
  if (turns.begin(isShared, before)) return endedElsewhere(pipeline, state, context);
  if (!options.wish && isFirst && (before === undefined || before === 'stopped'))
    await consent(pipeline, options.yes, context);
  await state.make();
  await using opened = new AsyncDisposableStack();
  const sides = await openSides(pipeline, context);
  const receive = (): Promise<ReceiverSeen> => receiverOf(options, { pipeline, sides, staying }, outside);
  // One that stands by receives, too.
  if (isShared) await receive();
  const lock =
    options.lock ?? opened.use(await takeLock(state.paths.lock, context.commandLine, context.system));
  if (turns.begin(isShared, readPhase(state.kept)?.phase)) return endedElsewhere(pipeline, state, context);
  const doors = opened.use(await openDoors(sides, context.system));
  const receiver = await receive();
  const phase = await PhaseKeeper.open(state.kept, context.system);
  turns.came(phase.now.phase);
  const gaps = new GapKeeper(state.kept);
  if (phase.now.phase === 'capture') await gaps.clear();
  const place = inboxPlaceOf(pipeline);
  const inbox = opened.use(await openInboxReader(place, context.system));
  const shared = opened.use(await openSharedDocuments(place, context.system));
  const receivers = staying.receivers as ReceiversSeen;
  const { news, times } = options;
  const spec = pipeline.live;
  const parts = { pipeline, spec, state, context, phase, gaps, news, times, sides: doors, inbox };
  const alike = new LiveSession({ ...parts, shared, receivers, receiver });
  const wanted = await hooksOf(pipeline, sides, doors, context);
  const hooks = new OurHooks(wanted, {
    how: spec.hooks,
    state: state.kept,
    clock: context.system.clock,
    sayByHand: (hook) => sayByHand(hook, alike),
  });
  const ended = await runPhases(
    alike,
    options,
    {
      openLanes: async () =>
        opened.use(await openLanes({ pipeline, state, lock, sides, doors, inbox }, context)),
      setHooks: (told) => hooks.set(stop.signal, told),
      removeHooks: () => hooks.remove(stop.signal),
    },
    stop.signal,
  );
  await alike.count(true);
  if (ended.end === 'interrupted') stop.signal.throwIfAborted();
  const answer = ended.end === 'done' ? ended.answer : { exitCode: 0, live: alike.document() };
  return { end: ended.end, answer, pipeline, captureSince: Date.parse(phase.now.captureSince) };
}

/** The end of a process that stood by until another one ended the work. */
function endedElsewhere(pipeline: LivePipeline, { kept }: State, { system }: LiveContext): Step {
  const live = savedDocument(kept, system.clock.now());
  if (!live) throw new RunError('LIVE.PHASE', 'the systems of this pipeline were never kept alike');
  return { end: 'done', answer: { exitCode: exitCodes.ok, live }, pipeline, captureSince: 0 };
}

/** Receives events, unless another process does, or none are needed. */
async function receiverOf(
  { receives, news }: ProcessOptions,
  {
    pipeline,
    sides,
    staying,
  }: { readonly pipeline: LivePipeline; readonly sides: Sides; readonly staying: Staying },
  context: LiveContext,
): Promise<ReceiverSeen> {
  const { stop, running } = staying;
  if (staying.receiver?.isOurs) return staying.receiver;
  staying.receivers ??= running.use(await openReceiversSeen(inboxPlaceOf(pipeline), context.system));
  const { receivers } = staying;
  const others = { numbers: () => receivers.numbers, end: async () => {}, isOurs: false };
  if (!receives) return others;
  try {
    const told = (heard: ReceiverNews): void =>
      heard.kind === 'reloaded' && heard.isDone ? news.say(heard.text) : news.warn(heard.text);
    const receiver = running.use(await startReceiver({ pipeline, sides, told }, context));
    void receiver.ended.then(undefined, (error: unknown) => stop.abort(error));
    const listening = context.onHangUp?.(() => void receiver.reload());
    if (listening) running.use(listening);
    news.say(`receives events at ${receiver.address}`);
    staying.receiver = {
      // On a server there are others, too.
      numbers: () =>
        pipeline.stateServer ? laterNumbers(receiver.numbers, receivers.numbers) : receiver.numbers,
      end: async () => await receiver[Symbol.asyncDispose](),
      isOurs: true,
    };
  } catch (error) {
    if (!(error instanceof RunError) || error.code !== 'STATE.LOCKED') throw error;
    if (!staying.receiver) news.say('another process receives the events');
    staying.receiver = others;
  }
  return staying.receiver;
}

/** The webhooks that are to be there: of the sides whose events are received. */
async function hooksOf(
  pipeline: LivePipeline,
  sides: Sides,
  doors: SidesOpened,
  context: LiveContext,
): Promise<readonly WantedHook[]> {
  const urls = await hookUrls(pipeline, context);
  return bothSides.flatMap((side) => {
    const [url, { secrets }, { name, hooks }] = [urls[side], sides[side], doors[side]];
    return url === undefined || !secrets ? [] : [{ side, name, hooks, url, secrets }];
  });
}

/** Says which webhook a person has to set; the address is a secret of theirs, and goes nowhere else. */
function sayByHand({ name, url }: WantedHook, { parts: { context } }: LiveSession): void {
  context.err(`set a webhook of ${name} for all events of users, groups, members, messages and reactions, with this address:
  ${url}
`);
}

/** Enters the phase after the bulk. @throws RunError `STATE.*` */
async function afterBulk({ file }: ProcessOptions, outside: LiveContext): Promise<void> {
  await using kept = await openKept(file, outside);
  const { context, state } = kept;
  await using _lock = await takeLock(state.paths.lock, context.commandLine, context.system);
  const phase = await PhaseKeeper.open(state.kept, context.system);
  await phase.enter('catch-up');
}
