import { RunError } from '../../errors/run-error.ts';
import type { ApiResponse } from '../../service/transport/transport.ts';

/** Refusal of a row by the service. */
export type RefusedAs = {
  readonly status: number;
  /** The service's code, or `HTTP_<status>` for an answer without one. */
  readonly code: string;
  readonly message: string;
  /** True if the service refused the request as a whole, or not in its own words: it has not judged the row. */
  readonly isUnjudged: boolean;
  /** The answer, to be quoted if the run ends; absent for a row's own result in an answer to several rows. */
  readonly answer?: Pick<ApiResponse, 'body' | 'text'>;
};

/** So many rows that are refused alike, before any other answer, end the run. */
const ROWS_MAX = 100;
/** An entity with at least so many rows, all of them refused alike and unjudged, ends the run too. */
const ROWS_MIN = 10;
/** The same for answers that are not in the words of the service. */
const FOREIGN_ROWS_MIN = 2;
const QUOTE_CHARS = 200;

/**
 * Watches whether the service refuses all rows of a step alike. Then not the rows are at fault, but what stands between
 * them and the service, and no row may be rejected for it. The first other answer ends the watch. After many refusals, it
 * lets the batches under way finish before it decides, because a better answer may be on its way.
 */
export class RefusalWatch {
  readonly #rows: string;
  #first: RefusedAs | undefined;
  #count = 0;
  #isOver: boolean;
  /** Batches under way. */
  #running = 0;
  /** Those of them that wait for the decision. */
  #waiting: PromiseWithResolvers<void>[] = [];

  /**
   * @param rows what the rows are called in messages
   * @param isOff true if all rows may be refused
   */
  constructor(rows: string, isOff: boolean) {
    this.#rows = rows;
    this.#isOver = isOff;
  }

  /** True if rows were refused, and every one of them alike. */
  get isUndecided(): boolean {
    return !this.#isOver && this.#count > 0;
  }

  /**
   * Sends a batch.
   * @throws RunError `SERVICE.REFUSES_ALL`
   */
  async during(send: () => Promise<void>): Promise<void> {
    this.#running++;
    try {
      await this.#decided();
      await send();
    } finally {
      this.#running--;
      this.#decide();
    }
  }

  /** The service accepted a row. */
  accepted(): void {
    this.#isOver = true;
    this.#decide();
  }

  /**
   * The service refused a row. Resolves once it is certain that the row is to be rejected.
   * @throws RunError `SERVICE.REFUSES_ALL`
   */
  async refused(as: RefusedAs): Promise<void> {
    if (this.#isOver) return;
    this.#first ??= as;
    if (as.status !== this.#first.status || as.code !== this.#first.code) return this.accepted();
    this.#count++;
    await this.#decided();
  }

  async #decided(): Promise<void> {
    if (this.#isOver || this.#count < ROWS_MAX) return;
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting);
    this.#decide();
    await waiting.promise;
  }

  #decide(): void {
    const isLast = this.#waiting.length === this.#running;
    if (!this.#isOver && !isLast) return;
    const first = this.#first as RefusedAs;
    for (const { resolve, reject } of this.#waiting.splice(0))
      this.#isOver ? resolve() : reject(this.#error(`the first ${this.#count} ${this.#rows}`, first));
  }

  /**
   * The step has no more rows.
   * @throws RunError `SERVICE.REFUSES_ALL`
   */
  end(): void {
    const first = this.#first;
    if (!this.isUndecided || !first?.isUnjudged) return;
    const least = first.code === `HTTP_${first.status}` ? FOREIGN_ROWS_MIN : ROWS_MIN;
    if (this.#count >= least) throw this.#error(`all ${this.#count} ${this.#rows}`, first);
  }

  #error(which: string, { status, code, message, answer }: RefusedAs): RunError {
    const began = answer?.text ?? (answer && JSON.stringify(answer.body));
    const quote = began ? `; the answer began: ${began.slice(0, QUOTE_CHARS)}` : '';
    const reason = code === `HTTP_${status}` ? `status ${status}` : `status ${status}, ${code}: ${message}`;
    return new RunError(
      'SERVICE.REFUSES_ALL',
      `the service refused ${which} in the same way, so none of them is rejected: ${reason}${quote}`,
    );
  }
}
