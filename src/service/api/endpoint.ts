import { createHash } from 'node:crypto';
import { ServiceError } from '../../errors/service-error.ts';
import type { ApiRequest } from '../transport/transport.ts';

type EndpointFacts = {
  readonly rateClass?: RateClass;
  readonly base?: Base;
  readonly repeatable?: boolean;
  readonly bare?: true;
  readonly replacements?: readonly string[];
};

const call =
  (method: Method) =>
  <Path extends string, Behalf extends OnBehalfOf>(
    path: Path,
    onBehalfOf: Behalf,
    facts: EndpointFacts = {},
  ): Endpoint<Path, Behalf> => ({
    method,
    path,
    onBehalfOf,
    base: 'chat',
    rateClass: 'standard',
    repeatable: true,
    ...facts,
  });

/** Declares a call by its method, its path, and the rule by which it acts for a user. */
export const get = call('GET');
export const post = call('POST');
export const put = call('PUT');
export const patch = call('PATCH');
export const del = call('DELETE');

export type Method = ApiRequest['method'];
/** The address of the service that a call uses. */
export type Base = 'chat' | 'calls' | 'management';
/** Groups of calls with a common rate limit: core (users and joining groups), standard (all others), import (bulk). */
export type RateClass = 'core' | 'standard' | 'import';
/** The rule by which a call may act for a user, with the header `onBehalfOf`. */
export type OnBehalfOf = 'required' | 'optional' | 'unsupported';

/** The definition of one call of the service. */
export type Endpoint<Path extends string = string, Behalf extends OnBehalfOf = OnBehalfOf> = {
  readonly method: Method;
  /** Path below the base address, with ids in braces: `/users/{uid}`. */
  readonly path: Path;
  readonly base: Base;
  readonly rateClass: RateClass;
  readonly onBehalfOf: Behalf;
  /**
   * True if the call can be repeated without harm: it reads, it sets a state, or the service refuses its keys the
   * second time.
   */
  readonly repeatable: boolean;
  /** True if the documented success has no envelope `data`. */
  readonly bare?: true;
  /** The calls to make instead; present only if the service is going to remove this call. */
  readonly replacements?: readonly string[];
};

/** The ids of a path: `PathParams<'/users/{uid}'>` is `{uid: string}`. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: string } & PathParams<Rest>
  : unknown;

/** The values of a query. A list is joined by commas; undefined is omitted. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The input of a call. */
export type CallInput<Path extends string = string> = {
  readonly params?: PathParams<Path> | undefined;
  readonly query?: Query | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A body that is made of arguments alone, instead of `body`: each of them must be there. Not beside `body`. */
  readonly args?: Readonly<Record<string, unknown>>;
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
  const { args, body: value = args } = input;
  const body = form?.body ?? input.json ?? (value === undefined ? undefined : jsonOf(value));
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
function checkGiven(endpoint: Endpoint, { given = {}, args = {}, ...input }: CallInput): void {
  const bodies = Object.entries(input).filter(([name]) => name === 'body' || name === 'form');
  for (const [name, value] of [...Object.entries(given), ...Object.entries(args), ...bodies])
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

/** A file in a form. */
type FormFile = {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array;
};

/** The parts of a form; a list has a part for each of its values, undefined is omitted. */
export type Form = Readonly<Record<string, string | FormFile | readonly string[] | undefined>>;

/**
 * A form as multipart/form-data (RFC 7578). The boundary is made of the content, so the same form is the same bytes
 * each time it is sent.
 * @throws ServiceError `REQUEST.INVALID` for a part that is neither text nor bytes
 */
function encodeForm(form: Form): { readonly contentType: string; readonly body: Uint8Array } {
  const parts = Object.entries(form).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => (one === undefined ? [] : partOf(name, one))),
  );
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const boundary = `form-${hash.digest('hex').slice(0, 40)}`;
  const lines = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...lines, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function partOf(name: string, value: string | FormFile): Buffer {
  const content: unknown = typeof value === 'string' ? value : value?.content;
  if (typeof content !== 'string' && !(content instanceof Uint8Array))
    throw new ServiceError('REQUEST.INVALID', `${name} must be text or bytes; nothing was sent`);
  const named = `Content-Disposition: form-data; name="${quoted(name)}"`;
  if (typeof value === 'string') return Buffer.from(`${named}\r\n\r\n${value}`);
  const headers = `${named}; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(headers), Buffer.from(value.content as string)]);
}

/** As browsers write names: a quote or a line break cannot end them. */
const quoted = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/**
 * Makes a JSON object from entries. Unlike an object literal, it keeps the order of keys such as `7` and `42` and does
 * not lose the key `__proto__`.
 */
export function jsonObject(entries: Iterable<readonly [key: string, json: string]>): string {
  return `{${Array.from(entries, ([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}
