import { shownText } from './answer.ts';
import { Secret } from './secret.ts';
import { type ApiResponse, isRecord, type Layer, TransportError } from './transport.ts';

/** Only this layer may set these headers. */
const OWN = new Set(['apikey', 'key', 'secret']);
/** Names of the service's envelope: never scrubbed, even if a short key is part of one. */
const ENVELOPE = new Set(['data', 'meta', 'error', 'code', 'message', 'devMessage', 'details', 'source']);
/** The deepest level of an answer that is scrubbed; the service's own answers have a few levels. */
const DEPTH_MAX = 50;

/** The keys of a management call, which does not use `apikey`. */
export type ManagementKeys = { readonly key: Secret; readonly secret: Secret };

/**
 * Adds the `apikey` header, or the two headers of a management call. The http layer below has only one origin, so the
 * keys reach no other host. The key is removed from a refusal that quotes it ("The key … does not exist").
 */
export function keyed(keys: Secret | ManagementKeys): Layer {
  const own = keys instanceof Secret ? { apikey: keys } : keys;
  const revealed = Object.fromEntries(Object.entries(own).map(([name, key]) => [name, key.reveal()]));
  const scrub = scrubOf(keys);
  return (next) => async (request, signal) => {
    const headers = request.headers ? { ...withoutOwn(request.headers), ...revealed } : revealed;
    const response = await next({ ...request, headers }, signal);
    return isClean(response, scrub) ? response : withoutKeys(response, scrub);
  };
}

const withoutOwn = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name.toLowerCase())));

/** Removes keys from a text. */
export function scrubOf(keys: Secret | ManagementKeys): (text: string) => string {
  const secrets = keys instanceof Secret ? [keys] : [keys.key, keys.secret];
  return (text) => secrets.reduce((clean, secret) => secret.scrub(clean), text);
}

/** True if an answer needs no scrubbing: a success that is JSON, or whose shown text holds no key. */
function isClean(response: ApiResponse, scrub: (text: string) => string): boolean {
  const { status, bytes, created } = response;
  if (created) return true;
  if (status >= 300) return false;
  const shown = bytes && shownText(bytes);
  return (shown !== undefined && scrub(shown) === shown) || response.text === undefined;
}

/** The cause of an error without keys: a layer that gave up attaches the last answer. */
export function causeWithoutKeys(cause: unknown, scrub: (text: string) => string): unknown {
  if (!(cause instanceof TransportError)) return cause;
  const { message, maybeSent, cause: last } = cause;
  const isAnswer = isRecord(last) && 'attempts' in last;
  return new TransportError(scrub(message), {
    maybeSent,
    cause: isAnswer ? withoutKeys(last as ApiResponse, scrub) : last,
  });
}

function withoutKeys(response: ApiResponse, scrub: (text: string) => string): ApiResponse {
  // The one header that is shown to users; others are compared with what they may say.
  const { location } = response.headers;
  return {
    ...response,
    ...(location === undefined
      ? {}
      : { headers: { ...response.headers, location: scrub(String(location)) } }),
    body: scrubbed(response.body, scrub, DEPTH_MAX),
    ...(response.text === undefined ? {} : { text: scrub(response.text) }),
  };
}

/** A parsed value with every text in it scrubbed; values deeper than `levels` are left out. */
function scrubbed(value: unknown, scrub: (text: string) => string, levels: number): unknown {
  if (typeof value === 'string') return scrub(value);
  if (typeof value === 'number') return scrub(String(value)) === String(value) ? value : scrub(String(value));
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return undefined;
  if (Array.isArray(value)) return value.map((one) => scrubbed(one, scrub, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      ENVELOPE.has(name) ? name : scrub(name),
      scrubbed(one, scrub, levels - 1),
    ]),
  );
}
