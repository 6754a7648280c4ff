import type { Checkpoint } from '../delivery/checkpoint.ts';
import type { Plan } from '../delivery/plan.ts';
import { type Committed, type RunDeps, type SyncDeps } from '../delivery/run.ts';
import { RunError } from '../errors/run-error.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RunListener } from '../report/events/run-listener.ts';
import { type KeyFileOf } from '../state/claims.ts';
import type { Runtime, Stderr } from '../terminal/context.ts';
import type { Connection } from './connect.ts';
import type { Session } from './open-session.ts';
/** The delivery of a plan: all that is needed to write its rows. */
export type Delivery = {
    readonly session: Session;
    readonly connection: Connection;
    readonly plan: Plan;
    readonly checkpoint: Checkpoint;
    readonly ledger: Ledger;
    /**
     * Opens the key file of an entity.
     * @default those of the session's state
     */
    readonly keyFileOf?: KeyFileOf | undefined;
    /** Set for a sync. */
    readonly sync?: SyncDeps | undefined;
    /** Returns how the changed rows of an entity are listed; undefined if they are not. */
    readonly changesOf?: RunDeps['changesOf'];
    /** Called after each commit. */
    readonly onCommitted?: ((committed: Committed) => void) | undefined;
    /** True for rows that were rejected before: all may be again, and the service may even refuse the first rows all alike. */
    readonly mayRejectAll?: boolean;
    readonly maxDurationMs: number | undefined;
    /** Listeners besides the person at the terminal and the log. */
    readonly listeners?: readonly RunListener[] | undefined;
};
/**
 * Runs the line with progress, log and reject guard; returns the error that ended it early. Settled rows are committed in
 * any case. If the service was never reached or refuses the key, and certainly nothing has landed, the state is as before
 * the run, so that the address can be corrected.
 * @throws RunError `STATE.CORRUPT` before anything is sent, if a kept file is damaged
 */
export declare function deliverPlan(delivery: Delivery, context: Runtime & Stderr): Promise<RunError | undefined>;
