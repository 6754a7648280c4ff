import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A gate before a service: a command behind it is at work until the test opens it, however fast or slow the machine is. */
export type Gate = AsyncDisposable & {
  /** The base URL to use instead of that of the service. */
  readonly baseUrl: string;
  /** Lets so many more requests through that are answered well; the others wait. */
  hold(left: number): void;
  /** How many requests wait in it. */
  readonly waiting: () => number;
  /** Lets through what waits, and all that comes. */
  open(): void;
};

type Waiting = { readonly answer: ServerResponse; readonly go: () => void };

/**
 * Starts a gate.
 * @param service the base URL of the service, plain http
 * @param path only requests whose path, after the base URL, begins with this may have to wait
 * @param first so many of them pass and are answered well before others wait
 */
export async function startGate(
  service: string,
  path: string,
  first = Number.POSITIVE_INFINITY,
): Promise<Gate> {
  const { origin, pathname } = new URL(service);
  const agent = new Agent({ keepAlive: true });
  let left = first;
  let waiting: Waiting[] = [];
  const isCounted = ({ url = '' }: IncomingMessage): boolean => url.startsWith(pathname + path);
  const pass = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const { method, url, headers } = incoming;
    const body = await buffer(incoming);
    // What its sender has given up meanwhile is not sent.
    if (answer.destroyed) return;
    const passed = request(`${origin}${url}`, { method, headers, agent }, (given) => {
      if ((given.statusCode ?? 500) < 300 && isCounted(incoming)) left -= 1;
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    passed.end(body);
  };
  const server = createServer((incoming, answer) => {
    const go = (): void => void pass(incoming, answer).catch(() => answer.destroy());
    if (left <= 0 && isCounted(incoming)) waiting.push({ answer, go });
    else go();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: service.replace(origin, `http://127.0.0.1:${port}`),
    hold: (count) => {
      left = count;
    },
    waiting: () => waiting.filter(({ answer }) => !answer.destroyed).length,
    open: () => {
      left = Number.POSITIVE_INFINITY;
      const all = waiting;
      waiting = [];
      for (const { go } of all) go();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
