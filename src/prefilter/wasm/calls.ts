import type { ScreenExports } from './engine.ts';
import type { WrittenPlan } from './plan.ts';

/** A table of keys in the memory of the screen: its address, 0 if there is none, and its number of entries less one. */
export type KeyTable = { readonly at: number; readonly mask: number };

/** Keys to which rows refer, for the screen. They must not change any more. */
export type KnownKeyTables = {
  readonly users: KeyTable;
  readonly groups: KeyTable;
  readonly members: KeyTable;
};

export const NO_KEYS: KeyTable = { at: 0, mask: 0 };

/** The way in which the records of a file are screened: the arguments of the calls of ScreenExports. */
export type ScreenCalls = {
  readonly plan: WrittenPlan;
  readonly columns: number;
  readonly format: number;
  readonly delimiter: number;
  readonly names: number;
  /** Keys to which the records may refer. */
  readonly known: KnownKeyTables | undefined;
};

const ARRAY = 2;
const LF = 0x0a;
const CLOSE = 0x7d;

/** The byte after which a record may be whole. */
export const lastByteOf = ({ format }: ScreenCalls): number => (format === ARRAY ? CLOSE : LF);

/** Prepares an instance for the records of a file. */
export function useCalls(
  exports: ScreenExports,
  { plan: { checks, count, lost, writer }, columns, format, delimiter, names, known }: ScreenCalls,
  tally: number,
): void {
  exports.usePlan(checks, count, lost, tally, columns);
  exports.useWriter(writer, checks);
  useKnownKeys(exports, known);
  exports.useFormat(format);
  exports.useCsv(delimiter, columns);
  exports.useRows(columns);
  exports.useJson(names, columns, format === ARRAY);
}

/** Lets an instance use the keys; without them, it knows none. */
function useKnownKeys(exports: ScreenExports, known: KnownKeyTables | undefined): void {
  const { users, groups, members } = known ?? { users: NO_KEYS, groups: NO_KEYS, members: NO_KEYS };
  exports.useTables(users.at, users.mask, groups.at, groups.mask, members.at, members.mask);
}
