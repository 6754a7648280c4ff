import { setImmediate as nextTurn } from 'node:timers/promises';
import { removeLeftovers } from '../files/buffered-file.ts';
import type { MadeCells, PreparedInput } from './prepared-row.ts';
import { PreparedWriter, readHeader, type TablePlace } from './prepared-table.ts';
import { type RowShape, RowText, tableColumns } from './row-text.ts';
import { type RowRules, TableBuilder } from './table-builder.ts';

/** One file whose rows go into a prepared table. */
export type PrepareInput = {
  /** The name for messages. */
  readonly name: string;
  readonly path: string;
  /** The columns of its rows if they are arrays of texts, and the table has objects. */
  readonly columns?: readonly string[] | undefined;
  /** Passes its rows to `take`, in file order; rows whose values are objects if the table has no columns. */
  pass(take: (row: PreparedInput) => void, signal: AbortSignal): Promise<void>;
};

/** The inputs and rules that a prepared table is made of. */
export type PrepareSpec = RowRules & {
  /** Everything that decides what the table has: inputs with their content, and what is done with them. */
  readonly identity: string;
  readonly inputs: readonly PrepareInput[];
  /**
   * The names that `PreparedInput.file` counts.
   * @default the names of the inputs
   */
  readonly names?: readonly string[] | undefined;
  /** The columns of all inputs; undefined if the rows of the table are objects. */
  readonly columns: readonly string[] | undefined;
  /** The field separator of the inputs, for rejects. */
  readonly delimiter?: string | undefined;
  /** Names of the extra cells that rows come with. */
  readonly extras: readonly string[];
  /** Ids that the table holds ready; only with `columns` and if none of these has such a name. */
  readonly made?: MadeCells | undefined;
  /** The extra cell `$source`. */
  source?(input: number): string;
  /** The extra cell `INPUT`, if rows are objects. */
  kind?(input: number): string;
  /** Each of them sees all rows, before the first row is written; for what depends on later rows. */
  readonly passes?: readonly ((input: number, row: PreparedInput) => void)[] | undefined;
};

/** A table that is there. */
export type PreparedTable = {
  readonly rows: number;
  /** True if it was written now; a finished one with the same identity is kept. */
  readonly isNew: boolean;
};

/** The columns that the table will have; undefined if its rows are objects. */
export const columnsOf = (spec: PrepareSpec): readonly string[] | undefined => tableColumns(shapeOf(spec));

/** True if rows are final when they are written: they have columns, the order of their files, and none is left out later. */
export const isWatchable = ({ columns, order, keyOf, passes }: PrepareSpec): boolean =>
  columns !== undefined && order === 'asIs' && keyOf === undefined && passes === undefined;

/** The names of the files that its rows come from. */
export const namesOf = ({ names, inputs }: PrepareSpec): readonly string[] =>
  names ?? inputs.map(({ name }) => name);

const shapeOf = ({ columns, inputs, extras, nthOf, made, source, kind }: PrepareSpec): RowShape => ({
  columns,
  inputColumns: columns ? [] : inputs.map((input) => input.columns),
  extras,
  isNumbered: nthOf !== undefined,
  made,
  source,
  kind,
});

/** Rows that are written without a look at what else there is to do. */
const ROWS_PER_TURN = 8_192;

/**
 * Reads all inputs and writes their rows, in their order, as a table that `openPrepared` opens. Memory does not grow with
 * the rows, apart from some 18 bytes for each distinct row if rows are numbered. The same inputs give the same bytes.
 * @param runBytes memory for sorting; only tests need another
 * @throws RunError `SOURCE.*` of an input, `STATE.UNWRITABLE` if the table cannot be written
 */
export async function prepareTable(
  spec: PrepareSpec,
  into: TablePlace,
  signal: AbortSignal,
  runBytes?: number,
): Promise<PreparedTable> {
  const before = await readHeader(into.path, into.files);
  if (before?.identity === spec.identity) return { rows: before.rows, isNew: false };
  await removeLeftovers(into);
  const { inputs, identity, delimiter } = spec;
  for (const see of spec.passes ?? [])
    for (const [index, input] of inputs.entries()) await input.pass((row) => see(index, row), signal);
  const text = new RowText(shapeOf(spec));
  using writer = new PreparedWriter(into);
  using builder = new TableBuilder(spec, text, writer, into, runBytes);
  for (const [index, input] of inputs.entries()) {
    builder.begin(index);
    await input.pass((row) => builder.add(row), signal);
    if (spec.order === 'newestFirst') await drained((count) => builder.drain(count), signal);
  }
  await drained((count) => builder.drain(count), signal);
  await drained((count) => builder.drainLater(count), signal);
  builder.finish();
  const { rows } = await writer.finish({
    identity,
    ...(text.columns ? { columns: text.columns } : {}),
    ...(delimiter === undefined ? {} : { delimiter }),
    names: namesOf(spec),
    inputs: [...new Set(inputs.map(({ path }) => path))],
  });
  return { rows, isNew: true };
}

async function drained(drain: (count: number) => boolean, signal: AbortSignal): Promise<void> {
  while (drain(ROWS_PER_TURN)) {
    signal.throwIfAborted();
    await nextTurn();
  }
}
