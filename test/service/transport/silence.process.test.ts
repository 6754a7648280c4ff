import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startCli } from '../../e2e/cli-process.ts';
import { workspace } from '../../e2e/workspace.ts';

const KEY = { CHATFERRY_API_KEY: 'k123' };

test.concurrent.each([['run', '--yes'], ['verify'], ['plan', '--online']])(
  '%s names a service that takes connections and never answers',
  async (command, ...more) => {
    using space = workspace(3);
    const sockets = new Set<Socket>();
    const server = createServer((socket) => sockets.add(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pipeline = space.pipeline({ target: `{ baseUrl: "http://${address}/v3" }` });
    const { child, ended } = startCli([command, pipeline, ...more], KEY);
    try {
      let said = '';
      for await (const chunk of child.stderr ?? []) {
        said += String(chunk);
        if (said.includes('trouble:')) break;
      }
      expect(said).toContain(`trouble: no answer from ${address} for 15 s; still waiting`);
    } finally {
      child.kill('SIGKILL');
      for (const socket of sockets) socket.destroy();
      server.close();
      await ended;
    }
  },
);
