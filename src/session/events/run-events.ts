import type { Plan } from '../../delivery/plan.ts';
import type { Committed, RunEvent } from '../../delivery/run.ts';
import { problemsOf, shown } from '../../delivery/tally/tally.ts';
import { defined } from '../../input/json/defined.ts';
import type { EventOf, StreamEvent } from '../../report/events/event-schema.ts';
import { progressOf } from '../../report/events/extent.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { SENDER } from '../../service/transport/limiter.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import type { OpenTransport } from '../open-transport.ts';
import { NO_ANSWER_MS } from './answer-watch.ts';
import type { RunProgress } from './run-progress.ts';

/** Makes the events of a run of what its line and its requests do, until it is disposed of. */
export class RunEvents implements Disposable {
  readonly #plan: Plan;
  readonly #progress: RunProgress;
  readonly #listeners: readonly RunListener[];
  readonly #clock: Clock;
  readonly #timers: readonly Disposable[];
  /** When a pause began, on the clock's `elapsed`; undefined if there is none. */
  #pausedAt: number | undefined;
  readonly #warned = new Set<string>();

  constructor(plan: Plan, progress: RunProgress, listeners: readonly RunListener[], clock: Clock) {
    this.#plan = plan;
    this.#progress = progress;
    this.#listeners = listeners;
    this.#clock = clock;
    this.#timers = listeners.map((listener) =>
      clock.every(listener.everyMs, () => {
        listener.observe(progress.now());
        this.#pauseIfSilent();
      }),
    );
  }

  /** The requests of the run, before the first one. */
  use(requests: OpenTransport): void {
    this.#progress.use(requests);
    for (const listener of this.#listeners) listener.control?.(requests);
  }

  emit(event: StreamEvent): void {
    for (const listener of this.#listeners) listener.observe(event);
  }

  /** Says a warning, each once. */
  warn(message: string): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    this.emit({ type: 'warning', message });
  }

  /** Takes an event of the line or its requests. */
  observe(event: RunEvent | TransportEvent): void {
    this.#progress.observe(event);
    for (const listener of this.#listeners) listener.follow?.(event);
    if (event.type === 'tried') this.#resumeAfter(event);
    else if (event.type === 'held') this.#onHeld(event);
    else if (event.type === 'switched') event.isPaused ? this.#pause(true) : this.#resume();
    else if (event.type === 'retried') {
      const { reason, attempt, throttled } = event;
      this.emit({ type: 'retry', reason, attempt, throttled });
      this.#pauseIfSilent();
    } else if (event.type === 'silent') this.#pause();
    else if (event.type === 'step.started') {
      const { landed: _, rejected: __, ...extent } = progressOf(event.state);
      this.emit({ type: 'entity.started', entity: event.entity, ...extent });
    } else if (event.type === 'committed') this.#onRows(event);
    else if (event.type === 'step.done') {
      for (const message of this.#plan.warnings) this.warn(message);
      this.emit({ type: 'entity.finished', entity: event.entity, counts: { ...event.state.counts } });
    }
  }

  #onHeld({ rateClass, forMs }: Extract<TransportEvent, { type: 'held' }>): void {
    // The other senders go on.
    if (rateClass === SENDER || forMs <= 0) return;
    this.#pause();
  }

  #pauseIfSilent(): void {
    const waiting = this.#progress.watch.waiting(false);
    if (waiting?.why === 'noAnswer' && waiting.seconds * 1_000 >= NO_ANSWER_MS) this.#pause();
  }

  /** @param anew says it also in a pause, which then lasts longer, for another reason */
  #pause(anew = false): void {
    const waiting = this.#progress.watch.waiting(false);
    if ((this.#pausedAt !== undefined && !anew) || !waiting) return;
    this.#pausedAt ??= this.#clock.elapsed();
    this.emit({ type: 'paused', ...waiting });
  }

  /** A pause is over once a request that was sent after it began has succeeded. */
  #resumeAfter({ status, ms }: Extract<TransportEvent, { type: 'tried' }>): void {
    if (this.#pausedAt === undefined || status === undefined || status >= 500 || status === 429) return;
    const { isPaused, holdMs } = this.#progress.watch;
    if (isPaused || (this.#clock.elapsed() - ms < this.#pausedAt && holdMs > 0)) return;
    this.#resume();
  }

  #resume(): void {
    if (this.#pausedAt === undefined) return;
    const seconds = Math.round((this.#clock.elapsed() - this.#pausedAt) / 100) / 10;
    this.#pausedAt = undefined;
    this.emit({ type: 'resumed', seconds });
  }

  #onRows({ entity, others }: Committed): void {
    const placeOf = this.#plan.steps.find((step) => step.entity.name === entity)?.placeOf;
    if (!placeOf) return;
    for (const settled of others) {
      const { outcome, row, key } = settled;
      const problems = problemsOf(outcome);
      if (problems.length === 0) continue;
      const { name: file, line } = placeOf(row.file, row.line);
      this.emit({
        type: 'row.rejected',
        entity,
        file,
        line,
        status: outcome.status as EventOf<'row.rejected'>['status'],
        ...(key === undefined ? {} : { key: shown(key) }),
        problems: problems.map(({ code, field, value, message }) =>
          defined({ code, message, field, value: value === undefined ? undefined : shown(value) }),
        ),
      });
    }
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) timer[Symbol.dispose]();
    this.#progress.end();
    const last = this.#progress.now();
    for (const listener of this.#listeners) listener.observe(last);
  }
}
