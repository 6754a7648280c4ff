import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Points at which requests stand: before a server has one, and when it has answered, before the answer goes back. */
export class KillPoints {
  /** Points that were passed. */
  passed = 0;
  /** The points that were passed, as `PUT /files/a before`. */
  readonly names: string[] = [];
  #at = 0;
  #kill: () => void = () => {};
  /** True if a point is planted only where the name fits; others are passed over without a number. */
  fits: (name: string) => boolean = () => true;

  /** @param at number of the point, from 1; 0 for none */
  plant(at: number, kill: () => void): void {
    this.passed = 0;
    this.names.length = 0;
    this.#at = at;
    this.#kill = kill;
  }

  /** @returns true if the process was killed here: nothing more goes through for it */
  point(name: string): boolean {
    if (!this.fits(name)) return false;
    this.names.push(name);
    if (++this.passed !== this.#at) return false;
    this.#kill();
    return true;
  }
}

/** A gate before a server that kills the process behind the requests at one of its points. */
export type KillGate = AsyncDisposable & { readonly origin: string; readonly host: string };

/**
 * @param origin of the server, plain http
 * @param instead answers some requests in the place of the server
 */
export async function killGate(
  origin: string,
  points: KillPoints,
  instead: (request: IncomingMessage, answer: ServerResponse) => boolean = () => false,
): Promise<KillGate> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const pass = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const { method, url = '', headers } = incoming;
    const [path] = url.split('?', 1);
    if (points.point(`${method} ${path} before`)) return void incoming.socket.destroy();
    if (instead(incoming, answer)) return;
    const passed = request(`${origin}${url}`, { method, headers, agent });
    answer.on('close', () => {
      if (!answer.writableFinished) passed.destroy();
    });
    const answered = once(passed, 'response') as Promise<[IncomingMessage]>;
    const sent = pipeline(incoming, passed);
    const [given] = (await Promise.all([answered, sent]))[0];
    if (points.point(`${method} ${path} answered`)) return void incoming.socket.destroy();
    answer.writeHead(given.statusCode ?? 502, given.headers);
    await pipeline(given, answer);
  };
  const server = createServer((incoming, answer) => {
    pass(incoming, answer).catch(() => answer.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
