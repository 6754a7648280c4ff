import type { ReceiverNumbers } from './receiver-numbers.ts';
import type { Gap, ReceiverDocument } from './receiver-state.ts';

/** The place where a receiver leaves signs of life. */
export interface SignsOfLife extends AsyncDisposable {
  /** The last sign of the receiver before this one, whose numbers it continues; undefined where others may be at work. */
  readonly before: ReceiverDocument | undefined;
  /** Replaces the sign of this receiver. @throws RunError `STATE.SERVER_*`; the error of the store */
  save(document: ReceiverDocument): Promise<void>;
}

/** A time in which no receiver took events, or one refused some. */
export type ReceiverGap = Pick<Gap, 'from' | 'to'>;

/** The receivers of a pipeline, as others see them. */
export interface ReceiversSeen extends AsyncDisposable {
  /** Looks again. Returns the gaps, the oldest first. @throws RunError `STATE.CORRUPT`, `STATE.SERVER_*` */
  look(): Promise<readonly ReceiverGap[]>;
  /** Numbers of all of them, as of the last look. */
  readonly numbers: ReceiverNumbers;
}
