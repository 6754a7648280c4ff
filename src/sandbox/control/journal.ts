import type { RecordedRequest, RequestFilter } from '../running-sandbox.ts';
import type { Served } from '../server/server.ts';
import { SandboxError } from '../wire/api-error.ts';

/** The most requests that are kept, and the most bytes of their bodies together. The oldest are dropped first. */
const REQUESTS_MAX = 10_000;
const BYTES_MAX = 16 * 1024 * 1024;
/** A longer body is not kept. */
const BODY_MAX = 1024 * 1024;

/** Headers that carry secrets. */
const SECRET = new Set([
  'apikey',
  'key',
  'secret',
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-sandbox-token',
]);
const SECRET_QUERY = /^authtoken$/i;

type Kept = Served & { readonly id: number; readonly bodyBytes: number };

/** The last requests to the API, in the order in which they came. */
export class Journal {
  #kept: Kept[] = [];
  #bytes = 0;
  #lastId = 0;

  /** The number of a request that has come. */
  readonly next = (): number => {
    this.#lastId += 1;
    return this.#lastId;
  };

  /** Adds a request that is through. Its body is copied: it may be part of far more memory. */
  add(id: number, served: Served): void {
    const bodyBytes = served.body.length;
    const body = bodyBytes > BODY_MAX ? Buffer.alloc(0) : Buffer.from(served.body);
    this.#kept.push({ ...served, id, body, bodyBytes });
    this.#bytes += body.length;
    if (this.#kept.length <= REQUESTS_MAX && this.#bytes <= BYTES_MAX) return;
    // A tenth at once, so that most requests move nothing.
    const dropped = this.#kept.splice(0, Math.ceil(this.#kept.length / 10));
    for (const one of dropped) this.#bytes -= one.body.length;
  }

  clear(): void {
    this.#kept = [];
    this.#bytes = 0;
    this.#lastId = 0;
  }

  list(filter: RequestFilter = {}): readonly RecordedRequest[] {
    return this.#kept
      .filter(matcherOf(filter))
      .toSorted((a, b) => a.id - b.id)
      .map(shown);
  }
}

/** Each filter with its type: another one would fit nothing, which reads as if nothing had come. */
const FILTERS: Readonly<Record<string, string>> = { method: 'string', path: 'string', status: 'number' };

function matcherOf(filter: RequestFilter): (kept: Kept) => boolean {
  for (const [name, value] of Object.entries(filter)) {
    const type = FILTERS[name];
    if (type === undefined)
      throw new SandboxError(
        'OPTION_INVALID',
        `requests have no filter ${name}: use ${Object.keys(FILTERS).join(', ')}`,
      );
    if (value !== undefined && (typeof value !== type || Number.isNaN(value)))
      throw new SandboxError('OPTION_INVALID', `the filter ${name} must be ${type}`);
  }
  const { method, path, status } = filter;
  const parts = path?.split('*');
  return (kept) =>
    (method === undefined || kept.method === method.toUpperCase()) &&
    (parts === undefined || fits(kept.path, parts) || fits(kept.path.replace(/^\/v\d+/, ''), parts)) &&
    (status === undefined || kept.status === status);
}

/** True if a path has the parts in their order, the first at its beginning and the last at its end. */
function fits(path: string, [first = '', ...more]: readonly string[]): boolean {
  const last = more.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of more) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

function shown({ search, body, fault, headers, ...rest }: Kept): RecordedRequest {
  const query = Object.fromEntries(
    [...new URLSearchParams(search)].map(([name, value]) => [name, SECRET_QUERY.test(name) ? '…' : value]),
  );
  const named = Object.entries(headers).flatMap(([name, value]) =>
    SECRET.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  return {
    ...rest,
    query,
    headers: Object.fromEntries(named),
    ...(body.length > 0 && { body: contentOf(body) }),
    ...(fault !== undefined && { fault }),
  };
}

function contentOf(body: Buffer): unknown {
  const text = body.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
