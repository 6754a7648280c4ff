import { rateHeaders } from '../app/rate-limits.ts';
import { ApiError } from '../wire/api-error.ts';
import type { FaultRule } from './faults.ts';
import { errorReply, type Reply } from './responder.ts';

/** Outcome of a request that a fault hits. */
export type FaultAction =
  /** Answered with this, without a handler. */
  | { readonly act: 'instead'; readonly reply: Reply }
  /** Handled, then answered with this. */
  | { readonly act: 'after'; readonly reply: Reply }
  /** The connection is destroyed, before or after the request is handled. */
  | { readonly act: 'reset' | 'reset-after' }
  /** Handled, never answered. */
  | { readonly act: 'silence' }
  /** Handled, and half of the answer is sent. */
  | { readonly act: 'truncate' };

const HTML_HEADERS = { 'Content-Type': 'text/html; charset=utf-8' };

function page(title: string): string {
  return `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}

function serverError(status: number, title: string, value: string): Reply {
  if (value === 'html') return { status, headers: HTML_HEADERS, body: page(`${status} ${title}`) };
  return errorReply(new ApiError('ERR_EXCEPTION', `${title} (injected fault).`, { status }));
}

function tooMany(seconds: number, nowMs: number): Reply {
  const status = {
    refused: true,
    limit: 60,
    remaining: 0,
    retryAfter: seconds,
    reset: Math.ceil(nowMs / 1000) + seconds,
  };
  const error = new ApiError(
    'ERR_TOO_MANY_REQUESTS',
    `Too many requests (injected fault); please retry after ${seconds} seconds.`,
  );
  // An injected refusal states no limit: there may be none, and a client would keep to it.
  const { 'X-Rate-Limit': _older, 'X-RateLimit-Limit': _newer, ...headers } = rateHeaders(status);
  return errorReply(error, headers);
}

/** Decides what a fault does to its request. `nowMs` is the time for the headers of a 429. */
export function faultAction({ kind, value }: FaultRule, nowMs: number): FaultAction {
  switch (kind) {
    case '429':
      return { act: 'instead', reply: tooMany(Number(value), nowMs) };
    case '500':
      return { act: 'instead', reply: serverError(500, 'Internal Server Error', value) };
    case '502':
      return { act: 'instead', reply: serverError(502, 'Bad Gateway', value) };
    case '503':
      return { act: 'instead', reply: serverError(503, 'Service Unavailable', value) };
    case '500-after':
      return { act: 'after', reply: serverError(500, 'Internal Server Error', 'json') };
    case 'html':
      return { act: 'instead', reply: { status: 200, headers: HTML_HEADERS, body: page('Welcome') } };
    case 'lost':
      return { act: 'silence' };
    case 'reset':
    case 'reset-after':
      return { act: kind };
    case 'truncate':
      return { act: 'truncate' };
    case 'delay':
      throw new TypeError('a delay is no action: it comes before one');
  }
}
