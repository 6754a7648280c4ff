import { join } from 'node:path';
import { Dispatcher } from 'undici';
import { type App, openApp } from '../../src/sandbox/app/app.ts';
import { Apps } from '../../src/sandbox/app/apps.ts';
import type { Limits } from '../../src/sandbox/app/rate-limits.ts';
import { openNetwork } from '../../src/sandbox/app/webhooks/receiver.ts';
import { DEFAULT_QUIRKS } from '../../src/sandbox/quirks/quirks.ts';
import { ROUTES } from '../../src/sandbox/routes.ts';
import { type Reply, Responder } from '../../src/sandbox/server/responder.ts';
import { Router } from '../../src/sandbox/server/router.ts';
import { pick, type Random } from '../support/random.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';
import { Killed, type Life } from './life.ts';

const JSON_BODY = { 'content-type': 'application/json' };

/** How likely each fault is for a request, 0 to 1. */
export type FaultRates = {
  /** Refused before it is handled: 429 with and without a time, 503, 500. */
  readonly refused: number;
  /** Handled, and the answer is an error of the server, a reset, half an answer, or none at all. */
  readonly answerLost: number;
  /** Reset or timed out before it is handled. */
  readonly requestLost: number;
  /** Handled once, long after the client has given up waiting. */
  readonly late: number;
};

/** One request as the service saw it. */
export type Handled = {
  readonly process: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly reply: Reply;
  /** Whether the whole answer arrived while the process lived. */
  acknowledged: boolean;
};

const [LATENCY_MS, LATE_MS] = [40, 90_000];
/** How long, once, answers say nothing of the rows that were sent. */
const WORDLESS_MS = 20_000;
const WORDLESS: Reply = { status: 200, headers: {}, body: '{"data":{}}' };

/**
 * The service of a simulation: the routes of the sandbox without its HTTP server, in virtual time, behind a network that
 * loses and delays what the seed says. It outlives the processes that talk to it.
 */
export class SimulatedPeer implements Disposable {
  readonly key = `${'canary'.repeat(6)}0000`;
  readonly app: App;
  readonly handled: Handled[] = [];
  /** Requests that arrived before the time was over that an answer had asked to wait. */
  readonly tooEarly: string[] = [];
  /** How often the service itself refused a request for its limits. */
  limited = 0;
  /** Until when answers say nothing of rows, virtual milliseconds. */
  wordlessUntil: number | undefined;
  faults: FaultRates = { refused: 0, answerLost: 0, requestLost: 0, late: 0 };
  readonly #responder: Responder;
  readonly #clock: VirtualClock;
  readonly #random: Random;
  readonly #apps: Apps;

  constructor(folder: string, limits: Limits, clock: VirtualClock, random: Random) {
    const settings = { quirks: DEFAULT_QUIRKS, limits, clock: () => clock.now(), network: openNetwork() };
    this.#clock = clock;
    this.#random = random;
    this.app = openApp(join(folder, 'service.sqlite'), settings);
    const entry = { appId: 'sim', name: 'sim', region: 'us', createdAt: this.app.now() };
    this.#apps = new Apps(this.app, entry, join(folder, 'apps'), settings);
    this.app.keys.insert({ apiKey: this.key, name: 'key', scope: 'fullAccess', createdAt: this.app.now() });
    this.#responder = new Responder(this.#apps, { key: 'none', secret: 'none' }, ROUTES);
  }

  /** Calls the service past the network; throws if it refuses. */
  call(method: string, path: string, body?: unknown, as?: string): { readonly data: unknown } {
    const reply = this.#responder.reply({
      method,
      url: `/v3${path}`,
      headers: { ...JSON_BODY, apikey: this.key, ...(as === undefined ? {} : { onbehalfof: as }) },
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    });
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.body}`);
    return JSON.parse(reply.body) as { data: unknown };
  }

  /** The network of one process. */
  dispatcherFor(life: Life, process: number): Dispatcher {
    return new SimulatedNetwork({ peer: this, life, process, clock: this.#clock, random: this.#random });
  }

  /** Handles a request that has arrived. */
  handle(request: Dispatcher.DispatchOptions, process: number): Handled {
    const headers = Object.fromEntries(
      Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    const body = String(request.body ?? '');
    const { method, path } = request;
    const reply = this.#responder.reply({ method, url: path, headers, body: Buffer.from(body) });
    if (reply.error !== undefined) throw new Error('the sandbox failed', { cause: reply.error });
    if (reply.status === 429) this.limited++;
    const handled = { process, at: this.#clock.elapsed(), method, path, body, reply, acknowledged: false };
    this.handled.push(handled);
    return handled;
  }

  [Symbol.dispose](): void {
    this.#apps[Symbol.dispose]();
    if (this.app.db.isOpen) this.app.db.close();
  }
}

type NetworkDeps = {
  readonly peer: SimulatedPeer;
  readonly life: Life;
  readonly process: number;
  readonly clock: VirtualClock;
  readonly random: Random;
};

/** What happens to one request, by chance. */
type Fate = 'answered' | 'refused' | 'answer lost' | 'request lost' | 'late';

class SimulatedNetwork extends Dispatcher {
  readonly #deps: NetworkDeps;
  /** Until when each rate class was asked to wait, virtual milliseconds. */
  readonly #waitUntil = new Map<string, number>();

  constructor(deps: NetworkDeps) {
    super();
    this.#deps = deps;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { life, clock, random, peer } = this.#deps;
    const exchange = new Exchange(handler, clock);
    try {
      life.point();
    } catch {
      return true;
    }
    exchange.begin();
    const kind = classOf(options);
    const waitUntil = this.#waitUntil.get(kind) ?? 0;
    if (clock.elapsed() < waitUntil)
      peer.tooEarly.push(`${kind} ${Math.round(waitUntil - clock.elapsed())} ms too early`);
    const fate = this.#fate(random);
    const oneWay = 1 + random() * LATENCY_MS;
    if (fate === 'request lost') {
      if (random() < 0.5) clock.after(oneWay, () => this.#fail(exchange, 'ECONNRESET'));
      return true;
    }
    clock.after(fate === 'late' ? LATE_MS : oneWay, () => this.#arrive(options, exchange, fate, kind));
    return true;
  }

  #fate(random: Random): Fate {
    const { refused, answerLost, requestLost, late } = this.#deps.peer.faults;
    let chance = random();
    for (const [fate, rate] of [
      ['refused', refused],
      ['answer lost', answerLost],
      ['request lost', requestLost],
      ['late', late],
    ] as const) {
      if (chance < rate) return fate;
      chance -= rate;
    }
    return 'answered';
  }

  /** The request has reached the service. */
  #arrive(options: Dispatcher.DispatchOptions, exchange: Exchange, fate: Fate, kind: string): void {
    const { clock, random, peer, process } = this.#deps;
    const back = 1 + random() * LATENCY_MS;
    if (fate === 'refused') {
      const reply = refusal(random);
      clock.after(back, () => this.#deliver(exchange, reply, kind, undefined));
      return;
    }
    const handled = peer.handle(options, process);
    const how = fate === 'answer lost' ? pick(random, ['reset', 'half', 'error', 'silence', 'wordless']) : '';
    if (how === 'wordless') peer.wordlessUntil ??= clock.elapsed() + WORDLESS_MS;
    const isWordless = clock.elapsed() < (peer.wordlessUntil ?? 0) && options.path.includes('/data_import/');
    if (fate === 'answered' && !isWordless)
      clock.after(back, () => this.#deliver(exchange, handled.reply, kind, handled));
    else if (isWordless) clock.after(back, () => this.#deliver(exchange, WORDLESS, kind, undefined));
    else if (fate === 'answer lost') {
      if (how === 'silence') return;
      clock.after(back, () => {
        if (how === 'reset') this.#fail(exchange, 'ECONNRESET');
        else if (how === 'half') exchange.half(handled.reply);
        else this.#deliver(exchange, gone(pick(random, [500, 502, 504])), kind, undefined);
      });
    }
  }

  #fail(exchange: Exchange, code: string): void {
    if (this.#deps.life.isAlive) exchange.fail(Object.assign(new Error(`read ${code}`), { code }));
  }

  #deliver(exchange: Exchange, reply: Reply, kind: string, handled: Handled | undefined): void {
    const { life, clock } = this.#deps;
    if (!life.isAlive || exchange.isOver) return;
    try {
      life.point();
    } catch (error) {
      if (error instanceof Killed) return;
      throw error;
    }
    if (handled) handled.acknowledged = true;
    const seconds = Number(reply.headers['Retry-After']);
    if (reply.status === 429 && seconds > 0)
      this.#waitUntil.set(kind, Math.max(this.#waitUntil.get(kind) ?? 0, clock.elapsed() + seconds * 1_000));
    exchange.answer(reply);
  }

  override async close(): Promise<void> {}
  override async destroy(): Promise<void> {}
}

const router = new Router(ROUTES);

/** The rate class of a request. */
const classOf = ({ method, path }: Dispatcher.DispatchOptions): string =>
  router.match(method, path.split('?', 1)[0] ?? '').route.rate;

function refusal(random: Random): Reply {
  const status = pick(random, [429, 429, 500, 503]);
  if (status !== 429) return gone(status);
  const body = JSON.stringify({ error: { code: 'ERR_TOO_MANY_REQUESTS', message: 'too many' } });
  return {
    status,
    headers: random() < 0.7 ? { 'Retry-After': String(1 + Math.floor(random() * 58)) } : {},
    body,
  };
}

const gone = (status: number): Reply => ({ status, headers: {}, body: `<html>${status}</html>` });

/** One request and its answer, as undici's handlers hear of them. */
class Exchange {
  isOver = false;
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #date: () => string;
  readonly #controller: Dispatcher.DispatchController;

  constructor(handler: Dispatcher.DispatchHandler, clock: VirtualClock) {
    this.#handler = handler;
    this.#date = () => new Date(clock.now()).toUTCString();
    this.#controller = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: null,
      rawTrailers: null,
      pause: () => {},
      resume: () => {},
      abort: (reason: Error) => this.fail(reason),
    } as unknown as Dispatcher.DispatchController;
  }

  begin(): void {
    this.#handler.onRequestStart?.(this.#controller, {});
  }

  answer({ status, headers, body }: Reply): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#start(status, headers);
    this.#handler.onResponseData?.(this.#controller, Buffer.from(body));
    this.#handler.onResponseEnd?.(this.#controller, {});
  }

  /** The connection ends in the middle of the answer. */
  half({ status, headers, body }: Reply): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#start(status, headers);
    this.#handler.onResponseData?.(this.#controller, Buffer.from(body.slice(0, body.length / 2)));
    const error = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
    this.#handler.onResponseError?.(this.#controller, error);
  }

  fail(error: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#handler.onResponseError?.(this.#controller, error);
  }

  #start(status: number, headers: Reply['headers']): void {
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const own = { ...JSON_BODY, date: this.#date() };
    this.#handler.onResponseStart?.(this.#controller, status, { ...own, ...lower }, '');
  }
}
