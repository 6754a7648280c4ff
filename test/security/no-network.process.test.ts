import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cli } from '../e2e/cli-process.ts';
import { FAST, workspace } from '../e2e/workspace.ts';

/** Listens, and never accepts: the event loop of this process stands still. */
const DEAF = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, server.address().port + '\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** A port at which the queue of connections is full, so that the system drops every further packet. */
async function blackhole(): Promise<{ readonly port: number } & Disposable> {
  const child: ChildProcess = spawn(process.execPath, ['-e', DEAF], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout as Readable), 'line')) as [string];
  const port = Number(line);
  const sockets: Socket[] = [];
  for (let isOpen = true; isOpen; ) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    isOpen = await Promise.race([once(socket, 'connect').then(() => true), sleep(500, false)]);
  }
  return {
    port,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}

test('an address without an answer is named within 15 seconds, and nothing is marked', async () => {
  using address = await blackhole();
  using files = workspace(3);
  const baseUrl = `http://127.0.0.1:${address.port}/v3`;
  const pipeline = files.pipeline({ target: `{ baseUrl: "${baseUrl}" }`, rest: FAST });
  const key = { CHATFERRY_API_KEY: 'k123' };
  const startedAt = performance.now();
  const { code, err } = await cli(['run', pipeline, '--yes'], key);
  // Starting the process takes up to a few seconds on a busy machine.
  expect(performance.now() - startedAt).toBeLessThan(18_000);
  expect(code).toBe(7);
  expect(err).toContain('SERVICE.UNREACHABLE');
  expect(err).toContain(`127.0.0.1:${address.port}`);
  expect(err).toMatch(/no request has succeeded for 1[0-5] s/);
});
