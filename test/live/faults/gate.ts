import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Side } from '../../../src/features/live/side.ts';

/** The address of each side in the pipeline. */
const ADDRESS = {
  new: /target: \{ baseUrl: "([^"]+)/,
  old: /api: \{ appId: \S+, baseUrl: "([^"]+)/,
};

/** A way to an app that can be shut: whoever comes then gets no answer. */
export type Gate = AsyncDisposable & {
  isShut: boolean;
  /** Requests that came while it was shut, by their paths. */
  readonly turnedAway: string[];
};

/** Puts a gate before all calls to a side, in the pipeline. */
export async function openGate(pipeline: string, side: Side): Promise<Gate> {
  const before = readFileSync(pipeline, 'utf8');
  const [, to = ''] = ADDRESS[side].exec(before) ?? [];
  const gate = { isShut: false, turnedAway: [] as string[] };
  const { origin } = new URL(to);
  const server = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming;
    if (gate.isShut) {
      gate.turnedAway.push(`${method} ${url}`);
      incoming.socket.destroy();
      return;
    }
    const passed = request(`${origin}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  writeFileSync(pipeline, before.replaceAll(`${origin}/`, `http://127.0.0.1:${port}/`));
  return Object.assign(gate, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}
