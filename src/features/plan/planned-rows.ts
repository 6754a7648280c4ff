/** What a run would do with the rows of one entity. */
export type PlannedRows = {
  /** `+`: rows that the service is not known to hold. */
  readonly new: number;
  /** `=`: rows that it holds as they are. */
  readonly same: number;
  /** `*`: rows that it holds and that say something else now. */
  readonly changed: number;
  /** `-`: rows that it holds and no source has: those that this pipeline created, and those that were there before. */
  readonly missing: number;
  readonly missingOthers: number;
  /** Those of the missing that the run removes: by `onMissing`, and none while one of the rows cannot be told. */
  readonly removed: number;
  /** `!`: rows that are wrong, blocked or left out by a rule. */
  readonly refused: number;
  /** Rows that stand twice, or that a later file has another version of. */
  readonly repeated: number;
};

export const NO_ROWS: PlannedRows = {
  new: 0,
  same: 0,
  changed: 0,
  missing: 0,
  missingOthers: 0,
  removed: 0,
  refused: 0,
  repeated: 0,
};
