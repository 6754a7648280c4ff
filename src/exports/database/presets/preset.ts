/** A database of a product, in one of the forms that its versions have. */
export type Preset = {
  /**
   * Tables and columns that together only this database has, in small letters. A name may begin with `*`: all of these have the
   * same beginning, which then stands for it in `shape`, too.
   */
  readonly own: Readonly<Record<string, readonly string[]>>;
  /** The shape as pipelines declare it, in small letters; a database may lack columns and tables of it. */
  readonly shape: Readonly<Record<string, PresetSection | readonly PresetSection[]>>;
};

export type PresetSection = Readonly<Record<string, unknown>>;

/** Meanings of a column with yes and no, however a database writes them. */
export const byFlag = (yes: string, no: string): Readonly<Record<string, string>> => ({
  '0': no,
  f: no,
  false: no,
  '1': yes,
  t: yes,
  true: yes,
});
