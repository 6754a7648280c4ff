import { ServiceError } from '../../errors/service-error.ts';
import type { ApiRequest } from '../transport/transport.ts';
import { encodeForm, type Form } from './form.ts';

export type Method = ApiRequest['method'];
/** Which of the service's addresses a call goes to. */
export type Base = 'chat' | 'calls' | 'management';
/** Rate limits of calls: core (users and joining groups), standard (the rest), import (bulk). */
export type RateClass = 'core' | 'standard' | 'import';
/** The rule by which a call may act for a user, with the header `onBehalfOf`. */
export type OnBehalfOf = 'required' | 'optional' | 'unsupported';

/** One call of the service: the facts that are the same each time it is made. */
export type Endpoint<Path extends string = string, Behalf extends OnBehalfOf = OnBehalfOf> = {
  readonly method: Method;
  /** Below the base address, ids in braces: `/users/{uid}`. */
  readonly path: Path;
  readonly base: Base;
  readonly rateClass: RateClass;
  readonly onBehalfOf: Behalf;
  /** True if it can be made twice without harm: a read, a write of a state, or of keys that the service refuses twice. */
  readonly repeatable: boolean;
  /** A success is documented without the envelope `data`. */
  readonly bare?: true;
  /** Set on a call that the service is going to remove: what to call instead. */
  readonly replacements?: readonly string[];
};

/** The ids of a path: `PathParams<'/users/{uid}'>` is `{uid: string}`. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: string } & PathParams<Rest>
  : unknown;

/** Values of a query; lists are joined by commas, undefined is left out. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The input of a call. */
export type CallInput<Path extends string = string> = {
  readonly params?: PathParams<Path>;
  readonly query?: Query | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The body as JSON text, instead of `body`. */
  readonly json?: string;
  /** Sent as multipart/form-data, instead of `body`. */
  readonly form?: Form;
  /** uid of the user that the call acts for. */
  readonly onBehalfOf?: string | undefined;
  /** Arguments that must be there, by their names. */
  readonly given?: Readonly<Record<string, unknown>>;
};

const TEMPLATE = /^(?:\/(?:[A-Za-z0-9_-]+|\{[A-Za-z]+\}))+$/;

/**
 * Makes the request of a call: checks the ids and puts them into the path, writes query and body.
 * @throws ServiceError `REQUEST.INVALID` if a value is not allowed in its place
 */
export function endpointRequest<Path extends string>(
  endpoint: Endpoint<Path>,
  input: CallInput<Path> = {},
): ApiRequest {
  const { method, rateClass, repeatable } = endpoint;
  checkGiven(endpoint, input);
  const form = input.form && encodeForm(input.form);
  const body = form?.body ?? input.json ?? (input.body === undefined ? undefined : jsonOf(input.body));
  const headers = {
    ...behalfOf(endpoint, input.onBehalfOf),
    ...(form && { 'content-type': form.contentType }),
  };
  return {
    method,
    path:
      pathOf(endpoint.path, (input.params ?? {}) as Readonly<Record<string, unknown>>) + queryOf(input.query),
    rateClass,
    repeatable,
    divisible: false,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(body === undefined ? {} : { body }),
  };
}

/** A body or a form that is named, but has no value, is an argument that is missing; plain JavaScript can do that. */
function checkGiven(endpoint: Endpoint, { given = {}, ...input }: CallInput): void {
  const bodies = Object.entries(input).filter(([name]) => name === 'body' || name === 'form');
  for (const [name, value] of [...Object.entries(given), ...bodies])
    if (value === undefined || value === null)
      throw invalid(`${nameOf(endpoint)} needs ${name}; nothing was sent`);
}

/** The name of a call in messages: `GET /users/{uid}`. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

function pathOf(template: string, params: Readonly<Record<string, unknown>>): string {
  if (!TEMPLATE.test(template)) throw invalid(`${template} is not the path of a call`);
  return template.replaceAll(/\{([A-Za-z]+)\}/g, (_, name: string) =>
    pathSegment(name, Object.hasOwn(params, name) ? params[name] : undefined),
  );
}

function queryOf(query: Query = {}): string {
  if (typeof query !== 'object' || query === null) throw invalid('the query must be an object');
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = Array.isArray(value) ? value : [value];
    return [`${encodeURIComponent(name)}=${values.map((one) => queryValue(name, one)).join(',')}`];
  });
  return parts.length ? `?${parts.join('&')}` : '';
}

function queryValue(name: string, value: unknown): string {
  const text = String(value);
  const known = ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
  if (!known || !text.isWellFormed()) throw invalid(`the query value ${name} is not valid`);
  return encodeURIComponent(text);
}

function behalfOf(endpoint: Endpoint, uid: string | undefined): Record<string, string> | undefined {
  if (uid !== undefined && endpoint.onBehalfOf === 'unsupported')
    throw invalid(`${nameOf(endpoint)} does not act on behalf of a user`);
  if (uid === undefined && endpoint.onBehalfOf === 'required')
    throw invalid(`${nameOf(endpoint)} needs onBehalfOf, the uid of the acting user`);
  return uid === undefined ? undefined : { onBehalfOf: onBehalfOfHeader(uid) };
}

/**
 * A value as JSON.
 * @throws ServiceError `REQUEST.INVALID` if it has none
 */
export function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw invalid(`the body cannot be written as JSON: ${(error as Error).message}`);
  }
}

const invalid = (message: string): ServiceError => new ServiceError('REQUEST.INVALID', message);

/** uid, guid and role, as the service documents them, in upper or lower case. */
const ID = /^[A-Za-z0-9_-]{1,100}$/;
/** Message ids are a sequence, written in digits. */
const MESSAGE_ID = /^\d{1,19}$/;
const SCOPES = ['admin', 'moderator', 'participant'];
/** The longest other value of a path: reactions, tokens, keys and session ids are far shorter. */
const SEGMENT_MAX = 500;
const CONTROL = /\p{Cc}/u;

const CHECKS: Readonly<Record<string, (value: string) => string | undefined>> = {
  uid: known,
  guid: known,
  role: known,
  id: (value) => (MESSAGE_ID.test(value) ? value : undefined),
  scope: (value) => (SCOPES.includes(value) ? value : undefined),
};

/**
 * An id, checked and written for a path: uid, guid and role in lower case, as the service stores them; message ids as
 * digits; group scopes by name; everything else percent-encoded, and never a dot segment.
 * @throws ServiceError `REQUEST.INVALID`
 */
function pathSegment(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const checked = (Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined) ?? encoded;
  return checked(text) ?? refuse(name, value);
}

/**
 * A uid, checked and written for the header `onBehalfOf`, in lower case.
 * @throws ServiceError `REQUEST.INVALID`
 */
function onBehalfOfHeader(uid: unknown): string {
  return (typeof uid === 'string' ? known(uid) : undefined) ?? refuse('onBehalfOf', uid);
}

function known(value: string): string | undefined {
  return ID.test(value) ? value.toLowerCase() : undefined;
}

function encoded(value: string): string | undefined {
  const free = value !== '' && value !== '.' && value !== '..' && value.length <= SEGMENT_MAX;
  return free && value.isWellFormed() && !CONTROL.test(value) ? encodeURIComponent(value) : undefined;
}

/** Values that an error must not quote, because they are secrets. */
const SECRET = new Set(['apiKey', 'authToken', 'pushToken']);

function refuse(name: string, value: unknown): never {
  const shown = SECRET.has(name) ? 'the value given' : (JSON.stringify(value)?.slice(0, 120) ?? 'nothing');
  throw new ServiceError('REQUEST.INVALID', `${shown} is not a valid ${name}; nothing was sent`);
}
