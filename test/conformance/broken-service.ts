import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';

/** JSON of an answer; a fault knows the shape that it spoils. */
// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

/** What a proxy does to one kind of answer. */
export type Fault = {
  readonly method?: string;
  /** Matched against path and query below the base address. */
  readonly path: RegExp;
  /** Asks the service for something else. */
  readonly instead?: (path: string) => string;
  /** Asks the service for nothing, and answers so. */
  readonly drop?: Json;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes the answer, or gives another one; text is sent as it is. */
  readonly answer?: (body: Json) => Json;
};

/** A proxy in front of a service, which spoils the answers that a fault names. */
export async function brokenService(
  baseUrl: string,
  fault: Fault,
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const { origin, pathname } = new URL(baseUrl);
  const server = createServer();
  server.on('request', async (incoming, response) => {
    const path = (incoming.url ?? '').slice(pathname.length);
    const hit = fault.path.test(path) && (fault.method ?? 'GET') === incoming.method;
    const { host: _host, connection: _connection, ...headers } = incoming.headers;
    const body = await buffer(incoming);
    if (hit && fault.drop) return void response.end(JSON.stringify(fault.drop));
    const answer = await request(`${origin}${pathname}${hit && fault.instead ? fault.instead(path) : path}`, {
      method: incoming.method as 'GET',
      headers,
      body: body.length > 0 ? body : null,
    });
    const text = await answer.body.text();
    const spoilt = hit && fault.answer ? fault.answer(JSON.parse(text)) : text;
    response.writeHead(hit && fault.status ? fault.status : answer.statusCode, {
      'content-type': 'application/json',
      ...(hit ? fault.headers : {}),
    });
    response.end(typeof spoilt === 'string' ? spoilt : JSON.stringify(spoilt));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
