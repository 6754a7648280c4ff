import type { EntityName } from '../../input/entities/entity.ts';

/** A value of two runs that is not the same. */
export type Pair<T> = { readonly before?: T; readonly after?: T };

/** Keys that one run has changed and the other has not. */
export type OnlyKeys = {
  readonly count: number;
  /** The first of them. */
  readonly samples: readonly { readonly entity: EntityName; readonly key: string; readonly action: string }[];
};

/** The differences of two runs; only what is not the same. */
export type RunsDiff = {
  readonly before: string;
  readonly after: string;
  readonly exitCodes?: Pair<number>;
  /** By entity and outcome, such as `users.updated`. */
  readonly counts: Readonly<Record<string, Pair<number>>>;
  readonly requests: Readonly<Record<string, Pair<number>>>;
  /** By measure, as `value limit`. */
  readonly thresholds: Readonly<Record<string, Pair<string>>>;
  /** By path, as `bytes, time of change`. */
  readonly inputs: Readonly<Record<string, Pair<string>>>;
  readonly onlyBefore: OnlyKeys;
  readonly onlyAfter: OnlyKeys;
};
