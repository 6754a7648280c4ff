import { RunError } from '../../../errors/run-error.ts';
import type { Entity, FieldKind } from '../../../input/entities/entity.ts';
import type { DeriveRules } from '../../../tables/derived/derive-rows.ts';
import type { DerivedSourceSpec } from '../../schema/source-schema.ts';
import type { BaseRow, BaseRows } from './base-rows.ts';

type Field = DeriveRules<BaseRow>['fields'][number];

/** The cell that an id was made of, kept for the list of changed ids. */
const CELL = '$cell';

/**
 * The fields of derived rows besides their key. A name that no row has is what the key was made of, as people write it. Without a
 * `map`, a member joined with the first message; not in a sync, because the first message differs from export to export,
 * and the service never changes when a member joined.
 * @throws RunError `CONFIG.INVALID` for a field that there is not
 */
export function derivedFields(
  entity: Entity,
  { map = {} }: DerivedSourceSpec,
  rows: BaseRows,
  keys: readonly string[],
  isSync: boolean,
): readonly Field[] {
  const [key] = keys as readonly [string];
  for (const name of keys) rows.fieldNamed(name);
  const fields: Field[] = Object.entries(map).map(([field, form]) => {
    if (!Object.hasOwn(entity.fields, field))
      throw new RunError(
        'CONFIG.INVALID',
        `sources.${entity.name}.map: ${field} is not a field of ${entity.name}`,
      );
    return fieldOf(field, form, rows, entity);
  });
  if (Object.hasOwn(entity.fields, 'name')) {
    const written = rows.written(key);
    const nameOf = (row: BaseRow): unknown => written(row) ?? rows.cell(row, key) ?? row.fields[key];
    fields.push({ field: 'name', prefer: 'first', valueOf: nameOf });
  }
  const { timeField } = rows.entity;
  if (
    Object.hasOwn(entity.fields, 'joinedAt') &&
    timeField !== undefined &&
    !isSync &&
    Object.keys(map).length === 0
  ) {
    const name = rows.fieldNamed(timeField);
    fields.push({ field: 'joinedAt', prefer: 'min', valueOf: ({ fields: base }) => base[name] });
  }
  if (keys.length === 1)
    fields.push({
      field: CELL,
      prefer: 'first',
      valueOf: (row) => {
        const cell = rows.cell(row, key);
        return cell === row.fields[key] ? undefined : cell;
      },
    });
  return fields;
}

function fieldOf(
  field: string,
  form: NonNullable<DerivedSourceSpec['map']>[string],
  rows: BaseRows,
  entity: Entity,
): Field {
  if (typeof form === 'string') {
    const name = rows.fieldNamed(form);
    return { field, prefer: 'first', valueOf: ({ fields }) => fields[name] };
  }
  const { prefer = 'first', column, field: base, const: constant, ...refinement } = form;
  if (constant !== undefined) return { field, prefer, valueOf: () => constant };
  if (column !== undefined) {
    const name = rows.columnNamed(column);
    const kind = entity.fields[field] as FieldKind;
    const refined = Object.keys(refinement).length > 0 ? { form: refinement, kind } : undefined;
    return { field, prefer, valueOf: rows.column(name, refined) };
  }
  const name = rows.fieldNamed(base ?? field);
  return { field, prefer, valueOf: ({ fields }) => fields[name] };
}
