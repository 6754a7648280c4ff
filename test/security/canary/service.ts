import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SandboxHere } from '../../support/cli-here.ts';

/** A key with everything that escapes, quotes or encodes: each form of it is looked for. */
export const CANARY = 'sk_CANARY+9f/8e=7d%6c"5b\\4a&3f<2e>1d';

/** The forms in which the key may stand somewhere, as lower-case text. */
export const FORMS: readonly string[] = [
  CANARY,
  JSON.stringify(CANARY).slice(1, -1),
  JSON.stringify(JSON.stringify(CANARY).slice(1, -1)).slice(1, -1),
  encodeURIComponent(CANARY),
  Buffer.from(CANARY).toString('base64'),
  Buffer.from(CANARY).toString('base64url'),
  Buffer.from(CANARY).toString('hex'),
  CANARY.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'sk_CANARY',
].map((form) => form.toLowerCase());

/** How the service treats the requests of a command. */
type Mood = 'flaky' | 'refusing' | 'foreign' | 'redirecting';

/** A service in front of a sandbox that takes the canary as its key, and repeats it wherever it can. */
export type CanaryService = AsyncDisposable & {
  readonly baseUrl: string;
  mood: Mood;
  /** Requests that came with the key. */
  readonly seen: { withKey: number };
};

const QUOTES: Readonly<Record<Exclude<Mood, 'flaky'>, (response: ServerResponse, own: string) => void>> = {
  refusing: (response) => {
    response.writeHead(401, { 'content-type': 'application/json', 'x-key': encodeURIComponent(CANARY) });
    const message = `The key ${CANARY} (${encodeURIComponent(CANARY)}) does not exist, ${Buffer.from(CANARY).toString('base64')} neither`;
    response.end(
      JSON.stringify({
        error: { code: 'AUTH_ERR_NO_KEY', message, devMessage: CANARY, details: { apikey: [CANARY] } },
      }),
    );
  },
  foreign: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<html>apikey: ${CANARY} is not known to this proxy`);
  },
  redirecting: (response, own) => {
    response
      .writeHead(307, {
        location: `${own.replace('127.0.0.1', 'localhost')}/elsewhere?${encodeURIComponent(CANARY)}`,
      })
      .end();
  },
};

/** Starts it on a free port. */
export async function startCanaryService({ baseUrl, apiKey }: SandboxHere): Promise<CanaryService> {
  let requests = 0;
  const seen = { withKey: 0 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.headers['apikey'] === CANARY) seen.withKey++;
    if (service.mood !== 'flaky') return QUOTES[service.mood](response, service.baseUrl);
    // Every fifth answer is lost behind a page that quotes what it was sent.
    if (++requests % 5 === 0)
      return void response.writeHead(502).end(`bad gateway: ${JSON.stringify(request.headers)}`);
    await forward(request, response, body);
  });
  const forward = async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    const { host, 'content-length': _, ...headers } = request.headers;
    const onward = send(new URL(baseUrl).origin + request.url, {
      method: request.method,
      headers: { ...headers, apikey: apiKey },
    });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    response.writeHead(answer.statusCode ?? 500, { ...answer.headers, 'x-key': encodeURIComponent(CANARY) });
    answer.pipe(response);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: CanaryService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`,
    mood: 'flaky',
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}
