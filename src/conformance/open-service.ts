import { stopRun } from '../errors/run-error.ts';
import { checkedUrl } from '../service/api/base-url.ts';
import { documentedPerMinute } from '../service/api/endpoints.ts';
import { chatService } from '../service/client/chat-service.ts';
import { openConnection } from '../service/client/connection.ts';
import { management } from '../service/client/management.ts';
import { addressOf, type ClientOptions, secretOf } from '../service/client/open-client.ts';
import { auth } from '../service/transport/auth.ts';
import { MINUTE_MS } from '../service/transport/budget.ts';
import { createLimiter } from '../service/transport/limiter.ts';
import { rateLimit } from '../service/transport/rate-limit.ts';
import { retry } from '../service/transport/retry.ts';
import { Secret } from '../service/transport/secret.ts';
import { type ApiRequest, compose, type Transport } from '../service/transport/transport.ts';
import type { RawRequest, TestedService } from './check.ts';

/** The addresses and keys of a service under test. */
export type PeerOptions = Omit<ClientOptions, 'onDeprecated' | 'observe'> & {
  readonly baseUrl: string;
  /** A key of the scope `fullAccess`. */
  readonly apiKey: string | Secret;
  /** A key of the scope `authOnly`. */
  readonly authKey?: string | Secret | undefined;
  readonly callsBaseUrl?: string | undefined;
  readonly management?:
    | { readonly url: string; readonly key: string | Secret; readonly secret: string | Secret }
    | undefined;
};

const ATTEMPT_MS = 30_000;
const OUTAGE_MS = 60_000;
const CONNECTIONS = 2;
/** A key that no app has. */
const UNKNOWN_KEY = '0000000000000000000000000000000000000000';

/**
 * Opens a service for a conformance suite: typed clients with the given keys, and raw requests that these clients never
 * send. Dispose of the result to close all connections.
 * @throws ServiceError `OPTIONS.INVALID` if an option is invalid
 */
export function openPeer(options: PeerOptions): TestedService & AsyncDisposable {
  const { baseUrl, callsBaseUrl, apiKey, authKey, management: account, ...rest } = options;
  const clientOptions = { ...rest, onDeprecated: () => {} };
  const stack = new AsyncDisposableStack();
  const accountWith = (key: string | Secret, secret: string | Secret) =>
    account && stack.use(management({ managementUrl: account.url, key, secret, ...clientOptions }));
  const known = account && accountWith(account.key, account.secret);
  const wrongAccount = accountWith(UNKNOWN_KEY, UNKNOWN_KEY);
  const authOnly =
    authKey === undefined
      ? undefined
      : stack.use(chatService({ baseUrl, apiKey: authKey, ...clientOptions }));
  return {
    service: stack.use(chatService({ baseUrl, callsBaseUrl, apiKey, ...clientOptions })),
    ...(authOnly ? { authOnly } : {}),
    ...(known && wrongAccount ? { management: known, managementRefused: wrongAccount } : {}),
    hasCalls: callsBaseUrl !== undefined,
    send: rawSender(baseUrl, secretOf('apiKey', apiKey), rest, stack),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function rawSender(
  baseUrl: string,
  apiKey: Secret,
  { attemptMs = ATTEMPT_MS, outageMs = OUTAGE_MS, ...options }: ClientOptions,
  stack: AsyncDisposableStack,
): TestedService['send'] {
  const address = new URL(addressOf(() => checkedUrl(baseUrl)));
  const base = stack.use(openConnection(address.origin, attemptMs, CONNECTIONS, options, stopRun));
  const raw = { requests: documentedPerMinute.standard, perMs: MINUTE_MS, concurrency: CONNECTIONS };
  const none: Transport = compose(
    base.transport,
    retry({ observe: () => {}, outageMs, firstAnswerMs: outageMs }),
    rateLimit({ limiter: createLimiter({ raw }, outageMs), observe: () => {} }),
  );
  const by = { none, own: auth(apiKey)(none), unknown: auth(new Secret(UNKNOWN_KEY))(none) };
  return (request, signal) => by[request.key ?? 'own'](requestOf(request, address.pathname), signal);
}

function requestOf({ method, path, version, onBehalfOf, body }: RawRequest, basePath: string): ApiRequest {
  const base = version === undefined ? basePath : basePath.replace(/[^/]*$/, version);
  return {
    method,
    path: `${base.replace(/\/$/, '')}${path}`,
    rateClass: 'raw',
    repeatable: method === 'GET',
    divisible: false,
    ...(onBehalfOf === undefined ? {} : { headers: { onBehalfOf } }),
    ...(body === undefined ? {} : { body }),
  };
}
