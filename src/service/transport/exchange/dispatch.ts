import type { Dispatcher } from 'undici';
import { realClock } from '../../../system/clock.ts';
import { RESPONSE_BYTES_MAX, receivedAnswer } from '../answer.ts';
import type { ApiRequest, ApiResponse, Transport } from '../transport.ts';
import { failure, type StopMaker } from './failure.ts';
import { type AttemptTime, attemptTime } from './fetch.ts';

/**
 * Sends requests with somebody else's dispatcher, which makes the connections, with a deadline for each attempt.
 * @param baseUrl with its path, without a slash at the end
 */
export function dispatcherTransport(
  baseUrl: string,
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  attemptMs: number,
  stopped: StopMaker,
): Transport {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const toOrigin: Pick<Dispatcher, 'dispatch'> = {
    dispatch: (options, handler) =>
      // The deadline of an attempt is ours.
      dispatcher.dispatch({ headersTimeout: 0, bodyTimeout: 0, ...options, origin }, handler),
  };
  return async (request, signal) => {
    const time = { deadlineMs: request.deadlineMs ?? attemptMs, drainMs: 0, stop: signal, clock: realClock };
    try {
      return await dispatched(toOrigin, prefix, request, RESPONSE_BYTES_MAX, time);
    } catch (error) {
      throw failure(error, origin, stopped);
    }
  };
}

/**
 * Sends one request and waits for its whole answer. It uses `dispatch`, because the streams of undici's `request` cost
 * more than the rest of a request.
 * @param prefix path of the base URL, without a slash at the end
 * @param bytesMax the largest body of the answer
 */
export function dispatched(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  prefix: string,
  request: ApiRequest,
  bytesMax: number,
  time: AttemptTime,
): Promise<ApiResponse> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...request.headers,
  };
  if (request.body !== undefined) headers['content-type'] ??= 'application/json';
  const receiver = new Receiver(bytesMax, time, request.createdIn);
  try {
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
  readonly #createdIn: ApiRequest['createdIn'];
  readonly #time: Disposable;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #status = 0;
  #headers: ApiResponse['headers'] = {};
  #controller: Dispatcher.DispatchController | undefined;
  /** The reason for which the attempt has ended, if its time is over. */
  #over: Error | undefined;
  #resolve!: (response: ApiResponse) => void;
  #reject!: (error: unknown) => void;

  constructor(bytesMax: number, time: AttemptTime, createdIn: ApiRequest['createdIn']) {
    this.#bytesMax = bytesMax;
    this.#createdIn = createdIn;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#time = attemptTime(time, (reason) => {
      this.#over = reason;
      this.#controller?.abort(reason);
      // A request that waits for a connection has no controller yet.
      this.onResponseError(this.#controller, reason);
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(this.#over);
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
    this.#time[Symbol.dispose]();
    const [only] = this.#chunks;
    const bytes = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
    this.#resolve(receivedAnswer(this.#status, this.#headers, bytes, this.#createdIn));
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: unknown): void {
    this.#time[Symbol.dispose]();
    this.#reject(error);
  }
}
