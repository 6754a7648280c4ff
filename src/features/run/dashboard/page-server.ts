import { timingSafeEqual } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunError } from '../../../errors/run-error.ts';
import type { System } from '../../../system/system.ts';

export type PageOptions = {
  /** 0 picks a free one. */
  readonly port: number;
  /** What a page that is opened now gets first. */
  readonly opened: () => Client;
  readonly pause: (isPaused: boolean) => void;
  readonly system: Pick<System, 'clock' | 'random'>;
};

/** An open page: what it has not got yet, as JSON that is one line; undefined if that is nothing. */
export type Client = { readonly news: () => unknown };

/** The page of a run and its stream of news, on this machine only. */
export type PageServer = AsyncDisposable & {
  /** With the token that every request carries. */
  readonly url: string;
  /** Sends every open page its news. */
  readonly send: () => void;
};

const HOST = '127.0.0.1';
const CLIENTS_MAX = 20;
/** What a page may leave unread until it is dropped; it then connects again. */
const UNREAD_BYTES_MAX = 4 * 1024 * 1024;
/** How long open pages have to read the end. */
const GOODBYE_MS = 1_000;
const TOKEN_BYTES = 20;

const TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
]);

/** Browsers run and load only the page's own files, refuse to frame them, and cache nothing. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

type Assets = ReadonlyMap<string, { readonly type: string; readonly text: string }>;

/** The files of the page, by name. No other file is ever read. */
async function readAssets(): Promise<Assets> {
  const folder = new URL('./view/', import.meta.url);
  const assets = new Map<string, { readonly type: string; readonly text: string }>();
  for (const name of await readdir(folder, { recursive: true })) {
    const path = name.replaceAll('\\', '/');
    const type = TYPES.get(/^[a-z-/]+\.([a-z]+)$/.exec(path)?.[1] ?? '');
    if (type === undefined) continue;
    assets.set(path === 'index.html' ? '' : path, {
      type,
      text: await readFile(new URL(path, folder), 'utf8'),
    });
  }
  return assets;
}

/**
 * Serves the page until it is disposed of; open pages get their last news before.
 * @throws RunError `USAGE.INVALID` if the port is taken
 */
export async function servePage(options: PageOptions): Promise<PageServer> {
  const token = options.system.random.hex(TOKEN_BYTES);
  const streams = new Map<ServerResponse, Client>();
  const server = createServer(answering(options, token, streams, await readAssets()));
  server.maxConnections = CLIENTS_MAX * 4;
  const port = await listening(server, options.port);
  const send = (): void => {
    for (const [response, client] of streams) {
      const news = client.news();
      if (news === undefined) continue;
      response.write(`data: ${JSON.stringify(news)}\n\n`);
      if (response.writableLength > UNREAD_BYTES_MAX) response.destroy();
    }
  };
  return {
    url: `http://${HOST}:${port}/${token}/`,
    send,
    [Symbol.asyncDispose]: async () => {
      send();
      for (const response of streams.keys()) response.end();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      using _ = options.system.clock.after(GOODBYE_MS, () => server.closeAllConnections());
      await closed;
    },
  };
}

function answering(
  { opened, pause }: PageOptions,
  token: string,
  streams: Map<ServerResponse, Client>,
  assets: Assets,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const end = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { ...HEADERS, 'Content-Type': type }).end(text);
    };
    // What a request brings along is not wanted.
    request.resume();
    const { method, headers } = request;
    const own = `${HOST}:${request.socket.localPort}`;
    // A web page that rebinds its own name to this machine still sends its own name (DNS rebinding).
    if (headers.host !== own) return end(403, 'This page does not answer under this host name.\n');
    const name = nameIn(request.url ?? '', token);
    if (name === undefined) return end(404, 'There is no such page. The address has a token.\n');
    if (method === 'POST' && (name === 'pause' || name === 'resume')) {
      // Only the page itself.
      if (headers.origin !== `http://${own}`) return end(403, 'This is for the page alone.\n');
      pause(name === 'pause');
      response.writeHead(204, HEADERS).end();
      return;
    }
    if (method !== 'GET') return end(405, 'This can only be read.\n');
    const asset = assets.get(name);
    if (asset) return end(200, asset.text, asset.type);
    if (name !== 'events') return end(404, 'There is no such page.\n');
    if (streams.size >= CLIENTS_MAX) return end(503, 'Too many pages are open.\n');
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
    const client = opened();
    streams.set(response, client);
    response.on('close', () => streams.delete(response));
    response.write(`retry: 2000\ndata: ${JSON.stringify(client.news())}\n\n`);
  };
}

/** What a path names below the token; undefined if the token is missing or wrong. */
function nameIn(path: string, token: string): string | undefined {
  const [given, rest] = [Buffer.from(path.slice(1, token.length + 1)), path.slice(token.length + 1)];
  const wanted = Buffer.from(token);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return rest.startsWith('/') ? rest.slice(1) : undefined;
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new RunError('USAGE.INVALID', `--dashboard cannot listen on port ${port}: ${cause.code}`, {
          hint: 'another port, or none: a free one is picked',
          cause,
        }),
      ),
    );
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}
