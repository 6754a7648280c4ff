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
  /** How many have passed, and have no answer yet. */
  readonly passing: () => number;
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
  let passing = 0;
  let waiting: Waiting[] = [];
  const isCounted = ({ url = '' }: IncomingMessage): boolean => url.startsWith(pathname + path);
  /** Whether it was answered well. */
  const pass = async (incoming: IncomingMessage, answer: ServerResponse): Promise<boolean> => {
    const { method, url, headers } = incoming;
    const body = await buffer(incoming);
    // What its sender has given up meanwhile is not sent.
    if (answer.destroyed) return false;
    const passed = request(`${origin}${url}`, { method, headers, agent });
    answer.on('close', () => passed.destroy());
    passed.end(body);
    const [given] = (await once(passed, 'response')) as [IncomingMessage];
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.pipe(answer);
    return (given.statusCode ?? 502) < 300;
  };
  const go = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const isOne = isCounted(incoming);
    if (isOne) left -= 1;
    passing += 1;
    const isGood = await pass(incoming, answer).catch(() => {
      answer.destroy();
      return false;
    });
    passing -= 1;
    if (isGood || !isOne) return;
    left += 1;
    waiting.shift()?.go();
  };
  const server = createServer((incoming, answer) => {
    if (left <= 0 && isCounted(incoming)) waiting.push({ answer, go: () => void go(incoming, answer) });
    else void go(incoming, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: service.replace(origin, `http://127.0.0.1:${port}`),
    hold: (count) => {
      left = count;
    },
    passing: () => passing,
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
