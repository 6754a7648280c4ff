import type { Mapping } from './mapping.ts';
import type { Values } from './row.ts';

type Mapped = ReturnType<Mapping>;

/**
 * A mapping whose rows are changed by something that their own cells do not say.
 * @param also what else differs: `meaning` where the same record means something else now
 */
export function changedMapping(
  mapping: Mapping,
  change: (found: Mapped) => Mapped,
  also: Partial<Pick<Mapping, 'meaning' | 'leftOut'>>,
): Mapping {
  const mapped = (values: Values): Mapped => change(mapping(values));
  // Only rows that are read as objects are changed.
  const forOtherFile = (): Mapping => changedMapping(mapping.forOtherFile(), change, also);
  return Object.assign(mapped, { ...mapping, isPlain: false, forOtherFile, ...also });
}
