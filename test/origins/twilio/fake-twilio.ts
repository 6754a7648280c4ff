import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HeldFiles } from '../held-files.ts';
import { asks } from './asks.ts';
import type { Row, TwilioData } from './twilio-data.ts';
import { TwilioHooks } from './twilio-hooks.ts';

/** What happens to a request in place of its answer. */
export type Fault =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** The connection ends in the middle of the answer. */
  | 'cut'
  | 'html'
  /** Its next page is itself. */
  | 'repeats'
  /** Its next page is one of another host. */
  | 'elsewhere';

export type TwilioOptions = {
  /** The key that is right, as `SK…:secret`. */
  readonly key?: string;
  /** True if the tokens of pages that were given out before are too old. */
  expired?: boolean;
  /** True if it knows no order of messages. */
  readonly isUpwards?: boolean;
  /** What goes wrong with a request, which is counted from 1. */
  fault?: ((path: string, count: number) => Fault | undefined) | undefined;
};

/** Twilio Conversations in this process. */
export type FakeTwilio = AsyncDisposable & {
  readonly host: string;
  readonly key: string;
  readonly data: TwilioData;
  /** May be changed while it runs. */
  readonly options: TwilioOptions;
  /** Path and query of each request. */
  readonly requests: string[];
  /** The media service; a file is named by its sid. */
  readonly held: HeldFiles;
  /** What the public document of the API does not allow in the requests so far. */
  readonly violations: string[];
  readonly hooks: TwilioHooks;
};

const LISTS = {
  Services: { key: 'services', most: 100 },
  Users: { key: 'users', most: 50 },
  Roles: { key: 'roles', most: 50 },
  Conversations: { key: 'conversations', most: 100 },
  Participants: { key: 'participants', most: 100 },
  Messages: { key: 'messages', most: 100 },
} as const;
type ListName = keyof typeof LISTS;

const PATH =
  /^\/v1(?:\/Services\/(?<service>[^/]+))?\/(?:(?<top>Services|Users|Roles|Conversations)|Conversations\/(?<id>[^/]+)\/(?<part>Participants|Messages))$/;

const MEDIA = /^\/v1\/Services\/IS[0-9a-f]{32}\/Media\/(?<sid>ME[0-9a-f]{32})$/;

/** Requests that the document, which is cut to what is read and written, has not. */
const BESIDE =
  /^\/v1(?:\/Services\/(?<service>[^/]+))?\/(?:(?<config>Configuration\/Webhooks)|Users\/(?<user>[^/]+)|Conversations\/(?<id>[^/]+)\/Messages\/(?<message>[^/]+))$/;

const ONE = /^\/v1(?:\/Services\/(?<service>[^/]+))?\/Conversations\/(?<id>[^/]+)$/;

/** Starts it on a port of this machine. */
export async function fakeTwilio(data: TwilioData, options: TwilioOptions = {}): Promise<FakeTwilio> {
  const key = options.key ?? 'SK00000000000000000000000000000001:twilio-4f9a1c77e0b24d';
  const requests: string[] = [];
  const violations: string[] = [];
  const held = new HeldFiles();
  const hooks = new TwilioHooks();
  let given = 0;
  let host = '';
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', host);
    if (held.answer(request, response)) return;
    requests.push(url.pathname + url.search);
    const media = MEDIA.exec(url.pathname)?.groups;
    const beside = BESIDE.exec(url.pathname)?.groups;
    const wrong = media || beside ? undefined : asks(request.method ?? '', url);
    if (wrong !== undefined) violations.push(wrong);
    const fault = options.fault?.(url.pathname + url.search, requests.length);
    if (typeof fault === 'object')
      send(response, fault.status, fault.body ?? problem(fault.status, 20500, 'x'), fault.headers);
    else if (fault === 'html')
      send(response, 200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' });
    else if (!isAuthorised(request, key)) send(response, 401, problem(401, 20003, 'Authenticate'));
    else if (media) answerMedia(media['sid'] ?? '', response);
    else if (beside) send(response, ...besides(beside, request.method ?? '', await formOf(request)));
    else answer(url, response, fault);
  });

  function answerMedia(sid: string, response: ServerResponse): void {
    const links = { content: `/v1/Media/${sid}/Content`, content_direct_temporary: held.address(host, sid) };
    if (held.has(sid)) send(response, 200, JSON.stringify({ sid, is_multipart_upstream: false, links }));
    else send(response, 404, problem(404, 20404, `The media ${sid} was not found`));
  }

  /** Answers for one record, or for the webhook. */
  function besides(
    { config, user, id, message, service }: Readonly<Record<string, string | undefined>>,
    method: string,
    form: URLSearchParams,
  ): [number, string] {
    if (service !== undefined && service !== data.service)
      return [404, problem(404, 20404, 'no such service')];
    if (config !== undefined)
      return [200, JSON.stringify(method === 'POST' ? hooks.change(form) : hooks.config)];
    const name = decodeURIComponent(user ?? message ?? '');
    const found =
      user === undefined
        ? data.messages.get(decodeURIComponent(id ?? ''))?.find(({ sid }) => sid === name)
        : data.users.find(({ sid, identity }) => sid === name || identity === name);
    return found ? [200, JSON.stringify(found)] : [404, problem(404, 20404, `${name} was not found`)];
  }

  function answer(url: URL, response: ServerResponse, fault: Fault | undefined): void {
    const found = PATH.exec(url.pathname)?.groups;
    const isOurs = found?.['service'] === undefined || found['service'] === data.service;
    const one = ONE.exec(url.pathname)?.groups;
    const record = data.conversations.find(({ sid }) => sid === one?.['id']);
    if (record && (one?.['service'] ?? data.service) === data.service) {
      send(response, 200, JSON.stringify(record));
      return;
    }
    const name = (found?.['top'] ?? found?.['part']) as ListName | undefined;
    if (options.isUpwards) url.searchParams.delete('Order');
    const rows = name && isOurs ? rowsOf(data, name, found?.['id'], url.searchParams) : undefined;
    if (!name || !rows) {
      send(response, 404, problem(404, 20404, `The requested resource ${url.pathname} was not found`));
      return;
    }
    const { most } = LISTS[name];
    const size = Number(url.searchParams.get('PageSize') ?? 50);
    const token = url.searchParams.get('PageToken');
    const from = token === null ? 0 : placeOf(token, rows);
    if (!(size >= 1 && size <= most)) send(response, 400, problem(400, 20001, 'Page size is not allowed'));
    else if (token !== null && (options.expired || from === undefined))
      send(response, 400, problem(400, 20006, 'Page token is invalid or has expired'));
    else {
      const body = pageOf(url, name, { rows, from: from ?? 0, size }, fault);
      if (fault === 'cut') cut(response, body);
      else send(response, 200, body);
    }
  }

  function pageOf(
    url: URL,
    name: ListName,
    { rows, from, size }: { readonly rows: readonly Row[]; readonly from: number; readonly size: number },
    fault: Fault | undefined,
  ): string {
    const { key: member } = LISTS[name];
    const page = rows.slice(from, from + size);
    const last = page.at(-1);
    const next = new URL(url);
    next.searchParams.set('Page', String(Number(url.searchParams.get('Page') ?? 0) + 1));
    next.searchParams.set(
      'PageToken',
      `PT${Buffer.from(`${++given} ${last?.['sid']}`).toString('base64url')}`,
    );
    if (fault === 'elsewhere') next.host = '127.0.0.1:9';
    const isMore = from + size < rows.length || fault === 'elsewhere';
    return JSON.stringify({
      meta: {
        page: Number(url.searchParams.get('Page') ?? 0),
        page_size: size,
        first_page_url: `${host}${url.pathname}?PageSize=${size}&Page=0`,
        previous_page_url: null,
        url: url.href,
        next_page_url: fault === 'repeats' ? url.href : isMore ? next.href : null,
        key: member,
      },
      [member]: page,
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    key,
    data,
    options,
    requests,
    held,
    violations,
    hooks,
    async [Symbol.asyncDispose]() {
      await hooks.quiet();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return new URLSearchParams(text);
}

function isAuthorised({ headers }: IncomingMessage, key: string): boolean {
  return headers.authorization === `Basic ${Buffer.from(key).toString('base64')}`;
}

/** The records of a list in their order; undefined if there is no such conversation. */
function rowsOf(
  data: TwilioData,
  name: ListName,
  id: string | undefined,
  query: URLSearchParams,
): readonly Row[] | undefined {
  if (name === 'Services') return data.services;
  if (name === 'Users') return data.users;
  if (name === 'Roles') return data.roles;
  if (name === 'Conversations') return conversationsOf(data, query);
  const rows = (name === 'Messages' ? data.messages : data.participants).get(decodeURIComponent(id ?? ''));
  return query.get('Order') === 'desc' ? rows?.toReversed() : rows;
}

/** With a day, the newest one first; without one, in the order of their last messages. */
function conversationsOf({ conversations, messages }: TwilioData, query: URLSearchParams): readonly Row[] {
  const end = query.get('EndDate');
  const made = (row: Row): number => Date.parse(String(row['date_created']));
  if (end !== null)
    return conversations.filter((row) => made(row) <= Date.parse(end)).toSorted((a, b) => made(b) - made(a));
  const spoken = (row: Row): number =>
    Date.parse(String(messages.get(String(row['sid']))?.at(-1)?.['date_created'] ?? row['date_created']));
  return conversations.toSorted((a, b) => spoken(b) - spoken(a));
}

/** Behind the record that a token names, if it is still there. */
function placeOf(token: string, rows: readonly Row[]): number | undefined {
  const [, last] = Buffer.from(token.slice(2), 'base64url').toString().split(' ');
  const at = rows.findIndex(({ sid }) => sid === last);
  return at < 0 ? undefined : at + 1;
}

const problem = (status: number, code: number, message: string): string =>
  JSON.stringify({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

function cut(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}
