/** A value in a pipeline file. */
export type Scalar = string | number | boolean;

/** What one column must hold; null is an empty cell. */
export type Condition =
  | Scalar
  | null
  | readonly (Scalar | null)[]
  | { readonly not: Scalar | null | readonly (Scalar | null)[] }
  | { readonly matches: string }
  | { readonly empty: boolean };

/** Conditions on columns; a row must meet all of them. */
export type Where = Readonly<Record<string, Condition>>;

/** The columns that the conditions name, with pseudo columns and joined ones. */
export const whereColumns = (where: Where): readonly string[] => Object.keys(where);
