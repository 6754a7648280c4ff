import type { EntityName } from '../../input/entities/entity.ts';

/** How the times of a column are written, in counts of cells. */
export type TimeForms = {
  readonly seconds: number;
  readonly milliseconds: number;
  readonly microseconds: number;
  readonly isoWithZone: number;
  readonly isoWithoutZone: number;
  readonly other: number;
};

/** What the cells of one column hold. */
export type ColumnProfile = {
  readonly name: string;
  /** The field that takes the column; absent where none does. */
  readonly field?: string;
  /** Cells that hold something, and cells that do not (or members that are missing). */
  readonly filled: number;
  readonly empty: number;
  /** Bytes of UTF-8 of the shortest and the longest filled cell; 0 where none is filled. */
  readonly shortest: number;
  readonly longest: number;
  /** For a column that a time is read from. */
  readonly times?: TimeForms;
};

/** One file that was read. */
export type FileProfile = {
  readonly entity: EntityName;
  readonly name: string;
  /** The name of a source format. */
  readonly format: string;
  readonly encoding: string;
  /** Absent where there is none. */
  readonly delimiter?: string;
  readonly bytes: number;
  readonly rows: number;
  readonly columns: readonly ColumnProfile[];
};

/** Messages of one calendar month (UTC). */
export type MonthProfile = {
  /** `2024-03`. */
  readonly month: string;
  readonly messages: number;
  /** Of these, older than what the service keeps. */
  readonly tooOld: number;
};

export type ConversationProfile = {
  /** `group_<guid>`, or `<uid>_user_<uid>` in alphabetic order. */
  readonly id: string;
  readonly messages: number;
  /** Epoch seconds. */
  readonly firstAt: number;
  readonly lastAt: number;
};

/** What a dry run learns beside the outcomes of the rows. */
export type Profile = {
  readonly files: readonly FileProfile[];
  /** In calendar order, without gaps. */
  readonly months: readonly MonthProfile[];
  readonly conversations: number;
  /** The ten with the most messages, the largest first. */
  readonly biggest: readonly ConversationProfile[];
  /** What the import will take at the allowed rate. */
  readonly cost: { readonly requests: number; readonly requestsPerMinute: number; readonly minutes: number };
};
