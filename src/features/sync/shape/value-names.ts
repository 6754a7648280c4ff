import type { Data, Entity } from '../../../input/entities/entity.ts';
import { isObject } from '../../../input/entities/limits.ts';
import type { SourceFields } from '../../../input/rows/owned-fields.ts';
import type { Values } from '../../../input/rows/row.ts';

/** Names that are longer are not remembered. */
const NAME_CHARS_MAX = 200;

/**
 * Calls `take` with the name of each field that a row has a value in, and of each member of those with JSON, as
 * `metadata.team`. What the schema fills in is no value of the row.
 * @param data as mapped, or as checked
 */
export function eachValueName(
  entity: Entity,
  data: Data,
  owned: SourceFields,
  values: Values,
  take: (name: string) => void,
): void {
  for (const field in data) {
    const value = data[field];
    if (value === undefined || (FILLED_IN.has(field) && !isGiven(field, owned, values))) continue;
    take(field);
    if (!entity.members.includes(field) || !isObject(value)) continue;
    if (field === 'data') eachMemberOfData(entity, value as Data, owned, values, take);
    else eachMember(field, value, take);
  }
}

/** Fields of messages with a value for rows that have none. */
const FILLED_IN: ReadonlySet<string> = new Set(['category', 'type']);

const isGiven = (field: string, owned: SourceFields, values: Values): boolean =>
  owned.declares(field) || (!Array.isArray(values) && Object.hasOwn(values, field));

/** Members of a message's `data` have the names of the columns that fill them. */
function eachMemberOfData(
  entity: Entity,
  data: Data,
  owned: SourceFields,
  values: Values,
  take: (name: string) => void,
): void {
  const own = Object.entries(data).filter(
    ([name]) => Object.hasOwn(entity.fields, name) || owned.declares(name),
  );
  eachValueName(entity, Object.fromEntries(own), owned, values, take);
}

function eachMember(field: string, value: object, take: (name: string) => void): void {
  for (const member of Object.keys(value)) if (member.length <= NAME_CHARS_MAX) take(`${field}.${member}`);
}
