import type { LedgerLog } from './ledger-log.ts';
import type { LedgerMeta } from './meta.ts';

/** The times that a ledger keeps, epoch seconds of the service's clock: what it says of its rows is compared with them. */
export class LedgerTimes {
  readonly #log: Pick<LedgerLog, 'meta'>;
  readonly #write: (meta: Partial<LedgerMeta>) => void;
  /** Seconds that the service's clock is ahead; undefined while that is not known. */
  #skewS: number | undefined;
  /** True if `uncertainSince` was taken from the clock of this machine before that was known. */
  #isSendingOwn = false;

  /** @param write appends metadata to the log */
  constructor(log: Pick<LedgerLog, 'meta'>, write: (meta: Partial<LedgerMeta>) => void) {
    this.#log = log;
    this.#write = write;
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
    const since = isAnyUncertain ? this.uncertainSince : Math.floor(nowMs / 1_000) + (this.#skewS ?? 0);
    if (since === this.#log.meta.sending) return;
    this.#isSendingOwn = this.#skewS === undefined && (!isAnyUncertain || this.#log.meta.ownClock === true);
    this.#write({ sending: since });
  }

  /** Corrects what was taken from the clock of this machine, once that of the service is known, `skewS` seconds ahead. */
  correct(skewS: number): void {
    this.#skewS = skewS;
    const { begun, ownClock, sending } = this.#log.meta;
    const isSendingOwn = (this.#isSendingOwn || ownClock) && sending !== undefined && skewS !== 0;
    if (!ownClock && !isSendingOwn) return;
    this.#write({
      ...(ownClock ? { begun: begun + skewS, ownClock: undefined } : {}),
      ...(isSendingOwn ? { sending: sending + skewS } : {}),
    });
    this.#isSendingOwn = false;
  }
}
