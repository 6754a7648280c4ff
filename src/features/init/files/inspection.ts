import type { FormatName } from '../../../input/sources/formats.ts';
import type { InspectedColumn } from '../columns/column.ts';
import type { EntityGuess } from '../guess/entity-guess.ts';
import type { Proposal } from '../guess/proposal.ts';

/** The origin of a value: `declared` by the caller, stated by the `file` itself, or a `guess` that should be declared. */
export type DetectedValue = {
  readonly value: string;
  readonly how: 'declared' | 'file' | 'guess';
  readonly evidence: string;
};

/** A row that cannot be read, with its place and the error. */
export type FaultyRow = {
  readonly line: number;
  readonly byte: number;
  readonly code: string;
  readonly message: string;
};

/** One file, as far as it was read. */
export type Inspection = {
  readonly path: string;
  readonly bytes: number;
  readonly format: FormatName;
  /** The path of the rows in a JSON document. */
  readonly rowsAt?: string;
  readonly encoding: DetectedValue;
  readonly delimiter?: DetectedValue;
  /** True if the first row names the columns; absent if every row names its own. */
  readonly header?: boolean;
  readonly rows: number;
  /** False if only the beginning was read. */
  readonly whole: boolean;
  readonly faulty: { readonly rows: number; readonly first: readonly FaultyRow[] };
  readonly entity?: EntityGuess;
  readonly columns: readonly InspectedColumn[];
  readonly proposal?: Proposal;
};
