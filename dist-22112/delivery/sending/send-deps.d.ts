import type { Host, Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Route } from '../../service/targets/target.ts';
import type { ApiRequest, Transport } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import type { Random } from '../../system/random.ts';
import type { InFlight } from '../in-flight.ts';
import type { Prepared } from './prepare.ts';
import type { RefusalWatch } from './refusal-watch.ts';
/** The message that a row hangs on, or the row's outcome without it; `isUnknown`: no row has its key, and the ledger has none. */
export type HostFound = Host | {
    readonly without: Outcome;
    readonly isUnknown: boolean;
};
/** Things that a batch is sent with. */
export type SendDeps = {
    readonly route: Route;
    readonly transport: Transport;
    readonly probe: ApiRequest;
    readonly doubt: Doubt;
    readonly clock: Clock;
    readonly random: Pick<Random, 'next'>;
    /** Finds the message with a key in the service, for a row that names it in a field. */
    readonly hostOf: (key: string, field: string, signal: AbortSignal) => Promise<HostFound>;
    /** Is done before each request: fills in fields that rows lack, and keeps what a change replaces. */
    readonly prepare?: ((items: readonly Item[]) => Promise<Prepared>) | undefined;
    /** Adds what an earlier process may have left undone to a change whose outcome is unknown. */
    readonly withHalfway?: ((item: Item) => Item) | undefined;
    /** True if we have created a group, by the ledger. */
    readonly isOwnGroup: (guid: string) => boolean;
    /** Is told how the service refuses rows. */
    readonly refusals: RefusalWatch;
    /** Takes the outcomes of rows. */
    readonly window: Pick<InFlight, 'settle'>;
};
/** Facts by which rows are judged that may have been sent already. */
type Doubt = {
    /** Rows below this number may have been sent by an earlier run. */
    readonly maybeSentBelow: number;
    /** When this state's first run began, epoch seconds of the service's clock: no row that we created is older. */
    readonly since: () => number;
    /** The same clock; rows of an earlier run whose outcome is unknown cannot have been sent earlier. */
    readonly uncertainSince: () => number;
    /** Time for which a request whose answer was lost may still take effect, milliseconds; a recall waits that long. */
    readonly graceMs: number;
    /** When that time is over for the requests of an earlier run, in milliseconds of `clock.elapsed()`. */
    readonly pastSettledAt: number;
};
export {};
