import { RunError } from '../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import type { Pipeline } from '../pipeline.ts';
import { isDerived } from '../schema/source-schema.ts';

/**
 * The entities of a pipeline in the order in which they are opened: what rows are derived from comes before them.
 * @throws RunError `CONFIG.INVALID` if an entity is derived from itself, or from one without a source
 */
export function openingOrder({ sources }: Pick<Pipeline, 'sources'>): readonly EntityName[] {
  const order = new Set<EntityName>();
  const visit = (name: EntityName, path: readonly EntityName[]): void => {
    if (order.has(name)) return;
    if (path.includes(name))
      throw new RunError('CONFIG.INVALID', `sources: ${[...path, name].join(' from ')} leads in a circle`);
    for (const spec of sources[name] ?? []) {
      if (!isDerived(spec)) continue;
      if (!sources[spec.from])
        throw new RunError(
          'CONFIG.INVALID',
          `sources.${name}: from: ${spec.from}, but the pipeline has no source of ${spec.from}`,
        );
      visit(spec.from, [...path, name]);
    }
    order.add(name);
  };
  for (const name of entityNames) if (sources[name]) visit(name, []);
  return [...order];
}
