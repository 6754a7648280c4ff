import type { Entity } from '../../../input/entities/entity.ts';
import { cellReader } from '../../../input/rows/cell-reader.ts';
import type { RowSink } from '../../../input/rows/record.ts';
import type { Row, Values } from '../../../input/rows/row.ts';
import { explodeRow } from '../../../input/sources/explode.ts';
import type { Source } from '../../../input/sources/source.ts';
import type { PrepareInput } from '../../../tables/prepare-table.ts';
import type { PreparedInput } from '../../../tables/prepared-row.ts';
import { applyTransform, transformRow } from '../../code/apply-transform.ts';
import type { LoadedTransform } from '../../code/load-transform.ts';
import type { FileSourceSpec } from '../../schema/source-schema.ts';
import type { Joins } from '../joins.ts';

/** Way in which the rows of a file become those of a prepared table. */
export type Making = {
  readonly entity: Entity;
  readonly spec: FileSourceSpec;
  /** The number of the source in its list, from 0. */
  readonly index: number;
  readonly name: string;
  readonly joins: Joins;
  readonly transform: LoadedTransform | undefined;
  /** Pseudo columns that are the same in every row of the file. */
  readonly constants: Readonly<Record<string, string>>;
  /** Number of messages that a row makes, if each file becomes one. */
  readonly partsOf: ((values: Values) => number) | undefined;
  /** The pseudo columns that become cells; with `partsOf` the last one is the number of the message. */
  readonly extras: readonly string[];
};

/** A file as an input of a prepared table: its rows after `explode`, `join` and `transform`. */
export function preparedInput(source: Source, making: Making): PrepareInput {
  const { columns } = source;
  const { spec } = making;
  const isChanged = spec.explode !== undefined || making.transform !== undefined;
  return {
    name: making.name,
    path: source.inputs?.[0] ?? source.path,
    ...(columns && !isChanged ? { columns } : {}),
    pass(take, signal) {
      const extrasOf = extrasReader(making);
      if (!isChanged && !making.partsOf) return source.pass(asReadSink(take, extrasOf), signal);
      return source.pass(
        {
          row(row) {
            const place = { line: row.line, byte: row.byte, row: row.row, extras: extrasOf(row) };
            if (row.fault) return take(unread(row, place));
            // What explode and transform make are objects.
            if (row.leftOut !== undefined)
              return take(unread(isChanged ? { ...row, values: {} } : row, place));
            const made = isChanged ? changed(row, source, making) : [{ values: row.values }];
            for (const each of made) for (const part of inParts({ ...each, ...place }, making)) take(part);
          },
        },
        signal,
      );
    },
  };
}

/** Takes rows that nothing changes. Most tables have such rows only, so nothing else is made of them. */
function asReadSink(take: (row: PreparedInput) => void, extrasOf: ReturnType<typeof extrasReader>): RowSink {
  return {
    row(row, record) {
      const { values, line, byte, row: number } = row;
      const extras = extrasOf(row);
      if (row.fault || row.leftOut !== undefined) take(unread(row, { line, byte, row: number, extras }));
      else take({ values, line, byte, row: number, extras, ...(record ? { record } : {}) });
    },
  };
}

/** A row once for each message that it makes, with their numbers. */
function inParts(row: PreparedInput, { partsOf }: Making): readonly PreparedInput[] {
  if (!partsOf || row.fault || row.leftOut !== undefined) return [row];
  const { extras = [] } = row;
  return Array.from({ length: partsOf(row.values) }, (_, part) => ({
    ...row,
    extras: [...extras.slice(0, -1), String(part + 1)],
  }));
}

type Place = Pick<PreparedInput, 'line' | 'byte' | 'row' | 'extras'>;

/** A row that is not read further: one with a fault, or one that is left out. */
const unread = ({ values, fault, raw, leftOut }: Row, place: Place): PreparedInput => ({
  values,
  ...(leftOut === undefined ? {} : { leftOut }),
  ...(fault ? { fault } : {}),
  ...(raw === undefined ? {} : { raw }),
  ...place,
});

/** Reads the pseudo columns of a row. */
function extrasReader({
  extras,
  constants,
}: Making): (row: Pick<Row, 'line' | 'row'>) => readonly (string | undefined)[] {
  const readers = extras.map((name): ((row: Pick<Row, 'line' | 'row'>) => string | undefined) => {
    if (Object.hasOwn(constants, name)) return () => constants[name];
    if (name === '$line') return ({ line }) => String(line);
    if (name === '$row') return ({ row }) => String(row);
    return () => undefined;
  });
  const shared = extras.map((name) => constants[name]);
  if (shared.every((text) => text !== undefined)) return () => shared;
  return (row) => readers.map((read) => read(row));
}

type Made = Pick<PreparedInput, 'values' | 'fault' | 'leftOut'>;

/** The rows that `explode` and `transform` make of a row, as objects. */
function changed(row: Row, { columns }: Source, making: Making): readonly Made[] {
  const { spec, joins, transform, name } = making;
  const rows = spec.explode === undefined ? [row.values] : explodeRow(row.values, columns, spec.explode);
  const exploded = rows.map((values) => transformRow(values, columns));
  if (!transform) return exploded.map((values) => ({ values }));
  const place = {
    entity: making.entity.name,
    source: making.index + 1,
    file: name,
    line: row.line,
    row: row.row,
  };
  return exploded.flatMap((values): readonly Made[] => {
    const joined = withJoined(values, joins);
    const result = applyTransform(transform, joined, place);
    if ('rows' in result) return result.rows.map((each) => ({ values: each }));
    if ('problem' in result) return [{ values, fault: result.problem }];
    return [{ values, leftOut: result.leftOut }];
  });
}

/** A row with the columns of its joined files. */
export function withJoined(values: Record<string, unknown>, joins: Joins): Record<string, unknown> {
  const joined = { ...values };
  for (const name of joins.names) {
    const cell = joins.read(name, (column) => cellReader(column, undefined))?.(values as Values);
    if (cell !== undefined) joined[name] = cell;
  }
  return joined;
}
