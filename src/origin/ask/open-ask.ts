import { RunError } from '../../errors/run-error.ts';
import { defined } from '../../input/json/defined.ts';
import { type Budget, connectionsFor, MINUTE_MS } from '../../service/transport/budget.ts';
import { deadline } from '../../service/transport/deadline.ts';
import { ClockSkew } from '../../service/transport/exchange/clock-skew.ts';
import { http } from '../../service/transport/http.ts';
import { createLimiter, type Limiter, RateHoldError, type Sharing } from '../../service/transport/limiter.ts';
import { observe } from '../../service/transport/observe.ts';
import { type StatedLimit, statedLimit } from '../../service/transport/rate-headers.ts';
import { rateLimit } from '../../service/transport/rate-limit.ts';
import { retry } from '../../service/transport/retry.ts';
import { Secret } from '../../service/transport/secret.ts';
import { openSharedBudget, sharedBy } from '../../service/transport/shared/open-shared-budget.ts';
import { silence } from '../../service/transport/silence.ts';
import {
  type ApiRequest,
  type ApiResponse,
  compose,
  type Layer,
  TransportError,
  type TransportEvent,
} from '../../service/transport/transport.ts';
import type { System } from '../../system/system.ts';
import { type Ask, type Origin, type OriginAccount, OriginError, type OriginRequest } from '../origin.ts';
import { answerOf, redirects, unanswered } from './answers.ts';

export type AskOptions = {
  /** Hears of attempts, waits and repetitions; texts are without the key. */
  readonly observe?: (event: TransportEvent) => void;
  /** The folder of the states, where pipelines share the pace of an account; absent to share it with nobody. */
  readonly sharedIn?: string | undefined;
  /**
   * True if it has answered in an earlier run: then its address is right, and it is waited for.
   * @default false
   */
  readonly answered?: boolean;
  /** Asks what the account always answers: tells one request that fails from a system that is down. */
  readonly check?: (signal: AbortSignal) => Promise<unknown>;
  /** The time in which nothing may succeed; until it has answered once, `firstAnswerMs`. Milliseconds. */
  readonly outageMs?: number;
  readonly firstAnswerMs?: number;
  /** The longest wait that the system may ask for; a longer one is `PULL.SILENT`. Default: any. */
  readonly holdMaxMs?: number;
};

/** Requests to an old system, and what they came to so far. */
export type OpenAsk = AsyncDisposable & {
  readonly ask: Ask;
  /** Attempts, and bytes of their answers. */
  readonly counts: () => { readonly requests: number; readonly bytes: number };
  /** Requests a minute that a family of endpoints keeps to now. */
  readonly allowedPerMinute: (family: string) => number;
  /** An error of an origin, which may quote an answer, without any key in its texts. */
  readonly scrubbed: (error: unknown) => unknown;
  /** So far its clock is ahead of ours, milliseconds; 0 while that is not known, or not more than a minute. */
  readonly aheadMs: () => number;
};

const FORM = 'application/x-www-form-urlencoded';
const ANSWER_BYTES_MAX = 64 * 2 ** 20;
const DEADLINE_MS = 120_000;
/** Requests under way at once; more where answers are slow. */
const [CONCURRENCY, CONCURRENCY_MAX] = [4, 16];
/** The share of what a system states or publishes: the rest is for the app that people still use. */
const SHARE = 0.5;
/** More than any system allows: what is stated lowers it. A limit that is not finite could not be shared. */
const CEILING_PER_MINUTE = 60_000;
/** The class of all requests of an account, where a person has set their rate. */
const ACCOUNT = 'account';

/**
 * Opens the requests to an account of an old system: key → retry → failing request → redirects → pace → limit → deadline →
 * observe → its clock → silence → http.
 * @throws RunError `SERVICE.TLS` for a certificate authority that cannot be read, `SERVICE.PROXY`
 */
export function openAsk(
  origin: Origin,
  account: OriginAccount,
  system: System,
  { observe: hear = () => {}, sharedIn, answered = false, check, holdMaxMs, ...waits }: AskOptions = {},
): OpenAsk {
  const { clock, random } = system;
  const address = origin.address(account);
  const headers = origin.headers(account);
  const scrub = scrubber(Object.values(account.secrets), headers);
  const onEvent = (event: TransportEvent): void =>
    hear('reason' in event ? { ...event, reason: scrub(event.reason) } : event);
  const sent = { requests: 0, bytes: 0 };
  const skew = new ClockSkew();
  const budgets = budgetsOf(origin, account);
  const sharing = sharingOf(origin, account, system, sharedIn, onEvent);
  const limiter = createLimiter(budgets, holdMaxMs, clock, sharing);
  const isSet = account.requestsPerSecond !== undefined;
  if (!isSet)
    for (const [family, perMinute] of Object.entries(origin.perMinute))
      limiter.learn(family, { type: 'stated', perMinute: perMinute * SHARE });
  const { origin: host, pathname } = new URL(address);
  const prefix = pathname.replace(/\/$/, '');
  const closing = new AbortController();
  let checking: Promise<unknown> | undefined;
  const inDoubt = (): void => {
    checking ??= check?.(closing.signal)
      .catch(() => {})
      .finally(() => {
        checking = undefined;
      });
  };
  const base = http({
    baseUrl: host,
    ...(account.caFile === undefined ? {} : { caFile: account.caFile }),
    connections: connectionsFor(budgets),
    deadlineMs: DEADLINE_MS,
    // An answer that nobody waits for is not needed.
    drainMs: 0,
    answerBytesMax: ANSWER_BYTES_MAX,
    system,
  });
  const transport = compose(
    base.transport,
    retry({ observe: onEvent, answered, clock, random, ...defined(waits) }),
    unanswered(host, inDoubt),
    redirects(host),
    ...(isSet ? [pace(limiter)] : []),
    rateLimit({ limiter, observe: onEvent, clock, random, limitOf: isSet ? statedLimit : halfOf }),
    deadline(DEADLINE_MS, clock),
    observe(onEvent, clock, () => {
      sent.requests++;
      onEvent({ type: 'trying' });
    }),
    counting((bytes) => {
      sent.bytes += bytes;
    }),
    skew.layer(clock),
    silence(host, onEvent, clock),
  );
  const ask: Ask = async (request, signal) => {
    const shown = shownAddress(host, prefix + request.path);
    try {
      const response = await transport(sentRequest(request, prefix, headers), signal);
      return answerOf(response, request, origin, shown);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TransportError)
        throw new OriginError('unanswered', scrub(`${shown} has not answered: ${error.message}`));
      throw withoutKeys(error, scrub, origin.label, host);
    }
  };
  return {
    ask,
    scrubbed: (error) => withoutKeys(error, scrub, origin.label, host),
    counts: () => ({ ...sent }),
    allowedPerMinute: (family) =>
      Math.min(
        limiter.allowed(family).perMinute,
        isSet ? limiter.allowed(ACCOUNT).perMinute : CEILING_PER_MINUTE,
      ),
    aheadMs: () => skew.seconds * 1_000,
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await checking;
      await sharing?.budget[Symbol.asyncDispose]();
      await base[Symbol.asyncDispose]();
    },
  };
}

function sentRequest(
  { method = 'GET', path, body, form, family, repeatable = true }: OriginRequest,
  prefix: string,
  headers: Readonly<Record<string, string>>,
): ApiRequest {
  return {
    method,
    path: prefix + path,
    headers: form ? { ...headers, 'content-type': FORM } : headers,
    ...defined({ body: form?.toString() ?? (body === undefined ? undefined : JSON.stringify(body)) }),
    rateClass: family,
    // A job that is begun twice is done twice, which costs nothing but time.
    repeatable,
    divisible: false,
  };
}

function budgetsOf(
  { perMinute }: Origin,
  { requestsPerSecond }: OriginAccount,
): Readonly<Record<string, Budget>> {
  const budget = (requests: number): Budget => ({
    requests,
    perMs: MINUTE_MS,
    concurrency: CONCURRENCY,
    concurrencyMax: CONCURRENCY_MAX,
  });
  const families = Object.fromEntries(
    Object.keys(perMinute).map((family) => [family, budget(CEILING_PER_MINUTE)]),
  );
  if (requestsPerSecond === undefined) return families;
  return { ...families, [ACCOUNT]: budget((requestsPerSecond * MINUTE_MS) / 1_000) };
}

/** Keeps to the rate that a person has set for all requests of the account. */
const pace =
  (limiter: Limiter): Layer =>
  (next) =>
  (request, signal) =>
    limiter.run(ACCOUNT, () => next(request, signal), signal);

const counting =
  (add: (bytes: number) => void): Layer =>
  (next) =>
  async (request, signal) => {
    const response = await next(request, signal);
    add(response.bytes?.length ?? 0);
    return response;
  };

/** The part of a stated limit that is kept to. */
function halfOf(response: ApiResponse, nowMs: number): StatedLimit {
  const { perMinute, remaining, resetMs } = statedLimit(response, nowMs);
  return defined({
    perMinute: perMinute === undefined ? undefined : perMinute * SHARE,
    remaining: remaining === undefined ? undefined : Math.floor(remaining * SHARE),
    resetMs,
  });
}

/** With whom the pace is shared: the processes that read the same account. One that cannot be opened is no reason not to read. */
function sharingOf(
  { system: name, address }: Origin,
  account: OriginAccount,
  system: System,
  folder: string | undefined,
  onEvent: (event: TransportEvent) => void,
): Sharing | undefined {
  if (folder === undefined) return undefined;
  const names = Object.entries(account.names).sort(([a], [b]) => (a < b ? -1 : 1));
  try {
    const budget = openSharedBudget(folder, [name, address(account), ...names.flat()], system);
    const onHeld = (rateClass: string, forMs: number): void =>
      onEvent({ type: 'held', rateClass, forMs, refused: true, stated: true });
    return budget && sharedBy(budget, onHeld);
  } catch {
    return undefined;
  }
}

const SHOWN_CHARS = 200;

/** The address of a request as messages have it: without its query. */
function shownAddress(host: string, path: string): string {
  const [shown = ''] = path.split('?', 1);
  return host + (shown.length > SHOWN_CHARS ? `${shown.slice(0, SHOWN_CHARS)}…` : shown);
}

/** The same error as the old system's, without any key in its texts; an answer that it had as its cause is left out. */
function withoutKeys(error: unknown, scrub: (text: string) => string, label: string, host: string): unknown {
  if (error instanceof OriginError) {
    const { fault, message, status, code } = error;
    const known = { ...defined({ status }), code: code === undefined ? undefined : scrub(code) };
    return new OriginError(fault, scrub(message), known);
  }
  if (error instanceof RateHoldError)
    return new RunError('PULL.SILENT', `${label} at ${host}: ${error.message}`);
  if (!(error instanceof RunError)) return error;
  const { code, message, hint } = error;
  if (code === 'SERVICE.OUTAGE' || code === 'SERVICE.UNREACHABLE')
    return new RunError('PULL.SILENT', `${label} at ${host}: ${scrub(message)}`);
  if (code === 'SERVICE.TLS')
    return new RunError(code, scrub(message), {
      hint: 'check the address; name a private certificate authority with sources.export.api.caFile',
    });
  return new RunError(code, scrub(message), { hint });
}

/** Names of headers that may carry a key, or something that is made of one, such as a signed token. */
const KEYED = /auth|key|token|secret|cookie|signature/i;
/** A shorter value is a word, such as `jwt`. */
const LENGTH_MIN = 8;

/** Removes keys, and what the headers make of them, from a text. */
function scrubber(
  secrets: readonly Secret[],
  headers: Readonly<Record<string, string>>,
): (text: string) => string {
  const made = Object.entries(headers)
    .filter(([name]) => KEYED.test(name))
    .flatMap(([, value]) => value.split(/\s+/))
    .filter((part) => part.length >= LENGTH_MIN)
    .map((part) => new Secret(part));
  // What is made of a key first: it contains the key.
  const all = [...made, ...secrets].sort((a, b) => b.reveal().length - a.reveal().length);
  return (text) => all.reduce((clean, secret) => secret.scrub(clean), text);
}
