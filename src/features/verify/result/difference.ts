import type { EntityName } from '../../../input/entities/entity.ts';

/** The result of comparing a row of the source with the service, with the marks of `rclone check`. */
type Mark = '=' | '+' | '-' | '*' | '!';

/** How many rows of one entity have each mark. */
export type MarkCounts = {
  /** `=` */
  same: number;
  /** `+` */
  onlySource: number;
  /** `-` */
  onlyTarget: number;
  /** `*` */
  differs: number;
  /** `!`: could not be read, or only in part, so that nothing proves it. */
  unread: number;
  /** Rows of the source that the pipeline does not write, so that they are not expected in the service. */
  notCompared: number;
  /** Rows that the run has not sent yet, because it was stopped. */
  pending: number;
};

/** Counts that are all zero. */
export const zeroMarks = (): MarkCounts => ({
  same: 0,
  onlySource: 0,
  onlyTarget: 0,
  differs: 0,
  unread: 0,
  notCompared: 0,
  pending: 0,
});

/** One differing field of a row with the values of both sides; a side without a value is absent. */
export type FieldDifference = {
  readonly field: string;
  readonly source?: unknown;
  readonly target?: unknown;
};

/** One row that is not the same on both sides. */
export type Difference = {
  readonly entity: EntityName;
  readonly mark: Exclude<Mark, '='>;
  readonly key: string;
  /** The place of the row in the source. */
  readonly file?: string;
  readonly line?: number;
  readonly fields?: readonly FieldDifference[];
  /** Further explanation. */
  readonly message?: string;
};
