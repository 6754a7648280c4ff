import { realClock } from '../../system/clock.ts';
import { type StatedLimit, statedLimit } from '../transport/rate-headers.ts';
import type { ApiResponse } from '../transport/transport.ts';

/** The result of a call together with facts about its response. */
export type WithResponse<T> = {
  /** The value to which the call itself resolves. */
  readonly data: T;
  /** HTTP status of the last attempt. */
  readonly status: number;
  /** Headers by lower-case name. Several values of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The rate limit of such calls, as stated in the headers. A fact that the headers do not state is absent. */
  readonly budget: StatedLimit;
  /** Number of times that the request was sent, at least 1. */
  readonly attempts: number;
};

/** A result with the answer that it was read from. */
export type Received<T> = { readonly data: T; readonly response: ApiResponse };

/**
 * The return value of every call: a promise of its result. The call starts at once; `withResponse()` only
 * adds facts about the response.
 */
export class ApiPromise<T> extends Promise<T> {
  readonly #received: Promise<Received<T>>;

  // What follows a call is an ordinary promise.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(received: Promise<Received<T>>) {
    // The promise itself is never looked at. If it failed as well, a caller of `withResponse()` would have to handle two.
    super((resolve) => resolve(undefined as T));
    this.#received = received;
  }

  /** Resolves to the result with status, headers and rate limit. Sends no other request. */
  async withResponse(): Promise<WithResponse<T>> {
    const { data, response } = await this.#received;
    const { status, attempts } = response;
    return {
      data,
      status,
      headers: headersOf(response),
      budget: statedLimit(response, realClock.now()),
      attempts,
    };
  }

  static {
    // Not a member in the types: those of a promise let a handler say what kind of error it takes. `catch` and `finally`
    // call it.
    Object.defineProperty(ApiPromise.prototype, 'then', { value: afterwards });
    function afterwards(
      this: ApiPromise<unknown>,
      ...handlers: Parameters<Promise<unknown>['then']>
    ): Promise<unknown> {
      return this.#received.then(({ data }) => data).then(...handlers);
    }
  }
}

/** A call whose input is made first: what `make` throws is what the call rejects with. */
export function prepared<T>(make: () => ApiPromise<T>): ApiPromise<T> {
  try {
    return make();
  } catch (error) {
    return new ApiPromise<T>(Promise.reject(error));
  }
}

function headersOf({ headers }: ApiResponse): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}
