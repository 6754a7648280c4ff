/**
 * Calls `work` once when a signal is aborted, at once if it is already, until it is disposed of. A signal that is made of
 * others (`AbortSignal.any`) stays in memory as long as one of those and somebody who listens to it, with all that the
 * listener knows: who listens to what lives longer has to end it.
 */
export function onAbort(signal: AbortSignal, work: () => void): Disposable {
  if (signal.aborted) {
    work();
    return { [Symbol.dispose]: () => {} };
  }
  const call = { work };
  const calls = callsOf.get(signal) ?? new Calls(signal);
  calls.add(call);
  return { [Symbol.dispose]: () => calls.delete(call) };
}

const callsOf = new WeakMap<AbortSignal, Calls>();

/** Everybody who listens to one signal, with one listener: requests come and go by thousands, and each listener costs some microseconds. */
class Calls extends Set<{ readonly work: () => void }> {
  readonly #signal: AbortSignal;
  readonly #all = (): void => {
    for (const { work } of this)
      try {
        work();
      } catch (error) {
        // As from a listener of its own: the others are called before it ends the process.
        queueMicrotask(() => {
          throw error;
        });
      }
  };

  constructor(signal: AbortSignal) {
    super();
    this.#signal = signal;
    callsOf.set(signal, this);
    signal.addEventListener('abort', this.#all, { once: true });
  }

  override delete(call: { readonly work: () => void }): boolean {
    const isLast = super.delete(call) && this.size === 0;
    if (isLast) {
      this.#signal.removeEventListener('abort', this.#all);
      callsOf.delete(this.#signal);
    }
    return isLast;
  }
}

/** Resolves once a signal is aborted. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => void onAbort(signal, done));
