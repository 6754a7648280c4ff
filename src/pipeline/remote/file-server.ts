import { RunError } from '../../errors/run-error.ts';
import { isUntrusted, ProxyError } from '../../system/proxy.ts';
import type { System } from '../../system/system.ts';
import { type HttpAnswer, httpGetter, RedirectError } from './http-get.ts';
import type { RemoteUrl } from './remote-url.ts';

/** Asks servers for files, again where they fail for a while. */
export type FileServers = AsyncDisposable & {
  /**
   * @param headers besides those of every request
   * @param bytesMax of the body
   * @param isWhole whether a 200 or 206 has what it should; else it is asked for again
   * @returns an answer with one of the statuses 200, 206, 304, 416
   * @throws RunError `SOURCE.MISSING`, `SOURCE.FETCH_REFUSED`, `SOURCE.FETCH_UNTRUSTED`, `SOURCE.FETCH_FAILED`
   */
  ask(
    url: RemoteUrl,
    headers: Readonly<Record<string, string>>,
    bytesMax: number,
    signal: AbortSignal,
    isWhole?: (answer: HttpAnswer) => boolean,
  ): Promise<HttpAnswer>;
};

/** Requests to a server at once; each has a piece of a file in memory. */
export const REQUESTS_AT_ONCE = 4;
const TRIES = 6;
const WAIT_MS = 250;
const WAIT_MAX_MS = 60_000;
const SILENT_MS = 30_000;

/** Answers that may be others a little later. */
const isPassing = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || status >= 500;
const FILE_ANSWERS = [200, 206, 304, 416];

/** @param silentMs so long a server may send nothing */
export function fileServers(
  system: Pick<System, 'connect' | 'clock' | 'random'>,
  silentMs: number = SILENT_MS,
): FileServers {
  const getter = httpGetter(system, { connections: REQUESTS_AT_ONCE, silentMs });
  const tried = async (...question: Parameters<FileServers['ask']>) => {
    const [url, headers, bytesMax, signal, isWhole] = question;
    try {
      // A file is what its bytes are: a server must not pack them on the way.
      const all = { accept: '*/*', 'accept-encoding': 'identity', ...headers };
      const answer = await getter.get(url.reveal(), all, bytesMax, signal);
      const { status } = answer;
      if (isPassing(status)) return { why: `it answers ${status}`, afterMs: waitOf(answer) };
      if (!FILE_ANSWERS.includes(status)) throw refusal(url, status);
      if (isWhole?.(answer) === false) return { why: 'its answer ends early' };
      return { answer };
    } catch (error) {
      signal.throwIfAborted();
      return { why: failure(url, error) };
    }
  };
  return {
    async ask(...question) {
      const [url, , , signal] = question;
      let last = '';
      for (let number = 1; number <= TRIES; number++) {
        const { answer, why = '', afterMs = 0 } = await tried(...question);
        if (answer) return answer;
        last = why;
        const waitMs = WAIT_MS * 2 ** (number - 1) * (0.5 + system.random.next());
        if (number < TRIES) await system.clock.sleep(Math.max(waitMs, afterMs), signal);
      }
      throw new RunError('SOURCE.FETCH_FAILED', `${url.shown} cannot be fetched: ${last} (${TRIES} tries)`, {
        where: { file: url.shown },
      });
    },
    [Symbol.asyncDispose]: () => getter[Symbol.asyncDispose](),
  };
}

/** The pause that a server asks for. */
function waitOf({ headers: { 'retry-after': after = '' } }: HttpAnswer): number {
  const ms = /^\d{1,6}$/.test(after) ? Number(after) * 1_000 : 0;
  return Math.min(ms, WAIT_MAX_MS);
}

function refusal({ shown }: RemoteUrl, status: number): RunError {
  const where = { file: shown };
  if (status === 404 || status === 410)
    return new RunError('SOURCE.MISSING', `there is no file at ${shown} (${status})`, {
      hint: 'check the address in the pipeline',
      where,
    });
  const why =
    status === 401 || status === 403
      ? 'this address may not read it, or may no longer read it'
      : 'it refuses to send the file';
  return new RunError('SOURCE.FETCH_REFUSED', `the server of ${shown} answers ${status}: ${why}`, { where });
}

/**
 * Why a request failed that may be made again.
 * @throws RunError if it would fail again
 */
function failure({ shown }: RemoteUrl, error: unknown): string {
  if (error instanceof RunError) throw error;
  const where = { file: shown };
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof RedirectError)
    throw new RunError('SOURCE.FETCH_UNTRUSTED', `${shown} ${message}`, { where });
  if (error instanceof ProxyError && error.fatal)
    throw new RunError('SERVICE.PROXY', message, { where, cause: error });
  if (error instanceof ProxyError) return message;
  if (isUntrusted(code ?? ''))
    throw new RunError('SOURCE.FETCH_UNTRUSTED', `no trusted connection to ${shown}: ${code}`, { where });
  return REASONS[code ?? ''] ?? code ?? message;
}

const REASONS: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_BODY_TIMEOUT: 'it stops sending',
  UND_ERR_CONNECT_TIMEOUT: 'it cannot be reached (no connection in time)',
  UND_ERR_SOCKET: 'its answer ends early',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its answer ends early',
  ECONNREFUSED: 'it cannot be reached (ECONNREFUSED)',
  ENOTFOUND: 'there is no such host (ENOTFOUND)',
};
