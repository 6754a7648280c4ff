import { type Server } from 'node:net';
import type { OpenSockets } from './open-sockets.ts';
/** A listening port. Closing it cuts every connection. */
export type Port = {
    /** Starts listening and resolves to the port number. Rejects with a SandboxError if the port is taken. */
    readonly listen: (port: number, host: string) => Promise<number>;
    readonly isOpen: () => boolean;
    readonly close: () => Promise<void>;
};
/**
 * A port that routes each connection by its first byte: TLS to `encrypted`, all others to `plain`. So `plain` can
 * tell a client without TLS what is wrong.
 */
export declare function openPort(encrypted: Server, plain: Server, sockets: OpenSockets): Port;
