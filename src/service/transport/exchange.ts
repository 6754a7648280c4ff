import type { Dispatcher } from 'undici';
import { receivedAnswer } from './answer.ts';
import type { ApiRequest, ApiResponse } from './transport.ts';

/**
 * Sends one request and waits for its whole answer. It uses `dispatch`, because the streams of undici's `request` cost
 * more than the rest of a request.
 * @param prefix path of the base URL, without a slash at the end
 * @param signal ends the attempt
 */
export function exchange(
  dispatcher: Dispatcher,
  prefix: string,
  request: ApiRequest,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...request.headers,
  };
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  const receiver = new Receiver(signal);
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
  readonly #signal: AbortSignal;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: ApiResponse['headers'] = {};
  #controller: Dispatcher.DispatchController | undefined;
  #resolve!: (response: ApiResponse) => void;
  #reject!: (error: unknown) => void;

  constructor(signal: AbortSignal) {
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

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
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
