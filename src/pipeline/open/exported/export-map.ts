import type { EntityName } from '../../../input/entities/entity.ts';
import { type ExportedName, isExportedName } from '../../../input/exports/neutral.ts';
import type { FieldMap } from '../../../input/rows/mapping.ts';

/** The fields with ids of the old system. */
const IDS: Readonly<Record<ExportedName, readonly string[]>> = {
  users: ['uid'],
  groups: ['guid', 'owner'],
  members: ['guid', 'uid'],
  messages: ['sender', 'receiver', 'editedBy', 'deletedBy'],
  reactions: ['uid'],
  pins: ['uid'],
};

/** The map of the rows of an export: its tables have the names of fields, and the ids of the old system become legal ones. */
export const exportMap = (entity: EntityName): FieldMap =>
  Object.fromEntries(
    (isExportedName(entity) ? IDS[entity] : []).map((field) => [field, { from: field, as: 'slug' }]),
  ) as FieldMap;
