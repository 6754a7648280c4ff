import type { Mapping } from './mapping.ts';
type Mapped = ReturnType<Mapping>;
/**
 * A mapping whose rows are changed by something that their own cells do not say.
 * @param also what else differs: `meaning` where the same record means something else now
 */
export declare function changedMapping(mapping: Mapping, change: (found: Mapped) => Mapped, also: Partial<Pick<Mapping, 'meaning' | 'leftOut'>>): Mapping;
export {};
