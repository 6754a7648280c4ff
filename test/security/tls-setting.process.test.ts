import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { provideCertificates } from '../../src/sandbox/server/certificates.ts';
import { cli } from '../e2e/cli-process.ts';
import { FAST, workspace } from '../e2e/workspace.ts';

const UNCHECKED = { NODE_TLS_REJECT_UNAUTHORIZED: '0', CHATFERRY_API_KEY: 'k123' };

test('NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored: a notice says so, and an untrusted service gets no request', async () => {
  using space = workspace(3);
  const { cert, key } = provideCertificates(space.folder, Date.now());
  const seen: (string | undefined)[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    seen.push(request.url);
    response.end('{"data":{}}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const pipeline = space.pipeline({ target: `{ baseUrl: "https://localhost:${port}/v3" }`, rest: FAST });
    for (const [command, ...more] of [
      ['run', '--yes'],
      ['verify'],
      ['doctor'],
      ['plan', '--online'],
    ] as const) {
      const { code, out, err } = await cli([command, pipeline, ...more], UNCHECKED);
      expect([command, code]).toEqual([command, 2]);
      expect(err).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored');
      // What Node.js itself warns would be wrong here.
      expect(err).not.toContain('insecure');
      expect(out + err).toMatch(/SERVICE\.TLS|is not trusted/);
    }
    expect(seen).toEqual([]);
  } finally {
    server.close();
  }
});

test('the notice does not disturb the result on standard output', async () => {
  using space = workspace(3);
  const { code, out } = await cli(['run', space.pipeline({}), '--json'], UNCHECKED);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ exitCode: 0 });
});
