import type { Plan } from '../../delivery/plan.ts';
import type { RunEvent } from '../../delivery/run.ts';
import type { StreamEvent } from '../../report/events/event-schema.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import type { OpenTransport } from '../open-transport.ts';
import type { RunProgress } from './run-progress.ts';
/** Makes the events of a run of what its line and its requests do, until it is disposed of. */
export declare class RunEvents implements Disposable {
    #private;
    constructor(plan: Plan, progress: RunProgress, listeners: readonly RunListener[], clock: Clock);
    /** The requests of the run, before the first one. */
    use(requests: OpenTransport): void;
    emit(event: StreamEvent): void;
    /** Says a warning, each once. */
    warn(message: string): void;
    /** Takes an event of the line or its requests. */
    observe(event: RunEvent | TransportEvent): void;
    [Symbol.dispose](): void;
}
