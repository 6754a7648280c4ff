import type { LiveRemoval } from '../../pass/lane-writer.ts';
import type { MadeRow } from './convert-changes.ts';
import type { Folded } from './fold.ts';

/** A change that may have to be written. */
export type Candidate = {
  readonly folded: Folded;
  /** Its rows, if it is there. */
  readonly rows: readonly MadeRow[];
  /** Those that are removed: the record, or parts that it has no more. */
  readonly removals: readonly LiveRemoval[];
  /** True if the other side does not have it yet. */
  readonly isCreate: boolean;
  /** Of a user or a group that is changed in part: the fields that are written, and its row as its side has it. */
  readonly part?: { readonly fields: ReadonlySet<string>; readonly whole: MadeRow };
};

/** A change whose state on its side is known now, with its rows. */
export type Read = {
  readonly folded: Folded;
  readonly rows: readonly MadeRow[];
  /** True if the side was asked just now. */
  readonly isAsked: boolean;
};
