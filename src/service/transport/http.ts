import { lookup } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
// The system loads it at the first connection: when a process is out of files, that would be too late.
import 'undici';
import { namedOutOfFiles } from '../../errors/out-of-files.ts';
import { RunError } from '../../errors/run-error.ts';
import type { Clock } from '../../system/clock.ts';
import { realSystem, type System } from '../../system/system.ts';
import { exchange } from './exchange.ts';
import { type Transport, TransportError } from './transport.ts';

export type HttpOptions = {
  /** Base URL with its path, without a slash at the end. */
  readonly baseUrl: string;
  /** PEM file of a private certificate authority. */
  readonly caFile?: string;
  /** The most requests under way at once. */
  readonly connections: number;
  /** Time for one attempt, from its start to the last byte of the answer; a request can set a shorter one. */
  readonly deadlineMs: number;
  /**
   * How long to wait for a request under way after its signal has aborted; 0 ends it at once.
   * @default 15_000
   */
  readonly drainMs?: number;
  /** @default realSystem */
  readonly system?: Pick<System, 'clock' | 'connect'>;
};

const CONNECT_MS = 10_000;
const DRAIN_MS = 15_000;
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;
/** Errors of undici and the system that occur before any byte of the request is sent. */
const NOT_SENT = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

/** The innermost transport: one origin, keep-alive, no redirects, a deadline for each attempt, bounded answers. */
export function http(options: HttpOptions): { transport: Transport } & AsyncDisposable {
  const { clock, connect } = options.system ?? realSystem;
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const pool = connect(origin, {
    connections: options.connections,
    connect: {
      timeout: CONNECT_MS,
      lookup: resolveName,
      // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot turn the check off.
      rejectUnauthorized: true,
      ...(options.caFile ? { ca: readCa(options.caFile) } : {}),
    },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: RESPONSE_BYTES_MAX,
  });
  const transport: Transport = async (request, signal) => {
    const deadlineMs = Math.min(options.deadlineMs, request.deadlineMs ?? Number.POSITIVE_INFINITY);
    using timeout = timeoutFor(deadlineMs, options.drainMs ?? DRAIN_MS, signal, clock);
    try {
      return await exchange(pool, prefix, request, timeout.signal);
    } catch (error) {
      // The connection itself may refuse to send: the run cannot go on.
      if (error instanceof RunError) throw error;
      throw failure(error, origin);
    }
  };
  return { transport, [Symbol.asyncDispose]: () => pool.destroy() };
}

/**
 * Names that end in `.localhost` are this machine (RFC 6761 section 6.3), even if the system's resolver does not know
 * them. The certificate is still checked against the name.
 */
const resolveName: LookupFunction = (name, options, callback) => {
  if (!/\.localhost\.?$/i.test(name)) return lookup(name, options, callback);
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

/** Aborts at the deadline, or `drainMs` after the caller's stop, so a missing answer never blocks the end of a run. */
function timeoutFor(
  deadlineMs: number,
  drainMs: number,
  stop: AbortSignal,
  clock: Clock,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(new DOMException('no complete answer in time', 'TimeoutError'));
  const timers = [clock.after(deadlineMs, giveUp)];
  const drain = (): void => void timers.push(clock.after(drainMs, giveUp));
  if (stop.aborted) drain();
  else stop.addEventListener('abort', drain, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      stop.removeEventListener('abort', drain);
      for (const timer of timers) timer[Symbol.dispose]();
    },
  };
}

function readCa(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new RunError('SERVICE.TLS', `the certificate authority file ${path} cannot be read`, {
      cause: error,
    });
  }
  // TLS ignores a file without a certificate, and the error would then blame the service.
  if (/-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/.test(text)) return text;
  throw new RunError('SERVICE.TLS', `the certificate authority file ${path} has no certificate in PEM form`);
}

function failure(error: unknown, origin: string): TransportError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (isTls(code))
    return new TransportError(message, {
      maybeSent: false,
      cause: error,
      fatal: new RunError('SERVICE.TLS', `no trusted connection to ${origin}: ${code}`, { cause: error }),
    });
  // Every further attempt fails in the same way, and the service is not at fault.
  const named = namedOutOfFiles(error);
  if (named instanceof RunError)
    return new TransportError(message, { maybeSent: false, cause: error, fatal: named });
  const timedOut = (error as Error).name === 'TimeoutError';
  const text = timedOut
    ? 'no complete answer before the deadline'
    : code
      ? `${code} ${message}`.trim()
      : message;
  return new TransportError(text, { maybeSent: !NOT_SENT.has(code), cause: error });
}

function isTls(code: string): boolean {
  return /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code);
}
