import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { SandboxError } from '../wire/sandbox-error.ts';

/** A listening port. Closing it cuts every connection. */
export type Port = {
  /** Starts listening and resolves to the port number. Rejects with a SandboxError if the port is taken. */
  readonly listen: (port: number, host: string) => Promise<number>;
  readonly isOpen: () => boolean;
  readonly close: () => Promise<void>;
};

/** The first byte of every TLS connection: a handshake record. */
const TLS_HANDSHAKE = 0x16;
/** The most open connections. Further ones are closed at once. */
const CONNECTIONS_MAX = 2_000;
/** The longest time that a connection may wait for its first byte. */
const FIRST_BYTE_MS = 120_000;

/**
 * A port that routes each connection by its first byte: TLS to `encrypted`, all others to `plain`. So `plain` can
 * tell a client without TLS what is wrong.
 */
export function openPort(encrypted: Server, plain: Server): Port {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    dispatch(socket, encrypted, plain);
  });
  server.maxConnections = CONNECTIONS_MAX;
  return {
    listen: (port, host) => listen(server, port, host),
    isOpen: () => server.listening,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function dispatch(socket: Socket, encrypted: Server, plain: Server): void {
  const destroy = () => socket.destroy();
  socket.on('error', destroy);
  socket.setTimeout(FIRST_BYTE_MS);
  socket.on('timeout', destroy);
  socket.once('readable', () => {
    const first: Buffer | null = socket.read();
    if (!first) return;
    socket.setTimeout(0);
    socket.off('timeout', destroy);
    socket.unshift(first);
    (first[0] === TLS_HANDSHAKE ? encrypted : plain).emit('connection', socket);
  });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(
        new SandboxError(taken ? 'PORT_IN_USE' : 'OPTION_INVALID', `cannot listen on ${host}:${port}`, error),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
