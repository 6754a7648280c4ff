import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { OpenSockets } from '../../../src/sandbox/server/open-sockets.ts';

/** A server whose connections are watched, on a clock that is set by hand. */
async function watched() {
  let now = 0;
  const sockets = new OpenSockets(() => now);
  // The limits of Node.js itself end nothing here.
  const limits = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 600_000 };
  const held = Promise.withResolvers<IncomingMessage>();
  const server = createServer(limits, (request, response) => {
    sockets.serve(request, response);
    request.resume().on('end', () => response.end('ok'));
    if (request.url === '/later') held.resolve(request.pause());
  });
  server.on('connection', (socket) => {
    if (!sockets.add(socket)) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const open: Socket[] = [];
  return {
    /** The request of `/later`, which is not read before somebody resumes it. */
    held: held.promise,
    pass: (ms: number): void => {
      now += ms;
    },
    async client(text: string): Promise<Socket> {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      open.push(socket);
      socket.on('error', () => {}).resume();
      await once(socket, 'connect');
      socket.write(text);
      return socket;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      sockets.destroy();
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const HEAD = 'GET / HTTP/1.1\r\nHost: x\r\n';
const BODY = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab';

test('who sends a request byte by byte is cut off, who waits between two requests is not', async () => {
  await using server = await watched();
  const head = await server.client(HEAD);
  const body = await server.client(BODY);
  const idle = await server.client(`${HEAD}\r\n`);
  await once(idle, 'data');
  const passUntilClosed = (socket: Socket): Promise<boolean> =>
    vi.waitUntil(
      () => {
        server.pass(1_000);
        return socket.destroyed;
      },
      { timeout: 60_000 },
    );
  await passUntilClosed(head);
  expect([body.destroyed, idle.destroyed]).toEqual([false, false]);
  await passUntilClosed(body);
  idle.write(`${HEAD}\r\n`);
  expect(String((await once(idle, 'data'))[0])).toContain('200 OK');
});

test('where too many connections are open, the oldest without its request makes room', async () => {
  await using server = await watched();
  const first = await server.client(HEAD);
  server.pass(1);
  const second = await server.client(HEAD);
  const closed = once(first, 'close');
  // Not all at once: what waits to be accepted is limited, too.
  for (let count = 0; count < 1_999; count++) await server.client('');
  await closed;
  expect(second.destroyed).toBe(false);
  const late = await server.client(`${HEAD}\r\n`);
  expect(String((await once(late, 'data'))[0])).toContain('200 OK');
});

test('a body that the server reads later is neither cut off nor makes room, and has its time when it is read', async () => {
  await using server = await watched();
  const later = await server.client(BODY.replace('/', '/later'));
  const request = await server.held;
  const begun = await server.client(BODY);
  for (let count = 0; count < 1_998; count++) await server.client('');
  // Those without a head go first, then the body that is read: four connections too many.
  const begunClosed = once(begun, 'close');
  for (let count = 0; count < 3; count++) await server.client(`${HEAD}\r\n`);
  expect([later.destroyed, begun.destroyed]).toEqual([false, false]);
  server.pass(100_000);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(later.destroyed).toBe(false);
  server.pass(100_000);
  await begunClosed;
  request.resume();
  later.write('cde');
  expect(String((await once(later, 'data'))[0])).toContain('200 OK');
});

test('a connection whose bytes wait to be read does not make room for those that came after others who drip', async () => {
  await using server = await watched();
  const oldest = await server.client(HEAD);
  server.pass(1);
  const fresh = await server.client('');
  // The bytes of the oldest are seen only now.
  server.pass(1);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const closed = once(oldest, 'close');
  for (let count = 0; count < 1_999; count++) await server.client('');
  await closed;
  expect(fresh.destroyed).toBe(false);
  fresh.write(`${HEAD}\r\n`);
  expect(String((await once(fresh, 'data'))[0])).toContain('200 OK');
});
