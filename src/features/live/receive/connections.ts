import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../../system/clock.ts';

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

/** Seconds after which a system should send again. */
const RETRY_AFTER = '5';
/** For so long what is left of a request is read, so that its sender sees the answer. */
const LINGER_MS = 1_000;

/**
 * Answers with a status and no words. The connection ends with it if the request has not been read, which nobody waits for.
 * @param isLast true if it ends in any case
 */
export function answerWith(
  status: number,
  request: IncomingMessage,
  response: ServerResponse,
  { clock, isLast }: { readonly clock: Pick<Clock, 'after'>; readonly isLast: boolean },
): void {
  const isRead = request.complete;
  response.writeHead(status, {
    'Content-Length': '0',
    ...(status === 405 ? { Allow: 'POST' } : {}),
    ...(status === 503 ? { 'Retry-After': RETRY_AFTER } : {}),
    ...(isLast || !isRead ? { Connection: 'close' } : {}),
  });
  if (isRead) {
    response.end();
    return;
  }
  // The answer goes out at once; the connection is closed once the sender has had time to see it.
  response.flushHeaders();
  const timer = clock.after(LINGER_MS, () => response.destroy());
  const end = (): void => {
    timer[Symbol.dispose]();
    response.end();
  };
  request.once('end', end).once('close', end).resume();
}
