import { ID_FIELDS, isExportedName } from '../../../exports/export-rules.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { FieldMap } from '../../../input/rows/mapping.ts';

/** The map of the rows of an export: its tables have the names of fields, and the ids of the old system become legal ones. */
export const exportMap = (entity: EntityName): FieldMap =>
  Object.fromEntries(
    (isExportedName(entity) ? ID_FIELDS[entity] : []).map((field) => [field, { from: field, as: 'slug' }]),
  ) as FieldMap;
