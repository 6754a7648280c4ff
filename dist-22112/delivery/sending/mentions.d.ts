import type { JudgeDeps } from '../../input/rows/judge.ts';
import type { Transport } from '../../service/transport/transport.ts';
import type { Plan, Step } from '../plan.ts';
import type { Complete } from './fallback.ts';
import type { UserNames } from './user-names.ts';
export type MentionDeps = {
    readonly keys: JudgeDeps['keys'];
    readonly signal: AbortSignal;
    readonly transport: Transport;
    readonly names: Pick<UserNames, 'of'>;
    /** Called with a row and the name of a value of it which, as is known only now, is lost. */
    readonly lose: (seq: number, value: string) => void;
};
/**
 * Completes the mentions in messages for their requests; undefined for other entities. Where the route needs that,
 * a new message says who the mentioned users are. A mention of somebody who is not in the service becomes their name. Names
 * are those of the sources; whoever is in none of them, but may be in the service, is asked for there.
 */
export declare function mentionsOf({ entity, route }: Step, { closed }: Pick<Plan, 'closed'>, deps: MentionDeps): Complete | undefined;
