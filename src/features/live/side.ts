/** A system that is kept alike with the other one: the old one, or the service. */
export type Side = 'old' | 'new';

export const sides = ['old', 'new'] as const satisfies readonly Side[];

export const otherSide = (side: Side): Side => (side === 'old' ? 'new' : 'old');
