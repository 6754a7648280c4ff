import type { Quirks } from '../quirks/quirks.ts';
import { type FaultDice } from './faults.ts';
import { type Port } from './port.ts';
import { type Responder } from './responder.ts';
import type { View } from './view.ts';
/** One request, answered or deliberately unanswered. */
export type RequestEvent = {
    readonly method: string;
    /** The path, without keys and tokens. */
    readonly path: string;
    /** 0 when no answer was given. */
    readonly status: number;
    readonly ms: number;
    /** The kind of fault that hit the request. */
    readonly fault?: string;
    /** A failure of the sandbox itself. The client gets ERR_EXCEPTION. */
    readonly error?: unknown;
};
/** Everything a server needs; `tls` absent means plain http. */
export type ServerOptions = {
    readonly responder: Responder;
    readonly view: View;
    readonly dice: FaultDice;
    readonly clock: () => number;
    readonly quirks: Quirks;
    readonly log: ((event: RequestEvent) => void) | undefined;
    readonly tls: {
        readonly cert: string;
        readonly key: string;
    } | undefined;
};
/** Creates the server of the API over https, or over http without `tls`. It does not listen yet. */
export declare function createServer(options: ServerOptions): Port;
