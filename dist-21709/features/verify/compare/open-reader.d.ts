import type { Budget } from '../../../service/transport/budget.ts';
import { type TransportEvent } from '../../../service/transport/transport.ts';
import type { Connection } from '../../../session/connect.ts';
import type { System } from '../../../system/system.ts';
import type { TargetReader } from './target-reader.ts';
/**
 * Opens a target for reading, with the layers of a run: auth → retry → stop on refusal → limit → tries →
 * deadline → observe → silence → http. It makes only GET requests.
 * @param budget of the rate class that all lists draw on
 * @param deadlineMs milliseconds for one try, from its start to the last byte of the answer, at most
 * @param answered whether the service has answered a run: an outage at the start is then waited for like any other
 */
export declare function openReader(connection: Connection, budget: Budget, deadlineMs: number, onEvent: (event: TransportEvent) => void, { signal, system }: {
    readonly signal: AbortSignal;
    readonly system: System;
}, answered: boolean): {
    readonly reader: TargetReader;
} & AsyncDisposable;
