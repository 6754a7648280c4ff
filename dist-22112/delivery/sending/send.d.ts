import type { Batch } from '../batch.ts';
import type { InFlight } from '../in-flight.ts';
import type { Complete } from './fallback.ts';
import type { SendDeps } from './send-deps.ts';
/** Things that a batch is sent with. */
export type BatchDeps = SendDeps & {
    /** Completes what messages say of the users that they mention; undefined for other entities. */
    readonly mentions?: Complete | undefined;
    readonly window: Pick<InFlight, 'settle' | 'settleCreated' | 'lose'>;
};
/**
 * Sends a batch and settles each of its rows exactly once. If the service refuses the whole request, the batch is halved
 * until the invalid row is alone. "Already exists" means that we created the row if it may have been sent before, else
 * that it existed before us.
 * @throws RunError if no row can be delivered any more; the remaining rows then stay open
 */
export declare function send(batch: Batch, deps: BatchDeps, signal: AbortSignal): Promise<void>;
