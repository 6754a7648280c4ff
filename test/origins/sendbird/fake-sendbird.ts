import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { zipped } from '../../features/exports/small-exports.ts';
import { HeldFiles } from '../held-files.ts';
import type { Channel, ChatApp, Message } from './chat-app.ts';

type Row = Record<string, unknown>;

/** An answer in place of the right one; `cut` ends the connection in its middle. */
export type Answer = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cut?: boolean;
};

/** A request that the server received. */
export type Asked = { readonly method: string; readonly path: string; readonly query: URLSearchParams };

export type FakeOptions = {
  readonly key?: string;
  /** What is answered in place of the right answer; `count` is the number of the request, from 1. */
  fault?: ((asked: Asked, count: number) => Answer | undefined) | undefined;
  /** Requests in one second. */
  readonly perSecond?: number;
  /** Whether pages grow so that messages of one time stay together. */
  readonly keepsTogether?: boolean;
  /** How often a job is asked about until it is done; absent for an application without exports. */
  jobAnswers?: number | undefined;
};

export type FakeSendbird = AsyncDisposable & {
  readonly app: ChatApp;
  readonly options: FakeOptions;
  /** The address of the API, without `/v3`. */
  readonly host: string;
  /** Every request, as `GET /v3/users`, with its query. */
  readonly requests: string[];
  /** Files of messages, which need the key. */
  readonly held: HeldFiles;
  /** The webhook of the application. */
  readonly hook: Record<string, unknown>;
  /**
   * Sends an event to the webhook, signed, up to three times until it is taken; an event that is not enabled is not sent.
   * @returns the statuses of the answers, 0 for none
   */
  sendEvent(event: object): Promise<readonly number[]>;
  /** Requests of files of jobs, with the key if it was sent. */
  readonly fetched: { readonly path: string; readonly key: string | undefined }[];
};

const listening = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

const error = (code: number, message: string, status = 400): Answer => ({
  status,
  body: { error: true, code, message },
});
const is = (query: URLSearchParams, name: string, otherwise = 'false'): boolean =>
  (query.get(name) ?? otherwise) === 'true';
const NOT_FOUND = (what: string): Answer => error(400_201, `"${what}" not found.`);

/** Starts Sendbird's Platform API over an application, on two ports: the files of export jobs are on another host. */
export async function fakeSendbird(app: ChatApp, options: FakeOptions = {}): Promise<FakeSendbird> {
  const requests: string[] = [];
  const fetched: { path: string; key: string | undefined }[] = [];
  const files = new Map<string, Buffer>();
  const store = createServer((request, response) => {
    const { url = '' } = request;
    fetched.push({ path: url, key: request.headers['api-token'] as string | undefined });
    const [path = ''] = url.split('?', 1);
    sendFile(response, files.get(path), request.headers.range);
  });
  const storeHost = await listening(store);
  const api = new Api(app, options, (name, bytes) => {
    files.set(`/${name}`, bytes);
    return `${storeHost}/${name}?signature=abc`;
  });
  const held = new HeldFiles({ header: ['api-token', options.key ?? 'master-key'] });
  const server = createServer((request, response) => {
    if (held.answer(request, response)) return;
    requests.push(`${request.method} ${request.url}`);
    void api.answer(request, requests.length).then((answer) => {
      const body = held.signed(JSON.stringify(answer.body ?? {}), host);
      send(response, typeof answer.body === 'string' ? answer : { ...answer, body }, options);
    });
  });
  const host = await listening(server);
  return {
    app,
    options,
    host,
    hook: api.hook,
    sendEvent: (event) => sendEvent(event, api.hook, options.key ?? 'master-key'),
    requests,
    fetched,
    held,
    [Symbol.asyncDispose]: async () => {
      for (const each of [server, store]) {
        each.closeAllConnections();
        await new Promise((resolve) => each.close(resolve));
      }
    },
  };
}

const TRIES = 3;
const ANSWER_MS = 5_000;

/** The body of an event as Sendbird writes it: slashes are escaped, so that nothing but the bytes fits the signature. */
export const eventBody = (event: object): string => JSON.stringify(event).replaceAll('/', '\\/');

export const signatureOf = (body: string, key: string): string =>
  createHmac('sha256', key).update(body).digest('hex');

async function sendEvent(
  event: object,
  { enabled, url, enabled_events: wanted }: Row,
  key: string,
): Promise<readonly number[]> {
  const isWanted = Array.isArray(wanted) && wanted.includes((event as Row)['category']);
  if (enabled !== true || typeof url !== 'string' || !isWanted) return [];
  const body = eventBody(event);
  const headers = { 'content-type': 'application/json', 'x-sendbird-signature': signatureOf(body, key) };
  const statuses: number[] = [];
  while (statuses.length < TRIES) {
    const status = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    }).then(
      (response) => response.status,
      () => 0,
    );
    statuses.push(status);
    if (status >= 200 && status < 300) break;
  }
  return statuses;
}

/** The whole of a file, or the range that was asked for, as object stores do. */
function sendFile(response: ServerResponse, file: Buffer | undefined, asked: string | undefined): void {
  if (!file) {
    response.writeHead(403).end('the address is over');
    return;
  }
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(asked ?? '') ?? [];
  const end = Math.min(to === '' ? file.length : Number(to) + 1, file.length);
  const headers = { etag: `"${file.length}"`, 'accept-ranges': 'bytes', 'content-type': 'application/zip' };
  const range = { 'content-range': `bytes ${from}-${end - 1}/${file.length}` };
  response.writeHead(asked ? 206 : 200, { ...headers, ...(asked ? range : {}) });
  response.end(file.subarray(Number(from), end));
}

function send(response: ServerResponse, answer: Answer, { perSecond = 100_000 }: FakeOptions): void {
  const { status, body, headers, cut } = answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-ratelimit-limit': `${perSecond};w=1`,
    'x-ratelimit-remaining': String(perSecond - 1),
    ...headers,
  });
  if (!cut) response.end(text);
  else response.write(text.slice(0, text.length / 2), () => response.destroy());
}

function withParts({ reactions, poll, sorted_metaarray, ...row }: Message, query: URLSearchParams): Row {
  const has = (name: string): boolean => query.get(name) === 'true';
  return {
    ...row,
    ...(has('include_reactions') && reactions !== undefined ? { reactions } : {}),
    ...(has('include_poll_details') && poll !== undefined ? { poll } : {}),
    ...(has('with_sorted_meta_array') && sorted_metaarray !== undefined ? { sorted_metaarray } : {}),
  };
}

class Api {
  readonly #app: ChatApp;
  readonly #options: FakeOptions;
  readonly #store: (name: string, bytes: Buffer) => string;
  readonly hook: Row = { enabled: false, url: '', include_members: false, enabled_events: [] };
  readonly #jobs = new Map<string, { readonly from: number; readonly to: number; asked: number }>();

  constructor(app: ChatApp, options: FakeOptions, store: (name: string, bytes: Buffer) => string) {
    this.#app = app;
    this.#options = options;
    this.#store = store;
  }

  async answer(request: IncomingMessage, count: number): Promise<Answer> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://api');
    const asked = { method: request.method ?? 'GET', path: pathname, query };
    const fault = this.#options.fault?.(asked, count);
    if (fault) return fault;
    if (request.headers['api-token'] !== (this.#options.key ?? 'master-key'))
      return error(400_401, 'Invalid value: "API-Token".');
    const [, version, list = '', url = '', part = ''] = pathname.split('/').map(decodeURIComponent);
    if (version !== 'v3') return error(404_100, 'no such version', 404);
    if (list === 'users' && url !== '') {
      const user = this.#app.users.get(url);
      return user ? { status: 200, body: user } : NOT_FOUND('User');
    }
    if (list === 'users') return this.#users(query);
    if (list === 'applications' && url === 'settings' && part === 'webhook') {
      if (request.method === 'PUT') Object.assign(this.hook, JSON.parse(await textOf(request)));
      return { status: 200, body: { webhook: this.hook } };
    }
    if (list === 'export')
      return request.method === 'POST' ? this.#begin(await textOf(request)) : this.#job(part);
    if (list !== 'group_channels' && list !== 'open_channels') return error(404_100, 'no such list', 404);
    if (url === '') return this.#channels(list, query);
    const channel = this.#app.channels.get(url);
    if (channel?.kind !== list) return NOT_FOUND('Channel');
    if (part === '') return { status: 200, body: this.#app.recordOf(channel, is(query, 'show_member')) };
    if (request.method !== 'GET') return this.#change(channel, request, pathname);
    const [, , , , , id] = pathname.split('/').map(decodeURIComponent);
    if (part === 'messages' && id !== undefined) {
      const found = this.#app.listed(url).find((row) => String(row.message_id) === id);
      return found ? { status: 200, body: withParts(found, query) } : NOT_FOUND('Message');
    }
    if (part === 'members')
      return this.#page('members', channel.members, query, ({ user_id }) => String(user_id));
    return part === 'messages' ? this.#messages(url, query) : error(404_100, 'no such list', 404);
  }

  /** Freezes a channel, or writes its metadata. */
  async #change(channel: Channel, request: IncomingMessage, pathname: string): Promise<Answer> {
    const [, , , , part, name] = pathname.split('/').map(decodeURIComponent);
    const body = request.method === 'PUT' ? (JSON.parse(await textOf(request)) as Row) : {};
    const metadata = { ...((channel['metadata'] as Row | undefined) ?? {}) };
    if (part === 'freeze') channel['freeze'] = body['freeze'];
    else if (part === 'metadata' && name === undefined)
      channel['metadata'] = { ...metadata, ...(body['metadata'] as Row) };
    else if (part === 'metadata') {
      delete metadata[name ?? ''];
      channel['metadata'] = metadata;
    } else return error(404_100, 'no such list', 404);
    return { status: 200, body: part === 'freeze' ? this.#app.recordOf(channel, false) : {} };
  }

  #users(query: URLSearchParams): Answer {
    const ids = query.get('user_ids')?.split(',');
    const active = query.get('active_mode') ?? 'activated';
    const users = [...this.#app.users.values()].filter(
      (user) =>
        (ids?.includes(String(user['user_id'])) ?? true) &&
        (active === 'all' || (active === 'activated') === (user['is_active'] !== false)),
    );
    return this.#page('users', users, query, ({ user_id }) => String(user_id));
  }

  #channels(kind: string, query: URLSearchParams): Answer {
    const channels = [...this.#app.channels.values()].filter(
      (channel) =>
        channel.kind === kind &&
        (is(query, 'show_frozen', 'true') || channel['freeze'] !== true) &&
        (kind === 'open_channels' ||
          is(query, 'show_empty') ||
          this.#app.listed(channel.channel_url).length > 0),
    );
    const records = channels.map((channel) => this.#app.recordOf(channel, is(query, 'show_member')));
    return this.#page('channels', records, query, ({ channel_url }) => String(channel_url));
  }

  /** Sorted by id; a token leads to what comes after an id, so that what is deleted meanwhile shifts nothing. */
  #page(name: string, rows: readonly Row[], query: URLSearchParams, idOf: (row: Row) => string): Answer {
    const limit = Number(query.get('limit') ?? 10);
    if (!(limit >= 1 && limit <= 100)) return error(400_111, '"limit" should be between 1 and 100.');
    const token = query.get('token') ?? '';
    const after = token === '' ? undefined : Buffer.from(token, 'base64url').toString();
    const sorted = rows.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
    const rest = after === undefined ? sorted : sorted.filter((row) => idOf(row) > after);
    const page = rest.slice(0, limit);
    const next = rest.length > limit ? Buffer.from(idOf(page.at(-1) ?? {})).toString('base64url') : '';
    return { status: 200, body: { [name]: page, next } };
  }

  #messages(url: string, query: URLSearchParams): Answer {
    const [time, id] = [query.get('message_ts'), query.get('message_id')];
    const next = Number(query.get('next_limit') ?? 15);
    if ((time === null) === (id === null)) return error(400_105, '"message_ts" or "message_id" is required.');
    if (!(next >= 0 && next <= 200)) return error(400_111, '"next_limit" should be between 0 and 200.');
    const all = this.#app
      .listed(url)
      .filter((row) => query.get('include_reply_type') === 'all' || row['parent_message_id'] === undefined);
    const at = id === null ? undefined : all.findIndex((row) => String(row.message_id) === id);
    if (at === -1) return NOT_FOUND('Message');
    const from = at === undefined ? all.filter((row) => row.created_at >= Number(time)) : all.slice(at + 1);
    const before = at === undefined ? Number(query.get('prev_limit') ?? 15) : 0;
    const earlier = all.filter((row) => row.created_at < Number(time)).slice(-before || all.length);
    let end = next;
    if (this.#options.keepsTogether !== false)
      while (end < from.length && from[end]?.created_at === from[end - 1]?.created_at) end++;
    const messages = [...earlier, ...from.slice(0, end)].map((row) => withParts(row, query));
    return { status: 200, body: { messages } };
  }

  #begin(body: string): Answer {
    if (this.#options.jobAnswers === undefined)
      return error(403_100, 'Data export is not in your plan.', 403);
    const { start_ts: from, end_ts: to } = JSON.parse(body) as Record<string, number>;
    if (from === undefined || to === undefined || to - from > 2_678_400_000)
      return error(400_111, 'The period should be 31 days at most.');
    const request_id = `job${this.#jobs.size + 1}`;
    this.#jobs.set(request_id, { from, to, asked: 0 });
    return {
      status: 200,
      body: { request_id, status: 'scheduled', start_ts: from, end_ts: to, format: 'json' },
    };
  }

  #job(request_id: string): Answer {
    const job = this.#jobs.get(request_id);
    if (!job) return NOT_FOUND('DataExport');
    if (job.asked++ < (this.#options.jobAnswers ?? 0))
      return { status: 200, body: { request_id, status: job.asked === 1 ? 'scheduled' : 'exporting' } };
    const messages = [...this.#app.messages.values()]
      .flat()
      .filter(({ created_at: at }) => at >= job.from && at <= job.to)
      .sort((a: Message, b: Message) => a.created_at - b.created_at);
    if (messages.length === 0) return { status: 200, body: { request_id, status: 'no data' } };
    const bytes = zipped({ 'messages/messages-1.json': JSON.stringify({ messages }) });
    const url = this.#store(`${request_id}.zip`, bytes);
    return {
      status: 200,
      body: { request_id, status: 'done', file: { url, expires_at: Date.now() + 600_000 } },
    };
  }
}
