import { RunError } from '../errors/run-error.ts';
import { auth } from '../service/transport/auth.ts';
import { connectionsFor } from '../service/transport/budget.ts';
import { deadline } from '../service/transport/deadline.ts';
import { http } from '../service/transport/http.ts';
import { createLimiter, type Limiter, SENDER, type Sharing } from '../service/transport/limiter.ts';
import { observe } from '../service/transport/observe.ts';
import { rateLimit } from '../service/transport/rate-limit.ts';
import { retry } from '../service/transport/retry.ts';
import { openSharedBudget, sharedBy } from '../service/transport/shared/open-shared-budget.ts';
import { silence } from '../service/transport/silence.ts';
import { stopOnRefusal } from '../service/transport/stop-on-refusal.ts';
import { compose, type Transport, type TransportEvent } from '../service/transport/transport.ts';
import type { Clock } from '../system/clock.ts';
import type { System } from '../system/system.ts';
import type { Connection } from './connect.ts';

/** The requests of a command. */
export type OpenTransport = AsyncDisposable & {
  readonly transport: Transport;
  /** Starts no more requests until it is called with `false`; those under way end, and none of them fails by it. */
  readonly pause: (isPaused: boolean) => void;
  readonly allowed: Limiter['allowed'];
};

/**
 * Composes the layers for a target: auth → retry → stop on refusal → limit → deadline → observe → silence → service time → http.
 * @param deadlineMs for one attempt, from its start to the last byte of the answer, at most
 * @param answered whether the service has answered an earlier run: an outage at the start is then waited for like any other
 * @param waits how long nothing may succeed before a request fails, and how long one under way is waited for after an abort
 */
export function openTransport(
  connection: Connection,
  deadlineMs: number,
  onEvent: (event: TransportEvent) => void,
  system: System,
  answered = false,
  waits: { readonly outageMs?: number; readonly drainMs?: number } = {},
): OpenTransport {
  const { baseUrl, caFile, apiKey, target, skew } = connection;
  const { clock, random } = system;
  const budgets = { ...target.budgets, ...(target.perSender ? { [SENDER]: target.perSender } : {}) };
  const sharing = shareLimits(connection, onEvent, system);
  const limiter = createLimiter(budgets, undefined, clock, sharing);
  const watch = stopwatch(clock);
  const base = http({
    baseUrl,
    ...(caFile ? { caFile } : {}),
    deadlineMs,
    ...(waits.drainMs === undefined ? {} : { drainMs: waits.drainMs }),
    system,
    connections: connectionsFor(target.budgets),
  });
  const layers = [
    auth(apiKey),
    retry({
      observe: onEvent,
      ...(waits.outageMs === undefined ? {} : { outageMs: waits.outageMs }),
      answered,
      clock: watch,
      random,
    }),
    stopOnRefusal(),
    rateLimit({ limiter, observe: onEvent, clock, random }),
    deadline(deadlineMs, clock),
    observe(onEvent, clock, () => onEvent({ type: 'trying' })),
    silence(baseUrl, onEvent, clock),
    skew.layer(clock),
  ];
  return {
    transport: compose(base.transport, ...layers),
    allowed: (rateClass) => limiter.allowed(rateClass),
    pause(isPaused) {
      watch.stop(isPaused);
      limiter.pause(isPaused);
      onEvent({ type: 'switched', isPaused });
    },
    [Symbol.asyncDispose]: async () => {
      await sharing?.budget[Symbol.asyncDispose]();
      await base[Symbol.asyncDispose]();
    },
  };
}

/**
 * Opens the way in which this process shares the rate limits of an app with others that send to it. A file beside the states that cannot be made
 * is no reason not to send: then this process is alone with its limits, and says so.
 */
export function shareLimits(
  { sharedAs }: Connection,
  onEvent: (event: TransportEvent) => void,
  system: System,
): Sharing | undefined {
  if (!sharedAs) return undefined;
  const onHeld = (rateClass: string, forMs: number): void =>
    onEvent({ type: 'held', rateClass, forMs, refused: true, stated: true });
  try {
    const budget = openSharedBudget(sharedAs.folder, sharedAs.app, system);
    return budget && sharedBy(budget, onHeld);
  } catch (error) {
    sharedAs.warn(
      `the rate limits are not shared with other pipelines of this app: ${(error as Error).message}`,
    );
    return undefined;
  }
}

/** A clock whose elapsed time stands still while it is stopped: a pause is no time in which the service failed. */
function stopwatch(clock: Clock): Pick<Clock, 'elapsed' | 'sleep'> & { stop(isStopped: boolean): void } {
  let stoppedAt: number | undefined;
  let stoppedMs = 0;
  return {
    elapsed: () => (stoppedAt ?? clock.elapsed()) - stoppedMs,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    stop(isStopped) {
      const now = clock.elapsed();
      if (stoppedAt !== undefined) stoppedMs += now - stoppedAt;
      stoppedAt = isStopped ? now : undefined;
    },
  };
}

/** Signal that ends the writing of rows early; disposing of it stops its timer. */
export type StopSignal = Disposable & {
  /** Aborts on an interrupt, if the target has ended, after the allowed time, and on `abort`. */
  readonly signal: AbortSignal;
  /** Ends the work with this error. */
  readonly abort: (reason: RunError) => void;
};

/** Aborts on an interrupt, or if the target has ended. */
export const untilLost = (interrupted: AbortSignal, { lost }: Pick<Connection, 'lost'>): AbortSignal =>
  lost ? AbortSignal.any([interrupted, lost]) : interrupted;

/**
 * Combines all that can end the writing of rows early.
 * @param maxDurationMs the time after which it aborts with `RUN.MAX_DURATION`; undefined for no limit
 */
export function stopSignal(
  interrupted: AbortSignal,
  connection: Pick<Connection, 'lost'>,
  maxDurationMs: number | undefined,
  clock: Clock,
): StopSignal {
  const own = new AbortController();
  const outOfTime = (): void =>
    own.abort(new RunError('RUN.MAX_DURATION', 'the time of --max-duration is over'));
  const timer = maxDurationMs === undefined ? undefined : clock.after(maxDurationMs, outOfTime);
  return {
    signal: AbortSignal.any([untilLost(interrupted, connection), own.signal]),
    abort: (reason) => own.abort(reason),
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}
