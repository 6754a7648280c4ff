import type { Step } from '../../delivery/plan.ts';
/** Steps whose bans of the owner of a group are wrong rows, as far as the source of the groups names owners. */
export declare function withoutOwnerBans(steps: readonly Step[], signal: AbortSignal): Promise<readonly Step[]>;
