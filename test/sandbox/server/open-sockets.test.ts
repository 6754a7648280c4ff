import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { OpenSockets } from '../../../src/sandbox/server/open-sockets.ts';

/** A server whose connections are watched, on a clock that is set by hand. */
async function watched() {
  let now = 0;
  const sockets = new OpenSockets(() => now);
  // The limits of Node.js itself end nothing here.
  const limits = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 600_000 };
  const server = createServer(limits, (request, response) => {
    sockets.serve(request, response);
    request.resume().on('end', () => response.end('ok'));
  });
  server.on('connection', (socket) => {
    if (!sockets.add(socket)) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const open: Socket[] = [];
  return {
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
