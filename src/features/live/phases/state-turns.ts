import { firstError, RunError } from '../../../errors/run-error.ts';
import type { Clock } from '../../../system/clock.ts';
import type { LivePhase } from './documents/phase-document.ts';
import type { LiveNews } from './news.ts';

/** Time from one try to take the state to the next, milliseconds: so much later than its lease ends a dead process is replaced. */
const TRY_EVERY_MS = 1_000;

/** Errors that end a turn, and no more than that: another process has the state, or its server is away. */
const WAITING: ReadonlySet<string> = new Set(['STATE.LOCKED', 'STATE.LOCK_LOST', 'STATE.SERVER_UNREACHABLE']);

/**
 * StateTurns of a process at a state that a server keeps. While another one has it, this one stands by; while the server is away, it
 * waits. A state in a folder is taken once.
 */
export class StateTurns {
  readonly #news: LiveNews;
  readonly #clock: Clock;
  readonly #mayWait: boolean;
  #isShared = false;
  #phase: LivePhase | undefined;
  #said = '';

  /** @param mayWait false for a process that is to do one thing now */
  constructor(news: LiveNews, clock: Clock, mayWait: boolean) {
    this.#news = news;
    this.#clock = clock;
    this.#mayWait = mayWait;
  }

  /** True if a process that loses the state waits for it. */
  get canWait(): boolean {
    return this.#isShared && this.#mayWait;
  }

  /** Takes what is known before the lock is. @returns whether somebody has ended the work since this process began with it */
  begin(isShared: boolean, phase: LivePhase | undefined): boolean {
    this.#isShared = isShared;
    const isOver = phase === 'stopped' && this.#phase !== undefined && this.#phase !== 'stopped';
    this.#phase = phase;
    return isOver;
  }

  /** Takes a phase that this process has come to. */
  came(phase: LivePhase): void {
    this.#phase = phase;
    this.#said = '';
  }

  /**
   * Waits after an error that ended a turn.
   * @param stop ends the wait
   * @throws the error, if waiting does not mend it; the reason of the stop
   */
  async wait(thrown: unknown, stop: AbortSignal): Promise<void> {
    const error = firstError(thrown);
    const isWorth = error instanceof RunError && WAITING.has(error.code);
    if (!this.canWait || !isWorth || stop.aborted) throw thrown;
    this.#say(error);
    await this.#clock.sleep(TRY_EVERY_MS, stop).catch(() => {});
    stop.throwIfAborted();
  }

  /** Says why it waits, once. */
  #say({ code, message }: RunError): void {
    if (this.#said === code) return;
    this.#said = code;
    if (code === 'STATE.LOCKED') this.#news.say(`stands by, until the other process ends: ${message}`);
    else this.#news.warn(`${message}; tried again until it works`);
  }
}
