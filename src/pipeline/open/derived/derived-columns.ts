import type { EntityName } from '../../../input/entities/entity.ts';
import type { Pipeline } from '../../pipeline.ts';
import { isDerived } from '../../schema/source-schema.ts';

/** The columns of an entity's rows that sources derived from them take. */
export function derivedColumns(
  { sources }: Pick<Pipeline, 'sources'>,
  base: EntityName,
): ReadonlySet<string> {
  const forms = Object.values(sources).flatMap((specs) =>
    specs.flatMap((spec) => (isDerived(spec) && spec.from === base ? Object.values(spec.map ?? {}) : [])),
  );
  return new Set(
    forms.flatMap((form) => (typeof form === 'object' && form.column !== undefined ? [form.column] : [])),
  );
}
