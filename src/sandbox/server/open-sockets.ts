import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most open connections, and those of one address of another machine. */
const SOCKETS_MAX = 2_000;
const SOCKETS_PER_ADDRESS_MAX = 256;
/** The longest time that a connection may wait for the first byte of a request. */
const FIRST_BYTE_MS = 120_000;
/** The longest time from the first byte of a request to the end of its head, and to its last byte. */
const HEAD_MS = 20_000;
const REQUEST_MS = 120_000;
const SWEEP_MS = 1_000;

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

type Use = {
  readonly socket: Socket;
  readonly address: string;
  /** Its last request is answered; undefined before its first one. */
  isIdle: boolean;
  /** When the connection was made, or its last request was answered. */
  since: number;
  /** The number of bytes that had come by then. */
  bytes: number;
  /** When the first byte after them was seen; undefined before. */
  begunAt: number | undefined;
  /** The number of requests that were received as a whole, and wait for their answer. */
  waiting: number;
  /** The request whose head has come, and its body has not; paused while the server itself does not read it. */
  body: IncomingMessage | undefined;
};

/**
 * The open connections of a port. Whoever sends a request byte by byte is cut off in time; where too many connections are open,
 * the oldest one whose request has not come yet makes room for a new one; last of all one whose body waits for the server itself.
 */
export class OpenSockets {
  /** In the order in which they came, by address and port of the client: a TLS connection has those of the one below it. */
  readonly #uses = new Map<string, Use>();
  readonly #now: () => number;
  #sweep: NodeJS.Timeout | undefined;

  /** @param now milliseconds of a clock that never jumps */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Adds a connection; false if there is no room, and none can be made. */
  add(socket: Socket): boolean {
    const address = socket.remoteAddress ?? '';
    if (!this.#hasRoom(address)) return false;
    const name = nameOf(socket);
    const now = { since: this.#now(), bytes: 0, begunAt: undefined, waiting: 0, body: undefined };
    this.#uses.set(name, { socket, address, isIdle: false, ...now });
    socket.once('close', () => this.#uses.delete(name));
    this.#sweep ??= setInterval(() => this.#cut(), SWEEP_MS).unref();
    return true;
  }

  /** Takes note of the head of a request, of its end, and of its answer. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    const use = this.#uses.get(nameOf(request.socket));
    if (!use) return;
    let [isWhole, isAnswered] = [false, false];
    use.body = request;
    use.begunAt ??= this.#now();
    request.once('end', () => {
      if (isAnswered) return;
      isWhole = true;
      use.body = undefined;
      use.waiting++;
    });
    response.once('close', () => {
      isAnswered = true;
      if (isWhole) use.waiting--;
      const bytes = use.socket.bytesRead;
      Object.assign(use, { isIdle: true, since: this.#now(), bytes, begunAt: undefined, body: undefined });
    });
  }

  destroy(): void {
    clearInterval(this.#sweep);
    for (const { socket } of this.#uses.values()) socket.destroy();
  }

  #hasRoom(address: string): boolean {
    const own = LOOPBACK.test(address)
      ? []
      : [...this.#uses.values()].filter((use) => use.address === address);
    if (own.length >= SOCKETS_PER_ADDRESS_MAX) return this.#makeRoom(own);
    return this.#uses.size < SOCKETS_MAX || this.#makeRoom([...this.#uses.values()]);
  }

  /**
   * Cuts the connection whose head is the longest under way; without one, that whose body is; without one, that which was not
   * used for longest; and only then one whose body waits for the server itself.
   */
  #makeRoom(uses: readonly Use[]): boolean {
    const [first] = uses
      .filter(({ waiting }) => waiting === 0)
      .toSorted((a, b) => turnOf(a) - turnOf(b) || startOf(a) - startOf(b));
    if (!first) return false;
    this.#uses.delete(nameOf(first.socket));
    first.socket.destroy();
    return true;
  }

  /** Cuts connections whose request does not come. */
  #cut(): void {
    const now = this.#now();
    for (const use of this.#uses.values()) {
      if (use.waiting > 0) continue;
      if (use.body?.isPaused()) use.begunAt = now;
      if (use.socket.bytesRead > use.bytes) use.begunAt ??= now;
      // An idle connection is closed by the server itself.
      const limit = use.body ? REQUEST_MS : HEAD_MS;
      const isLate =
        use.begunAt === undefined
          ? !use.isIdle && now - use.since > FIRST_BYTE_MS
          : now - use.begunAt > limit;
      if (isLate) use.socket.destroy();
    }
    if (this.#uses.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}

/** The turn of a connection to make room: 0 goes first. */
function turnOf({ body, isIdle, socket, bytes }: Use): number {
  if (body) return body.isPaused() ? 3 : 1;
  return isIdle && socket.bytesRead === bytes ? 2 : 0;
}

/** When what a connection does began. A first request begins with the connection: its bytes may be seen much later. */
const startOf = ({ isIdle, begunAt, since }: Use): number => (isIdle ? (begunAt ?? since) : since);

const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
