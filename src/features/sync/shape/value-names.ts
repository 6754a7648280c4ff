import type { Data, Entity } from '../../../input/entities/entity.ts';
import { isObject } from '../../../input/entities/limits.ts';
import type { SourceFields } from '../../../input/rows/owned-fields.ts';
import type { Values } from '../../../input/rows/row.ts';

/** Names that are longer are not remembered. */
const NAME_CHARS_MAX = 200;
/** Fields of messages with a value for rows that have none. */
const FILLED_IN: ReadonlySet<string> = new Set(['category', 'type']);

/** A row, and whose it is. */
export type OwnedRow = {
  /** As mapped, or as checked. */
  readonly data: Data;
  readonly values: Values;
  readonly owned: SourceFields;
};

/**
 * Calls `take` with the name of each field that a row has a value in, and of each member of those with JSON, as
 * `metadata.team`. What a schema or a policy fills in is no value of the row.
 */
export function eachValueName(
  entity: Entity,
  row: OwnedRow,
  take: (name: string, owned: SourceFields) => void,
): void {
  const { data, owned } = row;
  for (const field in data) {
    const value = data[field];
    if (value === undefined) continue;
    const isJson = entity.members.includes(field) && isObject(value);
    if (isJson && field === 'data') {
      // Members that columns can fill have the names of those; what is left is nobody else's.
      const named = fieldsIn(value as Data, entity);
      const hasOwn = Object.keys(value).length > Object.keys(named).length;
      if (hasOwn && isFromRow(field, row)) take(field, owned);
      eachValueName(entity, { ...row, data: named }, take);
      continue;
    }
    if (isFromRow(field, row)) take(field, owned);
    if (isJson)
      for (const member of Object.keys(value)) {
        const name = `${field}.${member}`;
        if (name.length <= NAME_CHARS_MAX && isFromRow(name, row)) take(name, owned);
      }
  }
}

const fieldsIn = (data: Data, { fields }: Entity): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(fields, name)));

function isFromRow(name: string, { owned, values }: OwnedRow): boolean {
  if (owned.declared.has(name)) return true;
  if (FILLED_IN.has(name) && !(name in values)) return false;
  return owned.mayHave(name);
}
