import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
/**
 * The open connections of a port. Whoever sends a request byte by byte is cut off in time; where too many connections are open,
 * the oldest one whose request has not come yet makes room for a new one; last of all one whose body waits for the server itself.
 */
export declare class OpenSockets {
    #private;
    /** @param now milliseconds of a clock that never jumps */
    constructor(now?: () => number);
    /** Adds a connection; false if there is no room, and none can be made. */
    add(socket: Socket): boolean;
    /** Takes note of the head of a request, of its end, and of its answer. */
    serve(request: IncomingMessage, response: ServerResponse): void;
    destroy(): void;
}
