import type { Permission } from '../stores/permission-catalog.ts';
import type { SetPermission } from '../stores/permission-store.ts';
import * as field from '../wire/field.ts';
import { LIMITS, normalId } from '../wire/validation.ts';

/** The most items of a permission that is a list; not documented. */
const MAX_ITEMS = 100;

function isItem({ availableValues, dataType }: Permission, item: unknown): item is string {
  if (typeof item !== 'string') return false;
  if (availableValues) return availableValues.includes(item);
  if (dataType === 'rolesStringArray') return normalId(item) !== undefined;
  return item.isWellFormed() && item.length > 0 && item.length <= LIMITS.tag;
}

/** The value as it is stored. Undefined if the permission cannot have it. */
function storedValue(permission: Permission, value: unknown): string | undefined {
  if (permission.dataType === 'string') return isItem(permission, value) ? JSON.stringify(value) : undefined;
  // Null and an empty list both mean no restriction. A single item needs no list.
  const items: readonly unknown[] = value === null ? [] : Array.isArray(value) ? value : [value];
  if (items.length > MAX_ITEMS || !items.every((item) => isItem(permission, item))) return undefined;
  return JSON.stringify([...new Set(items)]);
}

/** The permissions to set. Each must be known and have one of its values. */
function permissions(known: ReadonlyMap<string, Permission>): field.Field<readonly SetPermission[]> {
  const properties = Object.fromEntries([...known.keys()].map((id) => [id, {}]));
  const fields = field.nested({ type: 'object', properties });
  return {
    schema: fields.schema,
    required: true,
    read: (reader, name) => {
      const given = Object.entries(fields.read(reader, name) ?? {});
      if (given.length === 0 && !Array.isArray(reader.value(name))) {
        reader.problem(name, `The ${name} field is required.`);
      }
      return given.flatMap(([id, value]) => {
        const permission = known.get(id);
        const stored = permission && storedValue(permission, value);
        if (stored !== undefined) return [{ permission: id, value: stored }];
        reader.problem(`${name}.${id}`, `The selected ${name}.${id} is invalid.`);
        return [];
      });
    },
  };
}

/** The body of a call that sets permissions. */
export const permissionsBody = (known: ReadonlyMap<string, Permission>) =>
  field.shape({ permissions: permissions(known) });
