import type { EntityName } from '../../../input/entities/entity.ts';

/** How a row of the source and the service stand to each other, as `rclone check` marks it. */
export type Mark = '=' | '+' | '-' | '*' | '!';

/** What became of the rows of one entity. */
export type MarkCounts = {
  /** `=` */
  same: number;
  /** `+` */
  onlySource: number;
  /** `-` */
  onlyTarget: number;
  /** `*` */
  differs: number;
  /** `!` */
  unread: number;
  /** Rows of the source that the pipeline's own rules hold back, so that they are not expected in the service. */
  notCompared: number;
};

export const zeroMarks = (): MarkCounts => ({
  same: 0,
  onlySource: 0,
  onlyTarget: 0,
  differs: 0,
  unread: 0,
  notCompared: 0,
});

/** One field of a row that differs, with what both sides say; undefined where a side has no value. */
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
  /** Where the row stands in the source. */
  readonly file?: string;
  readonly line?: number;
  readonly fields?: readonly FieldDifference[];
  /** What there is to say besides. */
  readonly message?: string;
};
