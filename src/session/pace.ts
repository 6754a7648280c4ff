import type { OptionalName } from '../input/entities/entity.ts';

/** The rates that a target allows. */
export type Pace = {
  /** The largest number of rows in one import request. */
  readonly batch: number;
  /** The largest number of rows in one call of an optional entity. */
  readonly rowsPerCall: Readonly<Record<OptionalName, number>>;
  /** The calls of an optional entity for each of these. */
  readonly callsEach: Readonly<Record<OptionalName, number>>;
  /** Requests a minute with many rows; Infinity if there is no limit. */
  readonly batchesPerMinute: number;
  /** Requests a minute of other calls; Infinity if there is no limit. */
  readonly singlePerMinute: number;
};
