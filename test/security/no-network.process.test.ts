import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
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
    await Promise.race([once(socket, 'connect'), sleep(500)]);
    // On a busy machine the time is over before an event is told that has happened long ago.
    await immediate();
    isOpen = !socket.connecting;
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
  const { code, err } = await cli(['run', pipeline, '--yes'], key);
  expect(code).toBe(7);
  expect(err).toContain('SERVICE.UNREACHABLE');
  expect(err).toContain(`127.0.0.1:${address.port}`);
  // How long that takes is in test/service/transport/retry.test.ts. Here: another attempt of 10 s does not follow.
  const log = readFileSync(join(files.folder, '.chatferry/e2e/run.log'), 'utf8');
  const events = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type?: string });
  expect(events.filter(({ type }) => type === 'retried').length).toBe(1);
});
