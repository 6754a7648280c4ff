import { ApiError, errorJson, invalid, uidNotFound } from './api-error.ts';
import type { App } from './app.ts';
import { type RateLimits, rateHeaders, type Standing } from './rate-limits.ts';
import { parseBody } from './request-body.ts';
import type { Call, Route } from './route.ts';
import { Router } from './router.ts';
import type { User } from './user-store.ts';
import { normalId } from './validation.ts';

/** A request as far as HTTP goes. */
export type RawRequest = {
  readonly method: string;
  /** The undecoded path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/** A complete answer; `error` is set when a handler failed in a way that is a bug. */
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
export function tooManyRequests(rateClass: string, limit: number, retryAfter: number): ApiError {
  return new ApiError(
    'ERR_TOO_MANY_REQUESTS',
    `Too many requests for the ${rateClass} API. At most ${limit} per minute are allowed; ` +
      `please retry after ${retryAfter} seconds.`,
  );
}

/** Answers requests: route, key, rate limit, body, actor, handler; every failure becomes the service's envelope. */
export class Responder {
  readonly #app: App;
  readonly #limits: RateLimits;
  readonly #router: Router;

  /** `routes` is the API that is served. */
  constructor(app: App, limits: RateLimits, routes: readonly Route[]) {
    this.#app = app;
    this.#limits = limits;
    this.#router = new Router(routes);
  }

  /** Answers one request; never throws. */
  reply(request: RawRequest): Reply {
    const headers: Record<string, string> = {};
    try {
      const body = this.#answer(request, headers);
      return { status: 200, headers, body };
    } catch (error) {
      if (error instanceof ApiError) return errorReply(error, headers);
      const failure = new ApiError('ERR_EXCEPTION', 'Something went wrong while processing the request.');
      return { ...errorReply(failure, headers), error };
    }
  }

  #answer(request: RawRequest, headers: Record<string, string>): string {
    const mark = request.url.indexOf('?');
    const path = mark === -1 ? request.url : request.url.slice(0, mark);
    const { route, params } = this.#router.match(request.method, path);
    this.#checkKey(route, request.headers['apikey']);
    this.#pay(this.#limits.take(route.rate), route.rate, headers);
    const actor = this.#actor(route, request.headers['onbehalfof']);
    if (route.sends && actor) this.#pay(this.#limits.takeSender(actor.uid), 'send message', headers);
    const { text: bodyText, fields: body } = parseBody(request.body);
    const query = new URLSearchParams(mark === -1 ? '' : request.url.slice(mark + 1));
    const call: Call = { app: this.#app, params, query, body, bodyText, actor };
    // The import has a transaction of its own, because one of its failures must keep what was written.
    const answer =
      route.method === 'GET' || route.rate === 'import'
        ? route.answer(call)
        : this.#app.db.transaction(() => route.answer(call));
    return answer.meta === undefined
      ? `{"data":${answer.data}}`
      : `{"data":${answer.data},"meta":${answer.meta}}`;
  }

  #checkKey(route: Route, key: string | string[] | undefined): void {
    if (typeof key !== 'string' || key === '') {
      throw new ApiError('AUTH_ERR_EMPTY_APIKEY', 'The key is missing. Please send the header apikey.');
    }
    const scope = this.#app.keys.scopeOf(key);
    if (scope === undefined) {
      throw new ApiError(
        'AUTH_ERR_APIKEY_NOT_FOUND',
        `The key ${key} does not exist. Please use correct apiKey.`,
      );
    }
    if (scope === 'fullAccess' || route.authOnly) return;
    throw new ApiError(
      'AUTH_ERR_NO_ACCESS',
      `The key ${key} cannot be used to perform this operation. ` +
        'Please use API key with a correct scope to perform the operation.',
    );
  }

  #pay(standing: Standing | undefined, name: string, headers: Record<string, string>): void {
    if (!standing) return;
    Object.assign(headers, rateHeaders(standing));
    if (standing.refused) throw tooManyRequests(name, standing.limit, standing.retryAfter);
  }

  #actor(route: Route, header: string | string[] | undefined): User | undefined {
    if (route.behalf === undefined) return undefined;
    if (typeof header !== 'string' || header === '') {
      if (route.behalf === 'required') throw invalid({ onBehalfOf: ['The onBehalfOf header is required.'] });
      return undefined;
    }
    const user = this.#app.users.findActive(normalId(header) ?? '');
    if (!user) throw uidNotFound(header);
    return user;
  }
}
