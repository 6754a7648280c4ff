import { grouped } from '../terminal/printable.ts';

/** The measures that a threshold can limit. Measures of rows may be given as a share of rows. */
export const rowMeasures = ['rejected', 'blocked', 'skipped', 'notices'] as const;
/** Measures of files that may be given as a share of files. */
export const fileMeasures = ['filesFailed'] as const;
export const countMeasures = [
  'notCarried',
  'warnings',
  'requests',
  'minutes',
  'users',
  'groups',
  'members',
  'messages',
] as const;

export type Measure =
  | (typeof rowMeasures)[number]
  | (typeof fileMeasures)[number]
  | (typeof countMeasures)[number];

/** The meaning of each measure, for editors and the reference. */
export const measureMeanings: Readonly<Record<Measure, string>> = {
  rejected: 'rows that were rejected',
  blocked: 'rows that were not sent because a row that they refer to was rejected',
  skipped: 'rows that a rule skipped',
  notices: 'rows with a notice',
  filesFailed: 'files that were not copied',
  notCarried: 'values that the API cannot carry',
  warnings: 'warnings of the run',
  requests: 'requests of the run',
  minutes: 'minutes of the run',
  users: 'rows of users that were read',
  groups: 'rows of groups that were read',
  members: 'rows of members that were read',
  messages: 'rows of messages that were read',
};

/** `<0.1%`, `<= 100`, `==0`: a comparison and a number; only measures of rows and files take a percentage. */
export const COUNT_LIMIT = /^(<=|<|==|>=|>) ?(\d{1,12}(?:\.\d{1,6})?)$/;
export const ROW_LIMIT = /^(<=|<|==|>=|>) ?(\d{1,12}(?:\.\d{1,6})?)(%?)$/;

export type Thresholds = Readonly<Partial<Record<Measure, string>>>;

/** A threshold of the pipeline file with the measured value. */
export type ThresholdResult = {
  readonly measure: Measure;
  /** As written in the pipeline file. */
  readonly limit: string;
  /** In the unit of the limit: a count, or percent of the rows that no rule leaves out; of `skipped`, of the rows read; of `filesFailed`, of the files. */
  readonly value: number;
  readonly passed: boolean;
};

/** The value of a result with its unit, for people. */
export function thresholdValue({ limit, value }: ThresholdResult): string {
  const digits = value !== 0 && value < 1 ? 3 : 2;
  const short = Number.isInteger(value) ? grouped(value) : String(Number(value.toFixed(digits)));
  return limit.endsWith('%') ? `${short} %` : short;
}
