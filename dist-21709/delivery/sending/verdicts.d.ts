import { RunError } from '../../errors/run-error.ts';
import type { Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { RefusalForNow, Route, Verdict } from '../../service/targets/target.ts';
import type { ApiError, ApiResponse } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import type { RefusedAs } from './refusal-watch.ts';
import { type Silence } from './silence.ts';
/** True if an item changes a row. A change never shares a request with other rows. */
export declare const isChange: ({ remote }: Item) => boolean;
/** True if a verdict shows that the service does not refuse every row. A code of ours says what the service has. */
export declare const isAccepting: (verdict: Verdict) => boolean;
/** The outcome of a row that was sent, if nobody knows what became of it. */
export declare const inDoubt: (message: string) => Outcome;
/** Outcome of a row that was refused for now to the end: one that may be at fault is rejected, any other is for the next run. */
export declare const refusedForGood: (refusal: RefusalForNow, silence: Silence, clock: Clock) => Outcome;
/** Refusal that the service states by refusing a request of one row. */
export declare const refusedAs: (response: ApiResponse, error: ApiError | undefined, { maxItems }: Pick<Route, 'maxItems'>) => RefusedAs;
/** The outcome of a row that cannot land. */
export type Rejected = Extract<Outcome, {
    status: 'rejected';
}>;
/** A rejection that also says what it leaves behind. */
export declare const saying: (verdict: Rejected, left: string) => Rejected;
/** The outcome of a row that the service refused. */
export declare const rejected: ({ status, code, message }: RefusedAs) => Rejected;
/** The end of a run that got so many successive 2xx answers of something else than the service. */
export declare const notTheApi: (count: number, { text, body }: ApiResponse) => RunError;
