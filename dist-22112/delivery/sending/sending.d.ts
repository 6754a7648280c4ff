import type { Item } from '../../input/entities/entity.ts';
import { type ApiResponse } from '../../service/transport/transport.ts';
import type { SendDeps } from './send-deps.ts';
/** Sends items and settles each of them exactly once, as `send` says. */
export declare class Sending {
    #private;
    constructor(deps: SendDeps, signal: AbortSignal);
    send(batch: readonly Item[]): Promise<void>;
    /** Concludes what an answer to the first request of these items says. */
    answered(items: readonly Item[], response: ApiResponse): Promise<void>;
}
