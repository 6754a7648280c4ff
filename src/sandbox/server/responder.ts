import type { App } from '../app/app.ts';
import type { Apps } from '../app/apps.ts';
import { type ManagementCredentials, sameSecret } from '../app/credentials.ts';
import { type RateLimitStatus, rateHeaders } from '../app/rate-limits.ts';
import type { ApiRoute } from '../app/route.ts';
import type { User } from '../stores/user-store.ts';
import { ApiError, errorJson, invalid, uidNotFound } from '../wire/api-error.ts';
import { readForm } from '../wire/form.ts';
import { readParams } from '../wire/param.ts';
import { FieldReader, normalId } from '../wire/validation.ts';
import { parseBody } from './request-body.ts';
import { type Match, Router } from './router.ts';

/** An HTTP request. */
export type HttpRequest = {
  readonly method: string;
  /** The undecoded path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/** A complete answer. `error` is set if a bug made the handler fail. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly error?: unknown;
};

/** The reply of a refusal. */
export function errorReply(error: ApiError, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: error.status, headers, body: `{"error":${errorJson(error)}}` };
}

/** The refusal of a request beyond its budget. */
function tooManyRequests(rateClass: string, limit: number, retryAfter: number): ApiError {
  return new ApiError(
    'ERR_TOO_MANY_REQUESTS',
    `Too many requests for the ${rateClass} API. At most ${limit} per minute are allowed; ` +
      `please retry after ${retryAfter} seconds.`,
  );
}

/** The assumed start of the specification's deprecations, Unix seconds. No date is published. */
const DEPRECATED_SINCE = 1_735_689_600;

type Headers = Record<string, string>;
type AuthorizedRequest = Match & { readonly app: App; readonly apiKey: string };

/**
 * Answers requests: route, key, rate limit, actor, query, body, handler. Every failure becomes the service's
 * error envelope.
 */
export class Responder {
  readonly #apps: Apps;
  readonly #management: ManagementCredentials;
  readonly #router: Router;

  /** `routes` is the API that is served. */
  constructor(apps: Apps, management: ManagementCredentials, routes: readonly ApiRoute[]) {
    this.#apps = apps;
    this.#management = management;
    this.#router = new Router(routes);
  }

  /** Whether the credentials of a request open anything, so that its body is worth keeping. Never throws. */
  hasValidCredentials(headers: HttpRequest['headers']): boolean {
    const { apikey, authorization } = headers;
    try {
      if (typeof apikey === 'string') return this.#apps.ofKey(apikey).keys.scopeOf(apikey) !== undefined;
    } catch {
      // The answer reports a data file that cannot be read, as on a full disk.
      return true;
    }
    const login = loginOf(headers, authorization === undefined ? 'headers' : 'basic');
    return login !== undefined && isManagementLogin(login, this.#management);
  }

  /** Answers one request and stores its effects. Never throws. */
  reply(request: HttpRequest): Reply {
    return toReply((headers) => {
      const { route, params, app, apiKey } = this.#authorize(request, request.url.split('?', 1)[0] ?? '');
      if (route.replacedBy) headers['Deprecation'] = `@${DEPRECATED_SINCE}`;
      if (!route.public) chargeBudget(app.limits.take(route.rate), route.rate, headers);
      return this.#answer(request, { route, params, app, apiKey }, headers);
    });
  }

  /**
   * Answers a GET call of the first app without a key and without rate limits. Refuses everything else, and calls
   * that give more access than reading: keys, tokens and the management calls. Never throws.
   */
  read(request: HttpRequest): Reply {
    return toReply((headers) => {
      if (request.method !== 'GET') {
        throw new ApiError('AUTH_ERR_NO_ACCESS', 'Only GET calls may be read.');
      }
      const match = this.#router.match('GET', request.url.split('?', 1)[0] ?? '');
      if (match.route.secrets || match.route.base === 'management') {
        throw new ApiError('AUTH_ERR_NO_ACCESS', 'Keys, tokens and management calls may not be read.');
      }
      return this.#answer(request, { ...match, app: this.#apps.main, apiKey: '' }, headers);
    });
  }

  /** Finds the route, and the app that the request's credentials open. */
  #authorize({ method, headers }: HttpRequest, path: string): AuthorizedRequest {
    const { app, calls } = this.#apps.addressed(headers);
    const match = this.#router.match(method, path, calls);
    if (match.route.public) return { ...match, app: app ?? this.#apps.main, apiKey: '' };
    if (match.route.base === 'management') {
      checkManagement(loginOf(headers, match.route.login), this.#management);
      return { ...match, app: this.#apps.main, apiKey: '' };
    }
    const { apikey } = headers;
    if (typeof apikey !== 'string' || apikey === '') {
      throw new ApiError('AUTH_ERR_EMPTY_APIKEY', 'The key is missing. Please send the header apikey.');
    }
    const owner = app ?? this.#apps.ofKey(apikey);
    checkKey(owner, match.route, apikey);
    return { ...match, app: owner, apiKey: apikey };
  }

  #answer(request: HttpRequest, { route, params, app, apiKey }: AuthorizedRequest, headers: Headers): string {
    app.db.settle();
    const actor = actorOf(app, route, request.headers['onbehalfof']);
    if (route.perUser && actor) {
      chargeBudget(app.limits.takeUser(route.perUser, actor.uid), `${route.summary} (per user)`, headers);
    }
    const mark = request.url.indexOf('?');
    const query = readParams(
      route.query,
      new URLSearchParams(mark === -1 ? '' : request.url.slice(mark + 1)),
    );
    const { text: bodyText, fields: given } = route.body?.form
      ? { text: '', fields: readForm(request.headers['content-type'], request.body) }
      : parseBody(request.body, route.body?.parse);
    const body = route.body?.read(new FieldReader(given));
    const call = { app, apps: this.#apps, params, query, body, given, bodyText, actor, apiKey };
    // The import has its own transaction, because after one of its failures the written rows must stay.
    const answer =
      route.method === 'GET' || route.rate === 'import'
        ? route.answer(call)
        : app.db.transaction(() => route.answer(call));
    if (answer.whole !== undefined) {
      Object.assign(headers, answer.headers);
      return answer.whole;
    }
    if (answer.meta === undefined) return `{"data":${answer.data}}`;
    const meta = app.quirks.totalZero ? answer.meta.replace(/"total":\d+/, '"total":0') : answer.meta;
    return `{"data":${answer.data},"meta":${meta}}`;
  }
}

function toReply(work: (headers: Headers) => string): Reply {
  const headers: Headers = {};
  try {
    return { status: 200, body: work(headers), headers };
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error, headers);
    const failure = new ApiError('ERR_EXCEPTION', 'Something went wrong while processing the request.');
    return { ...errorReply(failure, headers), error };
  }
}

function checkKey(app: App, route: ApiRoute, key: string): void {
  const scope = app.keys.scopeOf(key);
  if (scope === undefined) {
    throw new ApiError(
      'AUTH_ERR_APIKEY_NOT_FOUND',
      `The key ${key} does not exist. Please use correct apiKey.`,
      { status: app.quirks.keyStatus },
    );
  }
  const allowed = app.quirks.tokensOnly ? route.authOnly === 'certain' : route.authOnly !== undefined;
  if (scope === 'fullAccess' || allowed) return;
  throw new ApiError(
    'AUTH_ERR_NO_ACCESS',
    `The key ${key} cannot be used to perform this operation. ` +
      'Please use API key with a correct scope to perform the operation.',
  );
}

/** The management key and secret of a request. Undefined if one is missing. */
function loginOf(
  { key, secret, authorization }: HttpRequest['headers'],
  login: ApiRoute['login'],
): ManagementCredentials | undefined {
  const isGiven = typeof key === 'string' && typeof secret === 'string' && key !== '' && secret !== '';
  if (login !== 'basic') return isGiven ? { key, secret } : undefined;
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(String(authorization)) ?? [];
  const [, user, password] = /^([^:]+):(.+)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return user && password ? { key: user, secret: password } : undefined;
}

function checkManagement(login: ManagementCredentials | undefined, known: ManagementCredentials): void {
  if (!login) {
    throw new ApiError('AUTH_ERR_EMPTY_AUTH_HEADER', 'The management key and secret are required.');
  }
  if (!isManagementLogin(login, known)) {
    throw new ApiError('AUTH_ERR_NO_ACCESS', 'The management key and secret are not correct.');
  }
}

function isManagementLogin({ key, secret }: ManagementCredentials, known: ManagementCredentials): boolean {
  // Both are always compared, so that the time does not show which one is wrong.
  const [isKey, isSecret] = [sameSecret(key, known.key), sameSecret(secret, known.secret)];
  return isKey && isSecret;
}

function chargeBudget(status: RateLimitStatus | undefined, name: string, headers: Headers): void {
  if (!status) return;
  Object.assign(headers, rateHeaders(status));
  if (status.refused) throw tooManyRequests(name, status.limit, status.retryAfter);
}

function actorOf(app: App, route: ApiRoute, header: string | string[] | undefined): User | undefined {
  if (route.behalf === undefined) return undefined;
  if (typeof header !== 'string' || header === '') {
    if (route.behalf === 'required') throw invalid({ onBehalfOf: ['The onBehalfOf header is required.'] });
    return undefined;
  }
  const user = app.users.findActive(normalId(header) ?? '');
  if (!user) throw uidNotFound(header);
  return user;
}
