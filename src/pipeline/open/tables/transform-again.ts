import type { Entity } from '../../../input/entities/entity.ts';
import type { Row } from '../../../input/rows/row.ts';
import { applyTransform, transformRow } from '../../code/apply-transform.ts';
import type { LoadedTransform } from '../../code/load-transform.ts';
import type { Joins } from '../joins.ts';
import { withJoined } from './prepared-input.ts';

/** The code of a row that a transform has thrown at; it is in the rejects file as it came to the transform. */
const FAILED = 'ROW.TRANSFORM_FAILED';

/** Things that a corrected row needs that its transform has refused. */
export type RefusedRow = {
  readonly entity: Entity;
  /** The number of its source in the list, from 0. */
  readonly index: number;
  readonly transform: LoadedTransform;
  readonly joins: Joins;
  /** The name of the file that it is read from. */
  readonly file: string;
};

/** True if a row of a rejects file has not been through its transform. */
export const isUntransformed = (code: string): boolean => code.startsWith('ROW.TRANSFORM_');

/** Passes a corrected row of a rejects file through the transform that has refused it. */
export function transformAgain(row: Row, { entity, index, transform, joins, file }: RefusedRow): Row {
  const place = { entity: entity.name, source: index + 1, file, line: row.line, row: row.row };
  const result = applyTransform(transform, withJoined(transformRow(row.values, undefined), joins), place);
  if ('leftOut' in result) return { ...row, leftOut: result.leftOut };
  if ('problem' in result) return { ...row, fault: result.problem };
  const [only, ...others] = result.rows;
  if (only && others.length === 0) return { ...row, values: only };
  // A retry counts and resumes by the rows of the file.
  const message = `${transform.path} makes ${result.rows.length} rows of it, and a retry takes one: correct it where it came from and start over with --fresh`;
  return { ...row, fault: { code: FAILED, message } };
}
