import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const SOCKETS_MAX = 256;

/** A connection, as both its bare socket and that of TLS over it name it. */
type SocketName = Pick<Socket, 'remoteAddress' | 'remotePort'>;

const nameOf = ({ remoteAddress, remotePort }: SocketName): string => `${remoteAddress} ${remotePort}`;

/** The connections of a server. */
export interface BoundSockets {
  /** Keeps a connection until its event is stored. */
  protect(socket: SocketName): Disposable;
}

/**
 * Bounds the connections of a server. A new one takes the place of the oldest of the address that has the most, except of those
 * whose event is being stored: who opens connections and says nothing keeps nobody else out.
 */
export function boundSockets(server: Server): BoundSockets {
  const sockets = new Map<Socket, string>();
  const storing = new Set<string>();
  server.on('connection', (socket: Socket) => {
    if (sockets.size >= SOCKETS_MAX) (victimOf(sockets, storing) ?? socket).destroy();
    sockets.set(socket, nameOf(socket));
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    protect(socket) {
      const name = nameOf(socket);
      storing.add(name);
      return { [Symbol.dispose]: () => void storing.delete(name) };
    },
  };
}

function victimOf(sockets: ReadonlyMap<Socket, string>, storing: ReadonlySet<string>): Socket | undefined {
  const byAddress = new Map<string, Socket[]>();
  for (const [socket, name] of sockets) {
    if (storing.has(name) || socket.destroyed) continue;
    const [address = ''] = name.split(' ');
    byAddress.set(address, [...(byAddress.get(address) ?? []), socket]);
  }
  const most = [...byAddress.values()].reduce<Socket[]>((a, b) => (b.length > a.length ? b : a), []);
  return most[0];
}
