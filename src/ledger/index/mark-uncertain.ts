import type { StatementSync } from 'node:sqlite';
import type { EntityName } from '../../input/entities/entity.ts';
import { type DependentRows, EXISTS, LEAVING } from '../marks.ts';

/**
 * Marks rows as uncertain that the service removes together with others. Deletes the entries of such rows that existed
 * before us.
 * @param isPublished whether the fingerprints of these rows are published, so that the change is recorded
 */
export function markUncertain(
  prepare: (sql: string) => StatementSync,
  entity: EntityName,
  dependents: DependentRows | undefined,
  isPublished: boolean,
): void {
  if (!dependents) return;
  const { where, values } = dependents;
  if (isPublished)
    prepare(
      `INSERT INTO changed (entity, row) SELECT '${entity}', row FROM ${entity} WHERE ${where}
         ON CONFLICT DO NOTHING`,
    ).run(...values);
  prepare(`DELETE FROM ${entity} WHERE origin = ${EXISTS} AND ${where}`).run(...values);
  prepare(`UPDATE ${entity} SET origin = ${LEAVING} WHERE ${where}`).run(...values);
}
