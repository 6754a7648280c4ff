import type { RunEvent } from '../../delivery/run.ts';
import type { StreamEvent } from '../../report/events/event-schema.ts';
import { type LineOptions } from '../../report/events/progress-lines.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
export type ProgressOptions = LineOptions & {
    readonly write: (text: string) => void;
    /** True to redraw a block of lines; false to print one line every 30 s. */
    readonly live: boolean;
    /** On abort a message is printed below the block; the next block is drawn below that message. */
    readonly signal: AbortSignal;
};
/** Shows the progress of a run to a person until it is disposed of. */
export declare class Progress implements RunListener, Disposable {
    #private;
    readonly everyMs: number;
    constructor(options: ProgressOptions);
    observe(event: StreamEvent): void;
    /** A service that takes connections and says nothing is named before the first request has failed. */
    readonly follow: (event: RunEvent | TransportEvent) => void;
    [Symbol.dispose](): void;
}
