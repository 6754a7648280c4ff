import { RunError } from '../errors/run-error.ts';
import type { StreamEvent } from '../report/events/event-schema.ts';
import type { RunListener } from '../report/events/run-listener.ts';

const PROGRESS_EVERY_MS = 1_000;

/** One call: its listener, and the signal that stops it. */
export class CallEvents {
  readonly #onEvent: ((event: StreamEvent) => void) | undefined;
  readonly #stop = new AbortController();
  #hasEnded = false;
  #thrown: { readonly error: unknown } | undefined;

  constructor(onEvent: ((event: StreamEvent) => void) | undefined) {
    this.#onEvent = onEvent;
  }

  /** Aborts on `stop`. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Ends the call as Ctrl-C does: requests under way are finished, and the state is saved. */
  stop(why: string, cause?: unknown): void {
    this.#stop.abort(new RunError('RUN.INTERRUPTED', `${why}: stopped, the state is saved`, { cause }));
  }

  /** Nothing follows `run.finished`. */
  readonly emit = (event: StreamEvent): void => {
    if (this.#hasEnded || !this.#onEvent) return;
    this.#hasEnded = event.type === 'run.finished';
    try {
      this.#onEvent(event);
    } catch (error) {
      // A bug of the program must be seen, but only once the rows under way have their outcome.
      this.#thrown ??= { error };
      this.stop('onEvent has thrown an error', error);
    }
  };

  /** For a run: gets its events. */
  get listener(): RunListener {
    return { everyMs: PROGRESS_EVERY_MS, observe: this.emit };
  }

  /** @throws what `onEvent` has thrown first */
  rethrow(): void {
    if (this.#thrown) throw this.#thrown.error;
  }
}
