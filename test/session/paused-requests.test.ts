import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ClockSkew } from '../../src/service/transport/exchange/clock-skew.ts';
import { Secret } from '../../src/service/transport/secret.ts';
import type { TransportEvent } from '../../src/service/transport/transport.ts';
import type { Connection } from '../../src/session/connect.ts';
import { openTransport } from '../../src/session/open-transport.ts';
import { realSystem } from '../../src/system/system.ts';

const CONCURRENCY = 2;

/** A service that answers with these statuses, then with 200. */
async function serviceOf(...statuses: number[]) {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume();
    response
      .writeHead(statuses[received++] ?? 200, { 'Content-Type': 'application/json' })
      .end('{"data":{}}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`,
    received: () => received,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a pause of hours is no time in which the service failed', async () => {
  using service = await serviceOf(503, 503);
  let skippedMs = 0;
  const elapsed = (): number => realSystem.clock.elapsed() + skippedMs;
  const system = { ...realSystem, clock: { ...realSystem.clock, elapsed } };
  const budget = { requests: Number.POSITIVE_INFINITY, perMs: 60_000, concurrency: CONCURRENCY };
  const connection = {
    baseUrl: service.baseUrl,
    apiKey: new Secret('key'),
    skew: new ClockSkew(),
    target: { budgets: { standard: budget } },
  } as unknown as Connection;
  const retried = Promise.withResolvers<void>();
  const onEvent = ({ type }: TransportEvent): void => {
    if (type === 'retried') retried.resolve();
  };
  await using requests = openTransport(connection, 5_000, onEvent, system);
  const { signal } = new AbortController();
  const answer = requests.transport(
    { method: 'GET', path: '/users', rateClass: 'standard', repeatable: true, divisible: false },
    signal,
  );
  await retried.promise;
  requests.pause(true);
  skippedMs = 5 * 3_600_000;
  await realSystem.clock.sleep(1_000);
  expect(service.received()).toBe(1);
  requests.pause(false);
  expect(await answer).toMatchObject({ status: 200, attempts: 3 });
});
