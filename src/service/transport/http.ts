import { lookup } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import type { Dispatcher, Pool } from 'undici';
// The system loads it at the first connection: when a process is out of files, that would be too late.
import 'undici/lib/dispatcher/pool.js';
import { RunError } from '../../errors/run-error.ts';
import { ProxyError } from '../../system/proxy.ts';
import { realSystem, type System } from '../../system/system.ts';
import { RESPONSE_BYTES_MAX, receivedAnswer } from './answer.ts';
import { attemptTime, failure, noProxy } from './exchange/fetch.ts';
import type { ApiRequest, ApiResponse, Transport } from './transport.ts';

export type HttpOptions = {
  /** Base URL with its path, without a slash at the end. */
  readonly baseUrl: string;
  /** PEM file of a private certificate authority. */
  readonly caFile?: string;
  /** The most requests under way at once. */
  readonly connections: number;
  /** Time for one attempt, from its start to the last byte of the answer; a request can set another. */
  readonly deadlineMs: number;
  /**
   * The longest wait for a request under way after its signal has aborted; 0 ends it at once.
   * @default 15_000
   */
  readonly drainMs?: number;
  /**
   * The largest body of an answer. The cause of the error of a larger one is a RangeError.
   * @default RESPONSE_BYTES_MAX
   */
  readonly answerBytesMax?: number;
  /** @default realSystem */
  readonly system?: Pick<System, 'clock' | 'connect' | 'traced'>;
};

const CONNECT_MS = 10_000;
const DRAIN_MS = 15_000;

/**
 * The innermost transport: one origin, keep-alive, no redirects, a deadline for each attempt, bounded answers.
 * @throws RunError `SERVICE.TLS`, `SERVICE.PROXY`
 */
export function http(options: HttpOptions): { transport: Transport } & AsyncDisposable {
  const { clock, connect, traced } = options.system ?? realSystem;
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const bytesMax = options.answerBytesMax ?? RESPONSE_BYTES_MAX;
  const pool = connected(connect, origin, {
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
  });
  const transport: Transport = async (request, signal) => {
    const deadlineMs = request.deadlineMs ?? options.deadlineMs;
    using timeout = attemptTime(deadlineMs, options.drainMs ?? DRAIN_MS, signal, clock);
    const { method, path, rateClass } = request;
    const startedAt = traced ? clock.elapsed() : 0;
    const trace = (status?: number): void =>
      traced?.({ method, path, status, ms: clock.elapsed() - startedAt, rateClass });
    try {
      const answer = await exchange(pool, prefix, request, bytesMax, timeout.signal);
      trace(answer.status);
      return answer;
    } catch (error) {
      trace();
      // The connection itself may refuse to send: the run cannot go on.
      if (error instanceof RunError) throw error;
      throw failure(error, origin);
    }
  };
  return { transport, [Symbol.asyncDispose]: () => pool.destroy() };
}

/** @throws RunError `SERVICE.PROXY` */
function connected(connect: System['connect'], origin: string, options: Pool.Options): Dispatcher {
  try {
    return connect(origin, options);
  } catch (error) {
    throw error instanceof ProxyError ? noProxy(error) : error;
  }
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

/**
 * Sends one request and waits for its whole answer. It uses `dispatch`, because the streams of undici's `request` cost
 * more than the rest of a request.
 * @param prefix path of the base URL, without a slash at the end
 * @param bytesMax the largest body of the answer
 * @param signal ends the attempt
 */
function exchange(
  dispatcher: Dispatcher,
  prefix: string,
  request: ApiRequest,
  bytesMax: number,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...request.headers,
  };
  if (request.body !== undefined) headers['content-type'] ??= 'application/json';
  const receiver = new Receiver(bytesMax, signal);
  try {
    signal.throwIfAborted();
    const { method, path, body = null } = request;
    dispatcher.dispatch({ method, path: prefix + path, headers, body }, receiver);
  } catch (error) {
    receiver.onResponseError(undefined, error);
  }
  return receiver.answer;
}

/** Collects the answer of one request. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly answer: Promise<ApiResponse>;
  readonly #bytesMax: number;
  readonly #signal: AbortSignal;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #status = 0;
  #headers: ApiResponse['headers'] = {};
  #controller: Dispatcher.DispatchController | undefined;
  #resolve!: (response: ApiResponse) => void;
  #reject!: (error: unknown) => void;

  constructor(bytesMax: number, signal: AbortSignal) {
    this.#bytesMax = bytesMax;
    this.#signal = signal;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    signal.addEventListener('abort', this.#abort, { once: true });
  }

  readonly #abort = (): void => {
    this.#controller?.abort(this.#signal.reason as Error);
    // A request that waits for a connection has no controller yet.
    this.onResponseError(this.#controller, this.#signal.reason);
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#signal.aborted) controller.abort(this.#signal.reason as Error);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ApiResponse['headers'],
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bytesMax)
      controller.abort(new RangeError(`the answer is larger than ${this.#bytesMax / 2 ** 20} MiB`));
  }

  onResponseEnd(): void {
    // Informational answers (1xx) come before the final one, and have neither data nor an end.
    this.#signal.removeEventListener('abort', this.#abort);
    const [only] = this.#chunks;
    const bytes = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
    this.#resolve(receivedAnswer(this.#status, this.#headers, bytes));
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: unknown): void {
    this.#signal.removeEventListener('abort', this.#abort);
    this.#reject(error);
  }
}
