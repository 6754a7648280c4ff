import type { RunError } from '../../errors/run-error.ts';

/** One call, relative to the base URL. */
export type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Starts with a slash; every id in it has been checked. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly rateClass: string;
  /** True where sending it twice does no harm: a read, or a write of keys that the service refuses twice. */
  readonly repeatable: boolean;
  /**
   * True where a refusal of the whole request may be one row's fault: the caller divides it instead of repeating it.
   */
  readonly divisible: boolean;
};

export type ApiResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON; undefined where the body is none. */
  readonly body: unknown;
  /** The first 200 characters of a body that is not JSON. */
  readonly text?: string;
  /** Tries it took, at least 1. */
  readonly attempts: number;
  /** True when an earlier try may have reached the service's data without us hearing of it. */
  readonly ambiguous: boolean;
};

/**
 * Sends one request. Rejects with a TransportError when there is no answer, and with a RunError when there is no point
 * in going on.
 */
export type Transport = (request: ApiRequest, signal: AbortSignal) => Promise<ApiResponse>;

/** Adds one behaviour around a transport. */
export type Layer = (next: Transport) => Transport;

/** Wraps `base`; the first layer listed is the outermost. */
export function compose(base: Transport, ...layers: readonly Layer[]): Transport {
  return layers.reduceRight((next, layer) => layer(next), base);
}

/** There was no answer. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /** False only when the request certainly never reached the service. */
  readonly maybeSent: boolean;
  /** Set where repeating cannot help: a certificate that does not match, a host that answers with something else. */
  readonly fatal: RunError | undefined;
  constructor(message: string, options: { maybeSent: boolean; fatal?: RunError; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.maybeSent = options.maybeSent;
    this.fatal = options.fatal;
  }
}

/** The service's error object, read leniently: every member but the code may be missing. */
export type ApiError = { readonly code: string; readonly message: string };

/** The error of a body in the service's envelope; undefined where there is none. */
export function apiError(body: unknown): ApiError | undefined {
  const error = isRecord(body) && Object.hasOwn(body, 'error') ? body['error'] : undefined;
  if (!isRecord(error)) return undefined;
  const { code, message, details } = error as { code?: unknown; message?: unknown; details?: unknown };
  if (typeof code !== 'string') return undefined;
  const fields = isRecord(details)
    ? Object.entries(details)
        .slice(0, 3)
        .map(([field, said]) => `${field}: ${Array.isArray(said) ? said.join(' ') : String(said)}`)
    : [];
  const said = typeof message === 'string' ? message : code;
  return { code, message: fields.length ? `${said} (${fields.join('; ')})` : said };
}

/** The service did not take the request because there were too many. */
export function isRefusal(response: ApiResponse): boolean {
  return response.status === 429 || apiError(response.body)?.code === 'ERR_TOO_MANY_REQUESTS';
}

/** A JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
