import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { newAuthority, newServerCertificate } from '../../../src/sandbox/server/certificate-writer.ts';

/** A request that a source got. */
type SourceRequest = {
  readonly method: string;
  /** With its query, as it was sent. */
  readonly path: string;
  readonly host: string;
  readonly headers: IncomingMessage['headers'];
  readonly isSecure: boolean;
  /** Status of the answer; 0 as long as it has none. */
  status: number;
};

/** A file of a source. */
type SourceFile = {
  readonly body: Buffer;
  readonly type: string | undefined;
  readonly etag: string;
};

/**
 * Answers a request in the place of the source.
 * @param file what is at the path
 * @param count which request for this path it is, from 1
 * @returns true to leave it to the source
 */
export type SourceAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  file: SourceFile,
  count: number,
) => unknown;

type SourceOptions = {
  readonly type?: string | undefined;
  readonly answer?: SourceAnswer | undefined;
};

/** A server of files on this machine, by http and by https, which answers ranges and conditions as object stores do. */
export type SourceServer = AsyncDisposable & {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** `https://127.0.0.1:<port>` */
  readonly secureOrigin: string;
  /** The same without their schemes, as `files.from` names hosts. */
  readonly host: string;
  readonly secureHost: string;
  readonly port: number;
  readonly securePort: number;
  /** PEM text of the authority of its certificate, which is for 127.0.0.1, localhost and the given names. */
  readonly ca: string;
  readonly requests: SourceRequest[];
  /** Number of connections that were made to it. */
  readonly connections: number;
  /** Numbers of requests by their path. */
  counts(): Readonly<Record<string, number>>;
  /**
   * Puts a file there.
   * @param path begins with a slash, may have odd names
   * @returns its http address
   */
  put(path: string, body: string | Uint8Array, options?: SourceOptions): string;
  /** Answers a path that has no file of its own. */
  answer(path: string, answer: SourceAnswer): string;
  remove(path: string): void;
  /** Forgets the requests and connections so far. */
  forget(): void;
};

const DAY_MS = 86_400_000;
const authority = newAuthority('Sources of tests', { from: Date.now() - DAY_MS, until: Date.now() + DAY_MS });
const NOTHING: SourceFile = { body: Buffer.alloc(0), type: undefined, etag: '"nothing"' };

/** @param names more names of its certificate, such as `files.example.com` */
export async function sourceServer(names: readonly string[] = []): Promise<SourceServer> {
  const files = new Map<string, { readonly file: SourceFile | undefined; readonly answer?: SourceAnswer }>();
  const requests: SourceRequest[] = [];
  const counts: Record<string, number> = {};
  const sockets = new Set<Socket>();
  let connections = 0;
  const listen =
    (isSecure: boolean): RequestListener =>
    (request, response) => {
      const { url: path = '', method = '', headers } = request;
      const at = path.split('?', 1)[0] ?? '';
      const asked = { method, path, host: headers.host ?? '', headers, isSecure, status: 0 };
      requests.push(asked);
      counts[at] = (counts[at] ?? 0) + 1;
      response.on('close', () => {
        asked.status = response.headersSent ? response.statusCode : 0;
      });
      response.on('error', () => {});
      const { file, answer } = files.get(path) ?? files.get(at) ?? {};
      if (answer && answer(request, response, file ?? NOTHING, counts[at]) !== true) return;
      if (file) answerFile(request, response, file);
      else response.writeHead(404).end();
    };
  const { cert, key } = newServerCertificate(
    { name: 'Sources of tests', key: authority.key },
    { from: Date.now() - DAY_MS, until: Date.now() + DAY_MS },
    ['localhost', ...names],
  );
  const servers = [
    createServer(listen(false)),
    createSecureServer({ cert, key: key.export({ type: 'pkcs8', format: 'pem' }) }, listen(true)),
  ] as const;
  for (const server of servers) {
    server.on('connection', (socket: Socket) => {
      connections++;
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    });
    server.on('tlsClientError', () => {});
  }
  const [port, securePort] = (await Promise.all(servers.map(listening))) as [number, number];
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    secureOrigin: `https://127.0.0.1:${securePort}`,
    host: `127.0.0.1:${port}`,
    secureHost: `127.0.0.1:${securePort}`,
    port,
    securePort,
    ca: authority.cert,
    requests,
    get connections() {
      return connections;
    },
    counts: () => ({ ...counts }),
    put(path, content, { type, answer } = {}) {
      const body = Buffer.from(content);
      const file = { body, type, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"` };
      files.set(path, { file, ...(answer ? { answer } : {}) });
      return origin + path;
    },
    answer(path, answer) {
      files.set(path, { file: undefined, answer });
      return origin + path;
    },
    remove: (path) => void files.delete(path),
    forget() {
      requests.length = 0;
      connections = 0;
      for (const path of Object.keys(counts)) delete counts[path];
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Answers as an object store does. */
function answerFile({ headers: asked }: IncomingMessage, response: ServerResponse, file: SourceFile): void {
  const { body, type, etag } = file;
  const headers = { etag, 'accept-ranges': 'bytes', ...(type === undefined ? {} : { 'content-type': type }) };
  if (asked['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  const [, first, last = ''] = /^bytes=(\d+)-(\d*)$/.exec(asked.range ?? '') ?? [];
  const isOther = asked['if-range'] !== undefined && asked['if-range'] !== etag;
  if (first === undefined || isOther)
    return void response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
  const [from, to] = [Number(first), Math.min(last === '' ? body.length : Number(last), body.length - 1)];
  if (from >= body.length)
    return void response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end();
  const range = { 'content-range': `bytes ${from}-${to}/${body.length}`, 'content-length': to - from + 1 };
  response.writeHead(206, { ...headers, ...range }).end(body.subarray(from, to + 1));
}
