import type { ScreenExports } from './engine.ts';
import { type KnownKeys, useKnownKeys } from './known-keys.ts';
import type { WrittenPlan } from './plan.ts';

/** The way in which the records of a file are screened: the arguments of the calls of ScreenExports. */
export type ScreenCalls = {
  readonly plan: WrittenPlan;
  readonly columns: number;
  readonly format: number;
  readonly delimiter: number;
  readonly names: number;
  /** Keys to which the records may refer. */
  readonly known: KnownKeys | undefined;
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
