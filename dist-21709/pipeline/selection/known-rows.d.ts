import type { Plan } from '../../delivery/plan.ts';
/** The valid users and groups of a plan: some 30 bytes each, as a run has them in memory as well. */
export declare class KnownRows {
    #private;
    private constructor();
    /** Reads the users and groups of a plan, and judges them as a run does. */
    static of(plan: Plan, signal: AbortSignal): Promise<KnownRows>;
    /** True if there is a valid row of this id; also true if no rows of the entity are read. */
    has(entity: 'users' | 'groups', id: string): boolean;
    /** The owner of a group; undefined if it has none. */
    ownerOf(guid: string): string | undefined;
}
