import type { IncomingHttpHeaders } from 'node:http';
import { SandboxError } from '../wire/api-error.ts';

/** Headers of an answer that a page may read, and those that it may send. */
const READABLE =
  'Date, Deprecation, Retry-After, X-Rate-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';
const SENT = 'apikey, appid, authorization, content-type, onbehalfof, x-sandbox-fault';
const KEPT_SECONDS = '600';

/** Checks the origins of pages that may use the API. Throws a SandboxError for one that is none. */
export function checkOrigins(origins: readonly string[]): ReadonlySet<string> {
  for (const origin of origins) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url && /^https?:$/.test(url.protocol) && url.origin === origin) continue;
    throw new SandboxError(
      'OPTION_INVALID',
      `origin "${origin}": expected one such as http://localhost:5173, without a path`,
    );
  }
  return new Set(origins);
}

/** The headers that let a page of an allowed origin read an answer of the API; none for any other path or origin. */
export function corsHeaders(
  origins: ReadonlySet<string>,
  path: string,
  { origin, 'access-control-request-method': method }: IncomingHttpHeaders,
): Readonly<Record<string, string>> {
  if (origins.size === 0 || !path.startsWith('/v3/')) return {};
  if (origin === undefined || !origins.has(origin)) return { Vary: 'Origin' };
  const allowed = { Vary: 'Origin', 'Access-Control-Allow-Origin': origin };
  if (method === undefined) return { ...allowed, 'Access-Control-Expose-Headers': READABLE };
  return {
    ...allowed,
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': SENT,
    'Access-Control-Max-Age': KEPT_SECONDS,
  };
}
