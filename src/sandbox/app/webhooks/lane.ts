import { createHmac } from 'node:crypto';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setImmediate as turn } from 'node:timers/promises';
import type { AppEvent } from '../events.ts';
import { findReceiver, type Network, type WebhookReceiver } from './receiver.ts';
import type { Webhook, WebhookStore } from './webhook-store.ts';

/** Outcome of one event for one webhook, with its last try. */
type Delivery = {
  /** When the event happened, milliseconds since the epoch. */
  readonly at: number;
  readonly trigger: string;
  readonly webhook: string;
  /** waiting: for its turn or its next try. dropped: not sent, or not sent again. */
  readonly state: 'waiting' | 'delivered' | 'failed' | 'dropped';
  readonly tries: number;
  /** The HTTP status of the last answer. */
  readonly status?: number;
  /** Duration of the last try, milliseconds. */
  readonly durationMs?: number;
  /** Why it was not delivered. */
  readonly error?: string;
};

/** Members of a delivery that its last try changes. */
type LastTry = Partial<Omit<Delivery, 'at' | 'trigger' | 'webhook'>>;

/** The most deliveries that are remembered; the oldest one is forgotten first. */
const ENTRIES_MAX = 500;

/** The last deliveries of one app, in memory only. */
export class DeliveryLog {
  readonly #entries = new Map<number, Delivery>();
  #nextId = 1;

  /** Adds a delivery and returns its number. */
  add(delivery: Delivery): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#entries.set(id, delivery);
    if (id > ENTRIES_MAX) this.#entries.delete(id - ENTRIES_MAX);
    return id;
  }

  /** Forgets every delivery. */
  clear(): void {
    this.#entries.clear();
  }

  /** Replaces what is known about the last try of a delivery, unless it is forgotten. */
  change(id: number, lastTry: LastTry): void {
    const known = this.#entries.get(id);
    if (!known) return;
    const { at, trigger, webhook, state, tries } = known;
    this.#entries.set(id, { at, trigger, webhook, state, tries, ...lastTry });
  }

  /** The deliveries, newest first: of one webhook, or of all. */
  list(webhook?: string): readonly Delivery[] {
    const all = [...this.#entries.values()].reverse();
    return webhook === undefined ? all : all.filter((one) => one.webhook === webhook);
  }
}

/** The most events that wait for one webhook; further ones are dropped. */
const WAITING_MAX = 1000;

/** Documented: a receiver answers within two seconds. The look-up of its name counts. */
const ANSWER_MS = 2000;

/** Means of sending that all webhooks of an app share. */
export type Sender = {
  readonly appId: string;
  readonly region: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Wait before each further try, milliseconds. */
  readonly retriesMs: readonly number[];
  readonly network: Network;
  /** Aborts when the app is closed. */
  readonly closed: AbortSignal;
};

type Job = { readonly event: AppEvent; readonly entry: number; readonly tries: number };

/** The way to one webhook: its events are sent one after the other, in the order in which they happened. */
export class Lane {
  readonly #id: string;
  readonly #sender: Sender;
  readonly #store: WebhookStore;
  readonly #log: DeliveryLog;
  readonly #queue: Job[] = [];
  /** Events that are not settled yet, also those that wait for another try. */
  #open = 0;
  #isRunning = false;

  constructor(id: string, sender: Sender, store: WebhookStore, log: DeliveryLog) {
    this.#id = id;
    this.#sender = sender;
    this.#store = store;
    this.#log = log;
  }

  /** Queues an event. Returns at once. */
  add(event: AppEvent): void {
    const isFull = this.#open >= WAITING_MAX;
    const entry = this.#log.add({
      at: this.#sender.clock(),
      trigger: event.trigger,
      webhook: this.#id,
      state: isFull ? 'dropped' : 'waiting',
      tries: 0,
      ...(isFull && { error: `${WAITING_MAX} events are waiting already` }),
    });
    if (isFull) return;
    this.#open += 1;
    this.#enqueue({ event, entry, tries: 0 });
  }

  #enqueue(job: Job): void {
    this.#queue.push(job);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    // The call that caused the event is answered first.
    await turn();
    for (let job = this.#queue.shift(); job && !this.#sender.closed.aborted; job = this.#queue.shift()) {
      const { tries } = job;
      await this.#try(job).catch((error) => this.#settle(job, { state: 'failed', tries, ...reason(error) }));
    }
    this.#isRunning = false;
  }

  /** Makes one try and plans the next one, if there is one. */
  async #try(job: Job): Promise<void> {
    const webhook = this.#store.find(this.#id);
    if (webhook?.enabled !== 1) {
      this.#settle(job, { state: 'dropped', error: 'the webhook is disabled or removed' });
      return;
    }
    const tries = job.tries + 1;
    const start = performance.now();
    const outcome = await this.#send(webhook, job.event);
    const durationMs = Math.round(performance.now() - start);
    const wait = webhook.retryOnFailure === 1 ? this.#sender.retriesMs[job.tries] : undefined;
    if (outcome.error === undefined) this.#settle(job, { ...outcome, state: 'delivered', tries, durationMs });
    else if (wait === undefined) this.#settle(job, { ...outcome, state: 'failed', tries, durationMs });
    else {
      this.#log.change(job.entry, { ...outcome, tries, durationMs });
      setTimeout(() => this.#enqueue({ ...job, tries }), wait).unref();
    }
  }

  #settle({ entry }: Job, lastTry: LastTry): void {
    this.#open -= 1;
    this.#log.change(entry, lastTry);
  }

  /** True if nothing waits for its turn or for another try. */
  get isIdle(): boolean {
    return this.#open === 0;
  }

  async #send(webhook: Webhook, event: AppEvent): Promise<{ status?: number; error?: string }> {
    const { appId, region, network, closed } = this.#sender;
    const body =
      `{"trigger":"${event.trigger}","data":${event.data},"appId":"${appId}","region":"${region}",` +
      `"webhook":${JSON.stringify(webhook.id)}}`;
    const signal = AbortSignal.any([closed, AbortSignal.timeout(ANSWER_MS)]);
    try {
      const url = new URL(webhook.url);
      const receiver = await findReceiver(url, network, signal);
      const status = await post(url, receiver, headersOf(webhook, body), body, signal);
      return status >= 200 && status < 300
        ? { status }
        : { status, error: `the receiver answered ${status}` };
    } catch (error) {
      return reason(error);
    }
  }
}

const reason = (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) });

/** The documented Basic auth, and the sandbox's own signature of the body; both only if the webhook has a password. */
function headersOf(
  { useBasicAuth, username, password }: Webhook,
  body: string,
): Readonly<Record<string, string>> {
  const agent = { 'User-Agent': 'chatferry-sandbox' };
  if (useBasicAuth !== 1) return agent;
  const login = Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64');
  const signature = createHmac('sha256', password ?? '')
    .update(body)
    .digest('hex');
  return { ...agent, Authorization: `Basic ${login}`, 'X-Sandbox-Signature': `sha256=${signature}` };
}

/** The most bytes of an answer that are read, and dropped. */
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Sends one POST with a JSON body and resolves to the status of the answer. Follows no redirect and keeps no
 * connection. Rejects with a reason if there is no answer before `signal` aborts.
 */
function post(
  url: URL,
  { addresses, isLoopback }: WebhookReceiver,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const options: RequestOptions & { rejectUnauthorized?: boolean } = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    agent: false,
    signal,
    // A second look-up could give another address than the checked ones.
    lookup: (_host, { all }, found) => {
      const [first] = addresses;
      if (all) found(null, [...addresses]);
      else found(first ? null : new Error('the name has no address'), first?.address ?? '', first?.family);
    },
    // A receiver on this machine has a certificate of its own making.
    ...(isLoopback && { rejectUnauthorized: false }),
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = send(url, options, (answer) => {
      drain(answer);
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => reject(new Error(reasonOf(error))));
    // An answer that switches protocols ends the request with neither an answer nor an error.
    sent.on('close', () => reject(new Error('closed without an answer')));
    sent.end(body);
  });
}

/** Reads an answer to its end, so that a receiver can finish it, but not more of it than makes sense. */
function drain(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) answer.destroy();
  });
  // The status decides; what becomes of the rest does not matter.
  answer.on('error', () => {});
}

function reasonOf(error: NodeJS.ErrnoException): string {
  return error.name === 'AbortError' ? 'no answer in time' : (error.code ?? error.message);
}
