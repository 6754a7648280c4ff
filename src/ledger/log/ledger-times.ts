import type { LedgerLog } from './ledger-log.ts';
import type { LedgerMeta } from './meta.ts';

/** The times that a ledger keeps, epoch seconds of the service's clock: what it says of its rows is compared with them. */
export class LedgerTimes {
  readonly #log: Pick<LedgerLog, 'meta'>;
  readonly #write: (meta: Partial<LedgerMeta>) => void;
  /** Times that this process has taken from its own clock. */
  readonly #own = { begun: false, sending: false };

  /**
   * @param write appends metadata to the log
   * @param isNew nothing was recorded before this process
   */
  constructor(log: Pick<LedgerLog, 'meta'>, write: (meta: Partial<LedgerMeta>) => void, isNew: boolean) {
    this.#log = log;
    this.#write = write;
    this.#own.begun = isNew;
  }

  /** When it was created, before anything was written. */
  get begunAt(): number {
    return this.#log.meta.begun;
  }

  /** Since when rows with an unknown outcome may have been sent; if none is stored, when the ledger was created. */
  get uncertainSince(): number {
    return this.#log.meta.sending ?? this.begunAt;
  }

  /**
   * Stores `uncertainSince` until it is called without such rows.
   * @param isAnyUncertain whether such rows exist; if not, the time is `nowMs`
   */
  beginSending(nowMs: number, isAnyUncertain: boolean): void {
    const since = isAnyUncertain ? this.uncertainSince : Math.floor(nowMs / 1_000);
    if (since === this.#log.meta.sending) return;
    this.#own.sending = !isAnyUncertain || this.#own.begun;
    this.#write({ sending: since });
  }

  /** Corrects what this process has taken from its own clock, once that of the service is known. */
  correct(skewS: number): void {
    const { begun, sending } = this.#log.meta;
    const meta = {
      ...(this.#own.begun ? { begun: begun + skewS } : {}),
      ...(this.#own.sending && sending !== undefined ? { sending: sending + skewS } : {}),
    };
    if (Object.keys(meta).length > 0) this.#write(meta);
  }
}
