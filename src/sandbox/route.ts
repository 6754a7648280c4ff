import type { App } from './app.ts';
import type { RateClass } from './rate-limits.ts';
import type { User } from './user-store.ts';
import type { Fields } from './validation.ts';

/** A request that has passed the key, the rate limit and the parser. */
export type Call = {
  readonly app: App;
  /** The path's ids by name, decoded and valid; uid, guid and role are lower-case. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The body's object; empty when there was no body. */
  readonly body: Fields;
  /** The body as it came, for the order of its keys. */
  readonly bodyText: string;
  /** The user named by `onBehalfOf`; undefined without the header. */
  readonly actor: User | undefined;
};

/** The parts of a successful answer, as JSON text. */
export type Answer = { readonly data: string; readonly meta?: string };

/** One call of the API. Everything the server must know about it stands here. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** The path after the version, ids in braces: `/users/{uid}`. */
  readonly path: string;
  readonly rate: RateClass;
  /** Whether an authOnly key may use it. */
  readonly authOnly?: true;
  /** Whether `onBehalfOf` is needed, read or ignored (the default). */
  readonly behalf?: 'required' | 'optional';
  /** Counts as a message of its sender. */
  readonly sends?: true;
  readonly answer: (call: Call) => Answer;
};
