import { timingSafeEqual } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { usageError } from '../../errors/run-error.ts';
import type { System } from '../../system/system.ts';

export type PageOptions = {
  /** Which page; its files are `view/<page>.html` and those in `view/<page>/`. */
  readonly page: 'run' | 'fleet' | 'live';
  /** The address to listen on. Anything but 127.0.0.1 lets other machines read. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Makes the client of a page that is opened now, with the news that it gets first. */
  readonly opened: () => PageClient;
  /** Acts that the page may ask for, by name. Without any it can only be read. */
  readonly acts: Readonly<Record<string, () => void>>;
  readonly system: Pick<System, 'clock' | 'machine' | 'random'>;
};

/** An open page: what it has not got yet, as JSON that is one line; undefined if that is nothing. */
export type PageClient = { readonly news: () => unknown };

/** A page and its stream of news. */
export type PageServer = AsyncDisposable & {
  /** With the token that every request carries. */
  readonly url: string;
  /** Sends every open page its news. */
  readonly send: () => void;
  /** The number of open pages. */
  readonly open: () => number;
};

/** The address at which a page is seen by this machine alone. */
export const LOOPBACK = '127.0.0.1';
const CLIENTS_MAX = 20;
/** The bytes that a page may leave unread until it is dropped; it then connects again. */
const UNREAD_BYTES_MAX = 4 * 1024 * 1024;
/** The time that open pages have to read the end. */
const GOODBYE_MS = 1_000;
const TOKEN_BYTES = 20;
const SOCKETS_MAX = CLIENTS_MAX * 4;
/** A request has no body and a short head: whoever takes longer for it is cut off. */
const TIMES = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 1_000 };

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

/** The files of all pages, by name; the page itself has the empty name. No other file is ever read. */
async function readAssets(page: string): Promise<Assets> {
  const folder = new URL('./view/', import.meta.url);
  const assets = new Map<string, { readonly type: string; readonly text: string }>();
  for (const name of await readdir(folder, { recursive: true })) {
    const path = name.replaceAll('\\', '/');
    const type = TYPES.get(/^[a-z-/]+\.([a-z]+)$/.exec(path)?.[1] ?? '');
    if (type !== undefined) assets.set(path, { type, text: await readFile(new URL(path, folder), 'utf8') });
  }
  const [frame, own] = ['frame.html', `${page}.html`].map((name) => assets.get(name)?.text ?? '');
  // A page has what stands in its head and what is below; the frame is that of all.
  const [head = '', main = ''] = own?.split(/^(?=<main>)/m) ?? [];
  const parts: Readonly<Record<string, string>> = { page, head, main };
  const text = frame?.replaceAll(/\{(page|head|main)\}/g, (_, name: string) => parts[name] ?? '') ?? '';
  return assets.set('', { type: 'text/html; charset=utf-8', text });
}

/**
 * Serves a page until it is disposed of; open pages get their last news before.
 * @throws RunError `USAGE.INVALID` if nothing can listen on the host and port
 */
export async function servePage(options: PageOptions): Promise<PageServer> {
  const token = options.system.random.hex(TOKEN_BYTES);
  const streams = new Map<ServerResponse, PageClient>();
  const server = createServer(TIMES, answering(options, token, streams, await readAssets(options.page)));
  boundSockets(server, streams);
  const port = await listening(server, options);
  const send = (): void => {
    for (const [response, client] of streams) {
      const news = client.news();
      if (news === undefined) continue;
      response.write(`data: ${JSON.stringify(news)}\n\n`);
      if (response.writableLength > UNREAD_BYTES_MAX) response.destroy();
    }
  };
  return {
    url: `http://${isEverywhere(options.host) ? LOOPBACK : inUrl(options.host)}:${port}/${token}/`,
    send,
    open: () => streams.size,
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

/** Closes the oldest connection that is no open page for a new one, where too many are open. */
function boundSockets(server: Server, streams: ReadonlyMap<ServerResponse, PageClient>): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    if (sockets.size >= SOCKETS_MAX) {
      const pages = new Set(Array.from(streams.keys(), (response) => response.socket));
      sockets
        .values()
        .find((each) => !pages.has(each))
        ?.destroy();
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
}

function answering(
  options: PageOptions,
  token: string,
  streams: Map<ServerResponse, PageClient>,
  assets: Assets,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { opened, acts } = options;
  return (request, response) => {
    const end = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { ...HEADERS, 'Content-Type': type }).end(text);
    };
    // What a request brings along is not wanted.
    request.resume();
    const { method, headers } = request;
    if (!isOwn(headers.host ?? '', request.socket.localPort ?? 0, options))
      return end(403, 'This page does not accept this host name.\n');
    const name = nameIn(request.url ?? '', token);
    if (name === undefined) return end(404, 'There is no such page. The address must contain a token.\n');
    if (method === 'POST' && Object.hasOwn(acts, name)) {
      // Only the page itself.
      if (headers.origin !== `http://${headers.host}`)
        return end(403, 'Only the page itself may send this.\n');
      acts[name]?.();
      response.writeHead(204, HEADERS).end();
      return;
    }
    if (method !== 'GET') return end(405, 'Only GET is allowed.\n');
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

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';
/** An address as a URL has it. */
const inUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

/**
 * True if a request names us as its host. A web page that rebinds its own name to this machine still sends its own name
 * (DNS rebinding), so where we listen on all addresses any of them will do, but no name that others could choose.
 */
function isOwn(given: string, port: number, { host, system }: PageOptions): boolean {
  const own = `:${port}`;
  const name = given.endsWith(own) ? given.slice(0, -own.length).toLowerCase() : undefined;
  if (name === undefined || !isEverywhere(host)) return name === inUrl(host).toLowerCase();
  return (
    isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0 ||
    name === 'localhost' ||
    name === system.machine.host.toLowerCase()
  );
}

/** Finds what a path names below the token; undefined if the token is missing or wrong. */
function nameIn(path: string, token: string): string | undefined {
  const [given, rest] = [Buffer.from(path.slice(1, token.length + 1)), path.slice(token.length + 1)];
  const wanted = Buffer.from(token);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return rest.startsWith('/') ? rest.slice(1) : undefined;
}

/** Connections that wait to be accepted; those beyond it are dropped, and tried again by their clients after a second. */
const BACKLOG = 4_096;

function listening(server: Server, { host, port }: PageOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        usageError(`the page cannot listen on ${host}, port ${port}: ${cause.code}`, {
          hint: 'use another port, or none to get a free one; or use another address of this machine',
          cause,
        }),
      ),
    );
    const resolved = (): void => resolve((server.address() as AddressInfo).port);
    server.listen({ port, host, backlog: BACKLOG }, resolved);
  });
}
