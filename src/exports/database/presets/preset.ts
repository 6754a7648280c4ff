import type { ShapeInput } from '../shape/shape-schema.ts';

/** A database of a product, in one of the forms that its versions have. */
export type Preset = {
  /**
   * Tables and columns that together only this database has, in small letters. A name may begin with `*`: all of these have the
   * same beginning, which then stands for it in `shape`, too.
   */
  readonly own: Readonly<Record<string, readonly string[]>>;
  /** Columns and tables that a version lacks are left out of it. */
  readonly shape: ShapeInput;
};
