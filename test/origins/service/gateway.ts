import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HeldFiles } from '../held-files.ts';
import type { AppHere } from './two-apps.ts';

/** An answer that stands in for that of the app; undefined lets the request through. */
export type Instead = (
  path: string,
  count: number,
) => Partial<Pick<Answer, 'status' | 'headers' | 'body'>> | 'reset' | undefined;

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Stands before an app, and answers some requests in its place. */
export type Gateway = AsyncDisposable &
  Pick<AppHere, 'baseUrl' | 'keyFile'> & { instead: Instead | undefined; readonly paths: string[] } & {
    /** Files of messages, below the same host: their addresses are signed anew in each answer. */
    readonly held: HeldFiles;
  };

export async function gatewayTo({ baseUrl, keyFile }: AppHere): Promise<Gateway> {
  const paths: string[] = [];
  const held = new HeldFiles();
  const gateway = { instead: undefined as Instead | undefined };
  const { origin, pathname } = new URL(baseUrl);
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (held.answer(request, response)) return;
    const path = (request.url ?? '').slice(pathname.length);
    paths.push(path);
    const found = gateway.instead?.(path, paths.length);
    if (found === 'reset') return void request.socket.destroy();
    if (found) {
      const { status = 200, headers = {}, body = '' } = found;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      return;
    }
    const apikey = String(request.headers['apikey']);
    const answer = await fetch(origin + request.url, { headers: { apikey } });
    const text = (await answer.text()).replaceAll('https://held.example/', 'held://');
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(held.signed(text, `http://127.0.0.1:${request.socket.localPort}`));
  };
  const server = createServer(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(gateway, {
    baseUrl: `http://127.0.0.1:${port}${pathname}`,
    keyFile,
    paths,
    held,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}
