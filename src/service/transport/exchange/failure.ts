import { namedOutOfFiles } from '../../../errors/out-of-files.ts';
import { RunError } from '../../../errors/run-error.ts';
import { isUntrusted, ProxyError } from '../../../system/proxy.ts';
import { TransportError } from '../transport.ts';

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

/** The error of a run that has no way through its proxy. */
export const noProxy = (error: ProxyError): RunError =>
  new RunError('SERVICE.PROXY', error.message, { cause: error });

/** The error of an attempt that failed before its answer was complete. */
export function failure(error: unknown, origin: string): TransportError {
  const { code: given, message = String(error) } = (error ?? {}) as NodeJS.ErrnoException;
  // A DOMException has a number here.
  const code = typeof given === 'string' ? given : '';
  if (isUntrusted(code))
    return new TransportError(message, {
      maybeSent: false,
      cause: error,
      fatal: new RunError('SERVICE.TLS', `no trusted connection to ${origin}: ${code}`, { cause: error }),
    });
  if (error instanceof ProxyError)
    return new TransportError(message, {
      maybeSent: false,
      cause: error,
      ...(error.fatal ? { fatal: noProxy(error) } : {}),
    });
  // Every further attempt fails in the same way, and the service is not at fault.
  const named = namedOutOfFiles(error);
  if (named instanceof RunError)
    return new TransportError(message, { maybeSent: false, cause: error, fatal: named });
  const timedOut = (error as Error | undefined)?.name === 'TimeoutError';
  const text = timedOut
    ? 'no complete answer before the deadline'
    : message.includes(code)
      ? message
      : `${code} ${message}`.trim();
  return new TransportError(text, { maybeSent: !NOT_SENT.has(code), cause: error });
}
