import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request that a host got, and what it answered. */
type Asked = {
  readonly path: string;
  readonly range: string | undefined;
  readonly status: number;
};

/** Answers a request itself, and returns true; or leaves it to the host. */
type Behaviour = (request: IncomingMessage, response: ServerResponse, body: Buffer | undefined) => boolean;

/** A server of files on this machine, which answers ranges and conditions as object stores do. */
export type FileHost = AsyncDisposable & {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly asked: Asked[];
  /** The requests that were answered with bytes of a file, in words: its path and the first byte. */
  fetched(): string[];
  put(path: string, body: string | Buffer): string;
  remove(path: string): void;
  behave(behaviour: Behaviour | undefined): void;
};

export async function fileHost(): Promise<FileHost> {
  const files = new Map<string, { readonly body: Buffer; readonly etag: string }>();
  const sockets = new Set<Socket>();
  const asked: Asked[] = [];
  let behave: Behaviour | undefined;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const file = files.get(path);
    response.on('close', () =>
      asked.push({ path: request.url ?? '', range: request.headers.range, status: response.statusCode }),
    );
    if (behave?.(request, response, file?.body)) return;
    if (!file) return void response.writeHead(404).end();
    const { body, etag } = file;
    const { range, 'if-none-match': known, 'if-range': same } = request.headers;
    if (known === etag) return void response.writeHead(304, { etag }).end();
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (first === undefined || (same !== undefined && same !== etag))
      return void response.writeHead(200, { etag, 'content-length': body.length }).end(body);
    const [from, to] = [Number(first), Math.min(Number(last), body.length - 1)];
    if (from >= body.length)
      return void response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end();
    const headers = {
      etag,
      'content-range': `bytes ${from}-${to}/${body.length}`,
      'content-length': to - from + 1,
    };
    response.writeHead(206, headers).end(body.subarray(from, to + 1));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    fetched: () =>
      asked.flatMap(({ path, range = '', status }) =>
        (status === 206 || status === 200) && range !== 'bytes=0-0'
          ? `${path.split('?')[0]} ${/\d+/.exec(range)?.[0] ?? 'whole'}`
          : [],
      ),
    put(path, text) {
      const body = Buffer.from(text);
      files.set(path, { body, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"` });
      return origin + path;
    },
    remove: (path) => void files.delete(path),
    behave(behaviour) {
      behave = behaviour;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
