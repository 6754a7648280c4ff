import type { ExpectedRecord, Place } from '../../rows/record.ts';
import type { Problem } from '../../rows/row.ts';

/** One record of a CSV text, in the framer's `bytes` until the next push: its place and its fault, if any. */
export type Frame = Place & {
  /** The number of cells; 0 if the record cannot be divided into cells. */
  readonly cells: number;
  readonly fault?: Problem;
};

/** A malformed record with its fault. */
export type FaultyFrame = Required<Frame> & { readonly raw: string };

/** Receives the records of a framer, in order. */
export interface FrameSink {
  /** The record that probably comes next, as in a RowSink. */
  readonly expected?: ExpectedRecord | undefined;
  /** Called for a well-formed record. The framer has its bounds; after `takeApart`, the scanner has its cells. */
  good(): void;
  faulty(frame: FaultyFrame): void;
}

/** A record that is too long to be kept, while its rest is dropped. */
export type DroppedRecord = {
  readonly byte: number;
  readonly line: number;
  readonly fault: Problem;
  readonly raw: string;
};
