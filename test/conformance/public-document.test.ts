import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { expect } from 'vitest';
import { conformanceChecks } from '../../src/conformance/checks.ts';
import { openPeer } from '../../src/conformance/open-service.ts';
import { runConformance } from '../../src/conformance/run-conformance.ts';
import { answerCheck, type Document, requestCheck } from '../sandbox/server/openapi-check.ts';
import { testWithReal } from '../support/real-data.ts';
import { openConformance } from './open-conformance.ts';
import { populate } from './populate.ts';

type Exchange = { method: string; path: string; sent: string; status: number; got: string };

/** A proxy that notes what passes through it. */
async function listening(baseUrl: string, seen: Exchange[]) {
  const { origin } = new URL(baseUrl);
  const server = createServer();
  server.on('request', async (incoming, response) => {
    const { host: _host, connection: _connection, ...headers } = incoming.headers;
    const [method = '', url = ''] = [incoming.method, incoming.url];
    const body = await buffer(incoming);
    const answer = await request(origin + url, {
      method: method as 'GET',
      headers,
      body: body.length > 0 ? body : null,
    });
    const got = await answer.body.text();
    const path = url.split('?', 1)[0] ?? '';
    seen.push({ method, path, sent: body.toString(), status: answer.statusCode, got });
    response.writeHead(answer.statusCode, { 'content-type': 'application/json' });
    response.end(got);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

// The vendor's own OpenAPI files of 2023, repaired where they contradict themselves.
testWithReal(
  'openapi/judge.json',
  'what the client sends and the sandbox answers is as the public OpenAPI document says',
  async (file) => {
    const judge = JSON.parse(readFileSync(file, 'utf8')) as Document;
    // Its paths have the version in them already.
    const document: Document = { ...judge, servers: [{ url: '' }] };
    const seen: Exchange[] = [];
    await using open = await openConformance({}, { http: true });
    await using proxy = await listening(open.own.sandbox.baseUrl, seen);
    await using peer = openPeer({ ...open.peerOptions, baseUrl: proxy.baseUrl });
    await populate(peer.service);
    const results = await runConformance(conformanceChecks, peer);
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);

    const [faultOf, requestFaultOf] = [answerCheck(document), requestCheck(document)];
    const known = new Set<string>();
    const faults = new Set<string>();
    for (const { method, path, sent, status, got } of seen.filter((one) => one.status === 200)) {
      const answered = faultOf(method, path, status, JSON.parse(got));
      // Calls that are newer than the document.
      if (answered?.endsWith('not in the document')) continue;
      known.add(`${method} ${path.replaceAll(/conf[\w-]+|\d+/g, '{}')}`);
      if (answered) faults.add(`answer: ${answered}`);
      // Rows that are wrong on purpose are told so. Interactive messages are newer than the document.
      const asked =
        sent === '' || got.includes('"success":false') || sent.includes('"category":"interactive"')
          ? undefined
          : requestFaultOf(method, path, JSON.parse(sent));
      if (asked) faults.add(`request: ${asked}`);
    }
    expect([...faults]).toEqual([]);
    expect(known.size).toBeGreaterThan(60);
  },
);
