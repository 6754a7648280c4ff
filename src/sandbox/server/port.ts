import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { SandboxError } from '../wire/api-error.ts';
import type { OpenSockets } from './open-sockets.ts';

/** A listening port. Closing it cuts every connection. */
export type Port = {
  /** Starts listening and resolves to the port number. Rejects with a SandboxError if the port is taken. */
  readonly listen: (port: number, host: string) => Promise<number>;
  readonly isOpen: () => boolean;
  readonly close: () => Promise<void>;
};

/** The first byte of every TLS connection: a handshake record. */
const TLS_HANDSHAKE = 0x16;

/**
 * A port that routes each connection by its first byte: TLS to `encrypted`, all others to `plain`. So `plain` can
 * tell a client without TLS what is wrong.
 */
export function openPort(encrypted: Server, plain: Server, sockets: OpenSockets): Port {
  const server = createServer((socket) => {
    if (sockets.add(socket)) dispatch(socket, encrypted, plain);
    else socket.destroy();
  });
  return {
    listen: (port, host) => listen(server, port, host),
    isOpen: () => server.listening,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.destroy();
      }),
  };
}

function dispatch(socket: Socket, encrypted: Server, plain: Server): void {
  socket.on('error', () => socket.destroy());
  socket.once('readable', () => {
    const first: Buffer | null = socket.read();
    if (!first) return;
    socket.unshift(first);
    (first[0] === TLS_HANDSHAKE ? encrypted : plain).emit('connection', socket);
  });
}

/**
 * Connections that wait to be accepted. Where there is no room, the system drops a connection without a word, and its client
 * tries again after one second, then after two more. Linux takes at most its own limit, 4,096 by default.
 */
const BACKLOG = 4_096;

const PORT_MAX = 65_535;

function listen(server: Server, port: number, host: string): Promise<number> {
  if (!(Number.isInteger(port) && port >= 0 && port <= PORT_MAX))
    throw new SandboxError('OPTION_INVALID', `port ${port}: expected a whole number from 0 to ${PORT_MAX}`);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(
        new SandboxError(taken ? 'PORT_IN_USE' : 'OPTION_INVALID', `cannot listen on ${host}:${port}`, error),
      );
    });
    const resolved = (): void => resolve((server.address() as AddressInfo).port);
    server.listen({ port, host, backlog: BACKLOG }, resolved);
  });
}
