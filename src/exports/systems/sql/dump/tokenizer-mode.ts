import type { CopyRows } from './copy-rows.ts';
import type { InsertRows } from './insert-rows.ts';
import type { RowPlace, RowTaker } from './row-taker.ts';
import type { StatementSkip } from './statement-skip.ts';

/** In the rows of a statement that somebody takes. */
type Rows = {
  readonly kind: 'copy' | 'insert';
  readonly reader: CopyRows | InsertRows;
  readonly taker: RowTaker;
  readonly start: RowPlace;
};
/** Place of a tokenizer: between statements, or in something whose end may not be in memory yet. */
export type Mode =
  | { readonly kind: 'between' | 'line' }
  | { readonly kind: 'comment' }
  | { readonly kind: 'readComment'; readonly skip: StatementSkip }
  | {
      readonly kind: 'statement';
      readonly skip: StatementSkip;
      readonly start: RowPlace;
      readonly isRows: boolean;
    }
  | {
      readonly kind: 'copyData';
      readonly start: RowPlace;
      /** The place where its data begin. */
      readonly data: number;
    }
  | Rows;
