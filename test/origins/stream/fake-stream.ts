import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HeldFiles } from '../held-files.ts';
import { exportOf } from './answers.ts';
import { channels, found, members, message, query, reactions, replies, users } from './listed.ts';
import { input, Refusal } from './refusal.ts';
import { type Item, type StreamApp, syntheticApp } from './stream-app.ts';
import { type Writes, writesOf } from './writes.ts';

/** A request as the server has read it. */
export type Asked = {
  readonly method: string;
  /** Decoded parts of the path. */
  readonly parts: readonly string[];
  readonly payload: Item;
  /** Its number, from 1. */
  readonly number: number;
};

/** An answer in place of the right one. */
export type Fault = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is. */
  readonly body?: unknown;
  /** The connection ends in the middle of the answer. */
  readonly cut?: true;
  /** The request is done, and the connection ends in place of an answer. */
  readonly lost?: true;
};

export type FakeStreamOptions = {
  readonly app?: StreamApp;
  /** Says what goes wrong with a request; undefined for the right answer. */
  fault?(asked: Asked): Fault | undefined;
  /** How often a task answers that it is not done. */
  readonly polls?: number;
  /** Requests a minute that the headers state. */
  readonly limit?: number;
};

/** The API of an app of Stream's, and the host of its files. */
export type FakeStream = AsyncDisposable & {
  readonly app: StreamApp;
  /** What was written through it, and its webhooks. */
  readonly writes: Writes;
  readonly address: string;
  readonly key: string;
  readonly secret: string;
  /** Every request, such as `POST /channels`. */
  readonly log: string[];
  /** Every request to the host of the files, with whether it had a key. */
  readonly fetched: { readonly path: string; readonly withKey: boolean }[];
  /** Files of messages and users: their addresses are signed anew in each answer. */
  readonly held: HeldFiles;
  /** What goes wrong from now on. */
  fault: FakeStreamOptions['fault'];
  /** Forgets all links to files, or all tasks. */
  expire(what: 'links' | 'tasks'): void;
};

const [KEY, SECRET] = ['app-key-1', 'a-secret-of-the-app-0123456789'];
const FAMILIES = {
  users: 1_000,
  channels: 10_000,
  members: 300,
  messages: 1_000,
  export_channels: 60,
  tasks: 60,
};

/** Starts the API of an app. */
export async function fakeStream(options: FakeStreamOptions = {}): Promise<FakeStream> {
  const { app = syntheticApp(), polls = 1, limit } = options;
  const [log, fetched]: [string[], { path: string; withKey: boolean }[]] = [[], []];
  const tasks = new Map<string, { left: number; readonly text: () => string; link: number }>();
  const files = new Map<string, string>();
  const held = new HeldFiles();
  const state = { fault: options.fault, number: 0, links: 0 };
  const writes = writesOf(app, { key: KEY, secret: SECRET });

  const answers = (asked: Asked): Item => {
    const { method, parts, payload } = asked;
    const [first, second, third, fourth] = parts;
    const route = `${method} ${first}${parts.length > 1 ? `/${parts.length}` : ''}`;
    if (route === 'GET users') return { users: users(app, payload) };
    if (route === 'GET search') return found(app, payload);
    if (route === 'POST channels') return { channels: channels(app, payload) };
    if (route === 'GET members') return { members: members(app, payload) };
    if (route === 'POST channels/4' && fourth === 'query' && payload['data'] === undefined)
      return query(app, `${second}:${third}`, payload);
    if (route === 'GET messages/2') return { message: message(app, second ?? '') };
    if (route === 'GET messages/3' && third === 'replies') return replies(app, second ?? '', payload);
    if (route === 'GET messages/3' && third === 'reactions') return reactions(app, second ?? '', payload);
    if (route === 'POST export_channels') return begin(payload);
    if (route === 'GET tasks/2') return task(second ?? '');
    const written = writes.answer(asked);
    if (written) return written;
    throw new Refusal(404, 16, `${method} /${parts.join('/')} is not there`);
  };

  function begin({ channels: of, version }: Item): Item {
    const wanted = of as readonly { type: string; id: string }[];
    if (!Array.isArray(of) || of.length === 0 || of.length > 25) throw input('1 to 25 channels');
    if (version !== 'v2') throw input('the tests know v2 alone');
    const cids = wanted.map(({ type, id }) => `${type}:${id}`);
    for (const cid of cids) if (!app.channels.has(cid)) throw new Refusal(404, 16, `${cid} does not exist`);
    const id = `task-${tasks.size + 1}`;
    tasks.set(id, { left: polls, link: 0, text: () => exportOf(app, cids) });
    return { task_id: id };
  }

  function task(id: string): Item {
    const of = tasks.get(id);
    if (!of) throw new Refusal(404, 16, `task ${id} does not exist`);
    if (of.left-- > 0) return { task_id: id, status: of.left === 0 ? 'running' : 'waiting' };
    const path = `/exports/${id}-${++state.links}.json?Signature=s${state.links}`;
    files.set(path, of.text());
    return { task_id: id, status: 'completed', result: { url: `${addressOf(store)}${path}` } };
  }

  const api = createServer(async (request, response) => {
    if (held.answer(request, response)) return;
    const body = await textOf(request);
    const url = new URL(request.url ?? '/', 'http://here');
    const parts = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const number = ++state.number;
    log.push(`${request.method} ${url.pathname}`);
    try {
      const payload = payloadOf(url, body);
      const wrong = state.fault?.({ method: request.method ?? '', parts, payload, number });
      if (wrong && !wrong.lost) return fail(response, wrong);
      authorise(request, url);
      const answer = answers({ method: request.method ?? '', parts, payload, number });
      if (wrong) {
        request.socket.destroy();
        return;
      }
      const text = held.signed(JSON.stringify({ ...answer, duration: '1.00ms' }), addressOf(api));
      send(response, 200, text, rateOf(parts[0] ?? '', number, limit));
    } catch (error) {
      const { status, code, message } =
        error instanceof Refusal ? error : new Refusal(500, -1, String(error));
      send(response, status, {
        code,
        message,
        StatusCode: status,
        duration: '0.00ms',
        more_info: '',
        details: [],
      });
    }
  });
  const store = createServer((request, response) => {
    const { authorization, 'stream-auth-type': type } = request.headers;
    const path = request.url ?? '';
    const withKey = authorization !== undefined || type !== undefined || path.includes(KEY);
    fetched.push({ path, withKey });
    const text = files.get(path);
    if (text === undefined) {
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>AccessDenied</Code></Error>');
    } else sendFile(request, response, Buffer.from(text), `"${path.length}-${text.length}"`);
  });
  await listening(api);
  await listening(store);

  return {
    app,
    writes,
    address: addressOf(api),
    key: KEY,
    secret: SECRET,
    log,
    fetched,
    held,
    get fault() {
      return state.fault;
    },
    set fault(fault) {
      state.fault = fault;
    },
    expire(what) {
      files.clear();
      if (what === 'tasks') tasks.clear();
    },
    async [Symbol.asyncDispose]() {
      await writes.quiet();
      for (const server of [api, store]) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}

const listening = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** What a request says: its body, its query, and the payload in that. */
function payloadOf({ searchParams }: URL, body: string): Item {
  const { payload, sort, ...query } = Object.fromEntries(searchParams);
  return {
    ...query,
    ...(sort === undefined ? {} : { sort: JSON.parse(sort) }),
    ...(payload === undefined ? {} : JSON.parse(payload)),
    ...(body === '' ? {} : JSON.parse(body)),
  } as Item;
}

/** Checks the key of the app, and that its token is that of a server. */
function authorise(request: IncomingMessage, { searchParams }: URL): void {
  if (searchParams.get('api_key') !== KEY) throw new Refusal(401, 2, 'api_key not found');
  if (request.headers['stream-auth-type'] !== 'jwt') throw new Refusal(401, 5, 'stream-auth-type is missing');
  const [header = '', claims = '', signature = ''] = (request.headers.authorization ?? '').split('.');
  const right = createHmac('sha256', SECRET).update(`${header}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  const read = (part: string): Item => JSON.parse(Buffer.from(part, 'base64url').toString()) as Item;
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new Refusal(401, 43, 'Token signature is invalid');
  if (read(header)['alg'] !== 'HS256' || read(claims)['server'] !== true)
    throw new Refusal(401, 5, 'no token of a server');
}

function rateOf(family: string, number: number, limit?: number): Readonly<Record<string, string>> {
  const allowed = limit ?? (FAMILIES[family as keyof typeof FAMILIES] ?? 300) * 1_000;
  return {
    'x-ratelimit-limit': String(allowed),
    'x-ratelimit-remaining': String(Math.max(1, allowed - number)),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 60_000) * 60),
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Sends a file, or a range of it, as object stores do. */
function sendFile(request: IncomingMessage, response: ServerResponse, bytes: Buffer, etag: string): void {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const headers = { 'accept-ranges': 'bytes', etag, 'content-type': 'application/json' };
  if (from === '') {
    response.writeHead(200, { ...headers, 'content-length': bytes.length });
    response.end(bytes);
    return;
  }
  const [start, last] = [Number(from), Math.min(to === '' ? bytes.length - 1 : Number(to), bytes.length - 1)];
  const range = bytes.subarray(start, last + 1);
  response.writeHead(206, {
    ...headers,
    'content-length': range.length,
    'content-range': `bytes ${start}-${last}/${bytes.length}`,
  });
  response.end(range);
}

function fail(response: ServerResponse, { status = 200, headers = {}, body = '', cut }: Fault): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (cut) {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': String(text.length + 1_000),
      ...headers,
    });
    response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy());
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}
