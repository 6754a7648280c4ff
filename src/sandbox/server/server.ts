import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import type { Quirks } from '../quirks/quirks.ts';
import type { RecordedRequest } from '../running-sandbox.ts';
import { ApiError, SandboxError } from '../wire/api-error.ts';
import { corsHeaders } from './cors.ts';
import { type Fault, type FaultAction, faultAction } from './faults.ts';
import { OpenSockets } from './open-sockets.ts';
import { openPort, type Port } from './port.ts';
import { BodyReader, TooLargeError } from './request-body.ts';
import { errorReply, type HttpRequest, type Reply, type Responder } from './responder.ts';
import type { View } from './view.ts';

/** One request, answered or deliberately unanswered. */
export type RequestEvent = Pick<RecordedRequest, 'method' | 'path' | 'status' | 'ms' | 'fault'> & {
  /** A failure of the sandbox itself. The client gets ERR_EXCEPTION. */
  readonly error?: unknown;
};

/** A request that was answered, or deliberately not. */
export type Served = Pick<RecordedRequest, 'at' | 'method' | 'path' | 'status' | 'ms'> & {
  readonly search: string;
  readonly headers: HttpRequest['headers'];
  readonly body: Buffer;
  readonly fault: string | undefined;
};

/** Control over the requests to the API. */
type Supervision = {
  readonly clock: { readonly now: () => number; readonly isReal: boolean };
  /** The fault of a request. Throws a SandboxError if its headers ask for what is none. */
  readonly faultOf: (path: string, headers: HttpRequest['headers']) => Fault;
  readonly journal: {
    readonly next: () => number;
    readonly add: (id: number, served: Served) => void;
  };
};

/** Calls that are no part of the service. */
type CallsBeside = {
  readonly owns: (path: string) => boolean;
  /** The refusal of a request before its body is read. */
  readonly refusal: (request: IncomingMessage) => Reply | undefined;
  readonly reply: (method: string, url: string, body: Buffer) => Promise<Reply>;
};

/** Everything a server needs; `tls` absent means plain http. */
export type ServerOptions = {
  readonly responder: Responder;
  readonly view: View;
  readonly control: Supervision;
  readonly controlCalls: CallsBeside;
  /** Origins of pages that may use the API. */
  readonly origins: ReadonlySet<string>;
  readonly quirks: Quirks;
  readonly log: ((event: RequestEvent) => void) | undefined;
  readonly tls: TlsOptions | undefined;
};

/**
 * Idle connections stay open this long: longer than clients keep theirs, so that none closes in the middle of a
 * request.
 */
const KEEP_ALIVE_MS = 120_000;
/** A connection without traffic for this long is closed, also in the middle of a request. */
const SILENCE_MS = 150_000;

/** Creates the server of the API over https, or over http without `tls`. It does not listen yet. */
export function createServer(options: ServerOptions): Port {
  const sockets = new OpenSockets();
  const bodies = new BodyReader();
  const serve = (answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) =>
    createHttp((request, response) => {
      sockets.serve(request, response);
      answer(request, response).catch((error: unknown) => {
        request.socket.destroy();
        const path = withoutSecrets(request.url ?? '');
        options.log?.({ method: request.method ?? '', path, status: 0, ms: 0, error });
      });
    });
  const api = prepared(
    serve((request, response) => handle(options, { bodies, isOpen: port.isOpen }, request, response)),
  );
  const refusing = prepared(serve((request, response) => refusePlain(options, bodies, request, response)));
  const tls = options.tls && prepared(createHttps(options.tls, (...both) => api.emit('request', ...both)));
  const port = openPort(tls ?? api, tls ? refusing : api, sockets);
  return port;
}

function prepared(server: Server): Server {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // The port hands connections over, so of Node's own limits only this one works: bytes must keep coming. See `OpenSockets`.
  server.timeout = SILENCE_MS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => answerBadHttp(error, socket));
  return server;
}

const withoutSecrets = (path: string): string =>
  path.replace(/\/(apikeys|auth_tokens|tokens)\/[^/?]+/g, '/$1/…').replace(/([?&]authToken=)[^&]*/gi, '$1…');

/** The specification does not support plain http. */
async function refusePlain(
  { quirks }: ServerOptions,
  bodies: BodyReader,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await bodies.read(request, quirks.bodyBytes, false).catch(() => {});
  response.setHeader('Connection', 'close');
  const hint = 'Plain HTTP is not supported. Please use https.';
  const status = quirks.plainHttp;
  const location = { Location: `https://${request.headers.host ?? ''}${request.url ?? '/'}` };
  const refusal = new ApiError('ERR_BAD_REQUEST', hint, { status });
  send(response, errorReply(refusal, status === 301 ? location : {}, quirks));
}

/** State that all requests of a server share. */
type Shared = { readonly bodies: BodyReader; readonly isOpen: () => boolean };

async function handle(
  options: ServerOptions,
  shared: Shared,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const start = performance.now();
  const { method = '', url = '/' } = request;
  const { control, controlCalls } = options;
  const { clock } = control;
  const at = clock.now();
  // Node.js sends the time of this machine.
  if (!clock.isReal) response.setHeader('Date', new Date(at).toUTCString());
  const path = url.split('?', 1)[0] ?? '';
  if (path === '/health' && (method === 'GET' || method === 'HEAD')) {
    send(response, { status: 200, headers: { 'Cache-Control': 'no-store' }, body: '{"status":"ok"}' });
    return;
  }
  if (controlCalls.owns(path)) {
    await serveControl(options, shared, request, response);
    return;
  }
  // The view is no client of the service: no fault hits it, and its requests do not change the next faults.
  const viewReply = options.view({ method, url, headers: request.headers, body: Buffer.alloc(0) });
  if (viewReply) {
    const { error } = send(response, viewReply);
    if (error !== undefined)
      options.log?.({ method, path: withoutSecrets(path), status: viewReply.status, ms: 0, error });
    return;
  }
  const id = control.journal.next();
  for (const [name, value] of Object.entries(corsHeaders(options.origins, path, request.headers)))
    response.setHeader(name, value);
  const fault = faultOf(control, method, path, request.headers);
  const action = fault.reply
    ? ({ act: 'instead', reply: fault.reply } as const)
    : fault.rule && faultAction(fault.rule, at);
  const outcome = await answer(options, shared, request, response, action, fault.delayMs);
  if (!outcome) return;
  const kind = fault.rule?.kind ?? (fault.delayMs > 0 ? 'delay' : undefined);
  const ms = performance.now() - start;
  const { status, body } = outcome;
  const served = { at, method, path: withoutSecrets(path), status, ms, fault: kind };
  const search = url.slice(path.length + 1);
  control.journal.add(id, { ...served, search, headers: request.headers, body: body ?? Buffer.alloc(0) });
  options.log?.({
    method,
    path: withoutSecrets(path),
    status,
    ms,
    ...(kind !== undefined && { fault: kind }),
    ...(outcome.error !== undefined && { error: outcome.error }),
  });
}

/** The fault of a request; a preflight of a browser has none. A header that asks for what is no fault is refused. */
function faultOf(
  control: Supervision,
  method: string,
  path: string,
  headers: IncomingMessage['headers'],
): Fault & { readonly reply?: Reply } {
  const none = { rule: undefined, delayMs: 0 };
  if (method === 'OPTIONS') return none;
  try {
    return control.faultOf(path.replace(/^\/v\d+(?=\/)/, ''), headers);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return {
      ...none,
      reply: errorReply(new ApiError('ERR_BAD_REQUEST', `x-sandbox-fault: ${error.message}`)),
    };
  }
}

/** The longest body of a call that controls the sandbox. */
const CONTROL_BYTES_MAX = 64 * 1024;

async function serveControl(
  { controlCalls, log }: ServerOptions,
  { bodies, isOpen }: Shared,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '' } = request;
  const refusal = controlCalls.refusal(request);
  let body: Buffer;
  try {
    body = await bodies.read(request, CONTROL_BYTES_MAX, refusal === undefined);
  } catch (error) {
    if (error instanceof TooLargeError) send(response, errorReply(error));
    return;
  }
  if (!isOpen()) return;
  const reply = refusal ?? (await controlCalls.reply(method, url, body));
  send(response, reply);
  if (reply.error !== undefined)
    log?.({ method, path: url.split('?', 1)[0] ?? '', status: reply.status, ms: 0, error: reply.error });
}

type Outcome = { readonly status: number; readonly error?: unknown; readonly body?: Buffer };

/** Reads, handles and answers one request. Undefined if the client left before the request was read. */
async function answer(
  options: ServerOptions,
  { bodies, isOpen }: Shared,
  request: IncomingMessage,
  response: ServerResponse,
  action: FaultAction | undefined,
  delayMs: number,
): Promise<Outcome | undefined> {
  const { quirks } = options;
  let body: Buffer;
  try {
    // Without valid credentials the request is refused in any case, so its body is not kept.
    body = await bodies.read(
      request,
      quirks.bodyBytes,
      options.responder.hasValidCredentials(request.headers),
    );
  } catch (error) {
    if (!(error instanceof TooLargeError)) return undefined;
    return send(response, errorReply(error, {}, quirks));
  }
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  // Like the service, the sandbox handles requests of clients that left. A closed sandbox cannot: its data is
  // closed.
  if (!isOpen()) return undefined;
  if (action?.act === 'instead') return { ...send(response, action.reply), body };
  if (action?.act === 'reset') return { ...destroy(request.socket), body };
  const { method = '', url = '/', headers } = request;
  const reply = options.responder.reply({ method, url, headers, body });
  return { ...act(request, response, reply, action), body };
}

function act(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  action: FaultAction | undefined,
): Outcome {
  switch (action?.act) {
    case 'silence':
      return { status: 0 };
    case 'reset-after':
      return destroy(request.socket);
    case 'after':
      return send(response, action.reply);
    case 'truncate':
      return sendHalf(request, response, reply);
    default:
      return send(response, reply);
  }
}

/** Returns the length of the body in bytes. */
function writeHead(response: ServerResponse, reply: Reply): number {
  const bytes = Buffer.byteLength(reply.body);
  // An answer without content names no type of it.
  const content = reply.status === 204 ? {} : { 'Content-Type': 'application/json', 'Content-Length': bytes };
  response.writeHead(reply.status, { ...content, ...reply.headers });
  return bytes;
}

function send(response: ServerResponse, reply: Reply): Outcome {
  const bytes = writeHead(response, reply);
  // Equal counts of bytes and characters mean pure ASCII. Latin-1 has the same bytes and is written in a fifth
  // less time.
  response.end(reply.body, bytes === reply.body.length ? 'latin1' : 'utf8');
  return reply.error === undefined ? { status: reply.status } : { status: reply.status, error: reply.error };
}

/** Announces the whole length and stops half way, like a proxy that dies. */
function sendHalf(request: IncomingMessage, response: ServerResponse, reply: Reply): Outcome {
  writeHead(response, reply);
  response.write(Buffer.from(reply.body).subarray(0, Math.floor(reply.body.length / 2)), () => {
    request.socket.destroy();
  });
  return { status: reply.status };
}

function destroy(socket: Socket): Outcome {
  socket.destroy();
  return { status: 0 };
}

/** Input that is no HTTP, or has too long a header, gets one answer and is closed. */
function answerBadHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const refusal = errorReply(new ApiError('ERR_BAD_REQUEST', 'The request is not valid HTTP.'));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(refusal.body)}` +
      `\r\nConnection: close\r\n\r\n${refusal.body}`,
  );
}
