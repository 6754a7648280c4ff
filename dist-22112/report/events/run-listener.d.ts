import type { RunEvent } from '../../delivery/run.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { StreamEvent } from './event-schema.ts';
/** The requests of a run, as a listener may hold them. */
export type Pausable = {
    /** Starts no more requests until it is called with `false`; those under way end, and none of them fails by it. */
    readonly pause: (isPaused: boolean) => void;
};
/** A listener of a run. */
export type RunListener = {
    /** The time from one `progress` that it gets to the next, in milliseconds. */
    readonly everyMs: number;
    /** Gets every event when it happens. Must not throw. */
    observe(event: StreamEvent): void;
    /** Gets what the line and its requests do as they do it, thousands of times a minute. Must not throw. */
    readonly follow?: (event: RunEvent | TransportEvent) => void;
    /** Gets the requests of the run, which it may pause, before the first one; a sync has two sets of them. */
    readonly control?: (requests: Pausable) => void;
};
