import { isOutOfFiles } from '../../../errors/out-of-files.ts';
import { isUntrusted, ProxyError } from '../../../system/proxy.ts';
import { type StopError, TransportError } from '../transport.ts';

/** The reasons for which a request is not tried again. */
type StopCode =
  | 'SERVICE.OUTAGE'
  | 'SERVICE.UNREACHABLE'
  | 'SERVICE.TLS'
  | 'SERVICE.PROXY'
  | 'MACHINE.TOO_MANY_FILES';

/** Makes the error that ends a request: that of a run, or of a single call. */
export type StopMaker = (code: StopCode, message: string, cause: unknown) => StopError;

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

/** `fetch` opens no connection to ports of other protocols, such as 9 and 6667; its error has no code. */
const NOT_ALLOWED = 'bad port';

/** The error of an attempt that failed before its answer was complete. */
export function failure(error: unknown, origin: string, stopped: StopMaker): TransportError {
  const { code: given, message = String(error) } = (error ?? {}) as NodeJS.ErrnoException;
  // A DOMException has a number here.
  const code = typeof given === 'string' ? given : '';
  const fatal = fatalOf(error, code, message, origin, stopped);
  if (fatal) return new TransportError(message, { maybeSent: false, cause: error, fatal });
  if (error instanceof ProxyError) return new TransportError(message, { maybeSent: false, cause: error });
  const timedOut = (error as Error | undefined)?.name === 'TimeoutError';
  const text = timedOut
    ? 'no complete answer before the deadline'
    : message.includes(code)
      ? message
      : `${code} ${message}`.trim();
  const isSent = !NOT_SENT.has(code) && message !== NOT_ALLOWED;
  return new TransportError(text, { maybeSent: isSent, cause: error });
}

/** The error of a failure that every further attempt would have; undefined for any other. */
function fatalOf(
  error: unknown,
  code: string,
  message: string,
  origin: string,
  stopped: StopMaker,
): StopError | undefined {
  if (isUntrusted(code)) return stopped('SERVICE.TLS', `no trusted connection to ${origin}: ${code}`, error);
  if (error instanceof ProxyError) return error.fatal ? stopped('SERVICE.PROXY', message, error) : undefined;
  // The service is not at fault.
  if (!isOutOfFiles(error)) return undefined;
  return stopped('MACHINE.TOO_MANY_FILES', `no further file or connection can be opened: ${message}`, error);
}
