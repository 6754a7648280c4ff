import type { Plan } from '../delivery/plan.ts';
import type { RunEvent } from '../delivery/run.ts';
import type { RequestCounts } from '../report/result/report.ts';
import type { TransportEvent } from '../service/transport/transport.ts';
/** Counts the write requests of one command, and the rows in them. */
export declare class RequestTally {
    #private;
    /** Counts an event of the run or its transport. */
    observe(event: RunEvent | TransportEvent): void;
    /** False if it is certain that no write of this command has taken effect. */
    get mayHaveLanded(): boolean;
    /** Counts a row that was removed from the service by a request of its own. */
    countRemoved(): void;
    /**
     * The counts, and the smallest number of requests (`floor`) that could have carried these rows.
     * @param plan undefined if no rows were sent
     */
    counts(plan?: Plan): RequestCounts;
}
