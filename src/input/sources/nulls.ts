import type { Row, Values } from '../rows/row.ts';
import { overRows } from './row-parser.ts';
import type { Source } from './source.ts';

/**
 * A source in whose rows some texts mean that there is no value: such a cell is empty, such a member is absent. Members
 * of nested objects stay.
 * @param nulls the texts; the same source if there are none
 */
export function withNulls(source: Source, nulls: readonly string[] = []): Source {
  if (nulls.length === 0) return source;
  const texts: ReadonlySet<unknown> = new Set(nulls);
  const without = (row: Row): Row => ({ ...row, values: withoutNulls(row.values, texts) });
  const { rowOf: _, ...others } = source;
  return {
    ...others,
    // Without the records: they have the texts.
    read: (from, signal, reading) => source.read(from, signal, overRows(without, reading)),
    // Without the sink's screen: it would see the texts.
    pass: (sink, signal) => source.pass({ row: (row) => sink.row(without(row)) }, signal),
  };
}

function withoutNulls(values: Values, nulls: ReadonlySet<unknown>): Values {
  if (Array.isArray(values)) return values.map((cell) => (nulls.has(cell) ? '' : cell));
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !nulls.has(value)));
}
