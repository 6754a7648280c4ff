import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { HookRequest, HookSecrets, LiveOrigin } from '../../../origin/live/live-origin.ts';
import type { Clock } from '../../../system/clock.ts';
import type { InboxWriter, ReceivedEvent } from '../inbox/inbox.ts';
import type { Side } from '../side.ts';
import { BodyRoom, type HeldRoom, HookRefusal, readBody } from './body-room.ts';
import { answerWith, type BoundSockets, boundSockets } from './connections.ts';
import { BacklogWatch, BadSignatures, type ReceiverNews } from './receiver-news.ts';
import type { ReceiverTally, RefusalReason } from './tally.ts';

/** A way in for the events of one system. */
export type Hook = {
  readonly side: Side;
  readonly system: string;
  readonly origin: Pick<LiveOrigin, 'isGenuine'>;
  readonly secrets: HookSecrets;
  /** Begins with a slash; only who knows it gets past a 404. */
  readonly path: string;
};

/** A certificate and its key, PEM. */
export type TlsFiles = { readonly cert: string; readonly key: string };

export type HookServerOptions = {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly tls: TlsFiles | undefined;
  readonly hooks: readonly Hook[];
  /** The address that the systems call, without a slash at its end; undefined if it is ours. */
  readonly publicUrl: string | undefined;
  readonly inbox: Pick<InboxWriter, 'add' | 'waiting'>;
  /** The most that waits. */
  readonly backlog: { readonly events: number; readonly bytes: number };
  readonly tally: ReceiverTally;
  readonly told: (news: ReceiverNews) => void;
  /** Called when an event may be lost: it was refused, or did not come whole, and the system may not send it again. */
  readonly missed: (side: Side) => void;
  readonly clock: Clock;
};

/** Bounds of a request: 10 s for all of it, 16 KiB of headers. */
const REQUEST_MS = 10_000;
const BOUNDS = {
  maxHeaderSize: 16_384,
  headersTimeout: REQUEST_MS,
  requestTimeout: REQUEST_MS,
  connectionsCheckingInterval: 1_000,
  // Longer than proxies keep a connection: theirs ends first, so that none of their requests meets a closed one.
  keepAliveTimeout: 75_000,
};
/** Systems wait two seconds and more: who has no answer by then sends the event again. */
const STORED_MS = 1_500;
/** Connections that wait to be accepted. */
const BACKLOG = 1_024;
/** Reasons of refusals, by their statuses. */
const REASONS = {
  400: 'malformed',
  413: 'tooLarge',
  415: 'unsupportedEncoding',
  503: 'unavailable',
} as const satisfies Partial<Record<HookRefusal['status'], RefusalReason>>;
/** A disk that refuses is told about once in this time. */
const DISK_SAID_MS = 60_000;

/** Headers that are stored with an event; none of them is a secret. */
const KEPT_HEADERS = [
  'content-type',
  'x-api-key',
  'x-webhook-id',
  'x-webhook-attempt',
  'i-twilio-idempotency-token',
];

/** Receives events over HTTP: each is stored before it is answered with 200, and nothing else is. */
export class HookServer {
  readonly #options: HookServerOptions;
  readonly #server: Server | SecureServer;
  readonly #sockets: BoundSockets;
  readonly #room = new BodyRoom();
  readonly #bad: BadSignatures;
  readonly #backlog = new BacklogWatch();
  #hooks: readonly Hook[];
  #isStopping = false;
  /** Events that are being stored, whether or not somebody still waits for that. */
  readonly #storing = new Set<Promise<void>>();
  #underWay = 0;
  #diskSaidAt = Number.NEGATIVE_INFINITY;

  constructor(options: HookServerOptions) {
    this.#options = options;
    this.#hooks = options.hooks;
    this.#bad = new BadSignatures(options.clock);
    const { tls } = options;
    this.#server = tls
      ? createSecureServer({ ...BOUNDS, ...tls, handshakeTimeout: REQUEST_MS, minVersion: 'TLSv1.2' })
      : createServer(BOUNDS);
    this.#sockets = boundSockets(this.#server);
    this.#server.on('request', (request, response) => void this.#answer(request, response));
    this.#server.on('checkContinue', (request, response) => void this.#answer(request, response));
  }

  /** Listens; resolves to the port. @throws the error of the system */
  async listen(): Promise<number> {
    const { host, port } = this.#options;
    const listening = Promise.withResolvers<void>();
    this.#server.once('error', listening.reject);
    this.#server.listen({ host, port, backlog: BACKLOG }, listening.resolve);
    await listening.promise;
    this.#server.off('error', listening.reject);
    // A connection that cannot be accepted is one less.
    this.#server.on('error', () => {});
    return (this.#server.address() as AddressInfo).port;
  }

  /** Takes other secrets, and another certificate. @throws the error of a certificate that is none: the old one stays */
  renew(hooks: readonly Hook[], tls: TlsFiles | undefined): void {
    this.#hooks = hooks;
    if (tls && 'setSecureContext' in this.#server)
      this.#server.setSecureContext({ ...tls, minVersion: 'TLSv1.2' });
  }

  /** Refuses new requests, resolves once those under way are answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const { clock } = this.#options;
    const until = clock.elapsed() + REQUEST_MS;
    while (this.#underWay > 0 && clock.elapsed() < until) await clock.sleep(5);
    await Promise.allSettled(this.#storing);
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // An error of a connection ends that connection alone.
    request.on('error', () => {});
    response.on('error', () => {});
    const { pathname, search } = partsOf(request.url ?? '');
    const hook = hookOf(this.#hooks, this.#localPath(pathname));
    if (!hook) return this.#end(request, response, 404);
    if (request.method !== 'POST') return this.#end(request, response, 405);
    this.#underWay += 1;
    const { clock, tally } = this.#options;
    const begun = clock.elapsed();
    const end = (status: number): void => {
      this.#end(request, response, status);
      tally.answerTook(clock.elapsed() - begun);
    };
    try {
      end(await this.#take(hook, search, request, response));
    } catch (error) {
      const status = error instanceof HookRefusal ? error.status : undefined;
      this.#counted(hook, status);
      // A connection that ended has nobody to answer.
      if (status === undefined) response.destroy();
      else end(status);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Stores an event. @throws HookRefusal; the error of the connection */
  async #take(hook: Hook, search: string, request: IncomingMessage, response: ServerResponse): Promise<200> {
    const { clock, tally, publicUrl } = this.#options;
    if (this.#isStopping || this.#isFull()) throw new HookRefusal(503);
    const held = this.#room.hold();
    let isHandedOn = false;
    try {
      if (request.headers.expect !== undefined) response.writeContinue();
      const body = await readBody(request, held);
      const url = `${publicUrl ?? `${this.#options.tls ? 'https' : 'http'}://${request.headers.host ?? ''}`}${hook.path}${search}`;
      const headers = plainHeaders(request);
      if (!isGenuine(hook, { method: 'POST', url, headers, body })) throw new HookRefusal(401);
      const receivedAt = clock.now();
      const event: ReceivedEvent = { side: hook.side, receivedAt, headers: keptOf(headers), body };
      using _ = this.#sockets.protect(request.socket);
      isHandedOn = true;
      await this.#stored(event, held);
      tally.answered(hook.side, receivedAt);
      return 200;
    } finally {
      if (!isHandedOn) held[Symbol.dispose]();
    }
  }

  /** @throws HookRefusal 503 if the disk refuses, or takes too long: the event may be stored all the same */
  async #stored(event: ReceivedEvent, held: HeldRoom): Promise<void> {
    const { clock, inbox } = this.#options;
    const late = Promise.withResolvers<never>();
    using _ = clock.after(STORED_MS, () => late.reject(new Error(`a sync took more than ${STORED_MS} ms`)));
    // The body stays in memory until the disk has answered, whoever waits for that.
    const stored = inbox.add([event]).finally(() => {
      held[Symbol.dispose]();
      this.#storing.delete(stored);
    });
    this.#storing.add(stored);
    try {
      await Promise.race([stored, late.promise]);
    } catch (error) {
      stored.catch(() => {});
      this.#diskFailed(error as Error);
      throw new HookRefusal(503);
    } finally {
      late.promise.catch(() => {});
    }
  }

  #diskFailed({ message }: Error): void {
    const now = this.#options.clock.elapsed();
    if (now - this.#diskSaidAt < DISK_SAID_MS) return;
    this.#diskSaidAt = now;
    this.#options.told({
      kind: 'disk',
      text: `events are refused, the systems may send them again: ${message}`,
    });
  }

  #isFull(): boolean {
    const { inbox, backlog, tally, told } = this.#options;
    const { events, bytes } = inbox.waiting();
    tally.waiting = { events, bytes };
    const share = Math.max((events + this.#storing.size) / backlog.events, bytes / backlog.bytes);
    const news = this.#backlog.add(share, events);
    if (news) told(news);
    return share >= 1;
  }

  /** @param status that it is refused with; undefined if it did not come whole */
  #counted({ side, system }: Hook, status: HookRefusal['status'] | undefined): void {
    const { tally, told, missed } = this.#options;
    if (status !== 401) {
      tally.count(side, status === undefined ? 'incomplete' : REASONS[status]);
      // Only the system knows the address, and it may not send again what is refused: lists will find it.
      missed(side);
      return;
    }
    tally.count(side, 'badSignatures');
    const news = this.#bad.add(side, system);
    if (news) told(news);
  }

  /** The path without that of the public address, which a proxy takes away or leaves there. */
  #localPath(pathname: string): string {
    const { publicUrl } = this.#options;
    const prefix = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
    return prefix !== '' && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
  }

  #end(request: IncomingMessage, response: ServerResponse, status: number): void {
    answerWith(status, request, response, { clock: this.#options.clock, isLast: this.#isStopping });
  }
}

function isGenuine({ origin, secrets }: Hook, request: HookRequest): boolean {
  try {
    return origin.isGenuine(request, secrets);
  } catch {
    return false;
  }
}

/** Path and query of a request line; whatever else a client may send leads nowhere. */
function partsOf(url: string): { readonly pathname: string; readonly search: string } {
  const at = url.indexOf('?');
  return at === -1 ? { pathname: url, search: '' } : { pathname: url.slice(0, at), search: url.slice(at) };
}

/** Finds the hook of a path; takes as long for each path of its length. */
function hookOf(hooks: readonly Hook[], pathname: string): Hook | undefined {
  const given = Buffer.from(pathname);
  let found: Hook | undefined;
  for (const hook of hooks) {
    const path = Buffer.from(hook.path);
    if (path.length === given.length && timingSafeEqual(path, given)) found = hook;
  }
  return found;
}

/** The headers by lower-case name; of one that was sent several times, all values. */
function plainHeaders({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

const keptOf = (headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
