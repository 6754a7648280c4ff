import type { Dispatcher } from 'undici';
import type { System } from '../../system/system.ts';
import { connectionsOf, type OpenAnswer, openAnswer } from './exchange.ts';
import { urlProblem, withoutSecrets } from './remote-url.ts';

/** An answer to a request. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
  /** False if the body is longer than was wanted: the rest of it was not read. */
  readonly isComplete: boolean;
};

/** Connections that get what servers answer on the way to a file. */
export type Getter = AsyncDisposable & {
  /**
   * Asks for a file, and follows where its server sends us. Nothing is asked twice.
   * @param bytesMax of the body
   * @throws RedirectError; the errors of the connection; the reason of the signal
   */
  get(
    url: string,
    headers: Readonly<Record<string, string>>,
    bytesMax: number,
    signal: AbortSignal,
  ): Promise<HttpAnswer>;
};

/** A server sends us where a file may not come from. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  /** The same without any address. */
  readonly brief: string;
  constructor(message: string, brief = message) {
    super(message);
    this.brief = brief;
  }
}

const REDIRECTS_MAX = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Of an answer that has nothing of the file. */
const OTHER_BYTES_MAX = 64 * 1024;

/**
 * Opens connections when they are needed; disposing of it closes them.
 * @param connections to a server at once
 * @param silentMs so long a server may send nothing
 */
export function httpGetter(
  system: Pick<System, 'connect'>,
  options: { readonly connections: number; readonly silentMs: number },
): Getter {
  const connections = connectionsOf(system, options);
  return {
    async get(url, headers, bytesMax, signal) {
      const first = new URL(url);
      return await followed(first, (at) => {
        signal.throwIfAborted();
        const problem = urlProblem(at.href);
        if (at !== first && problem !== undefined) throw notHttps(at);
        // A password is for the server that the pipeline names.
        const own = at.origin === first.origin ? credentialsOf(first) : {};
        const path = at.pathname + at.search;
        const request = { method: 'GET', path, headers: { ...headers, ...own } } as const;
        return collected(connections.to(at.origin), request, bytesMax, signal);
      });
    },
    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  };
}

/**
 * Follows where answers lead. Never from https to http.
 * @param ask is given each address anew
 * @param left what becomes of an answer that leads elsewhere
 * @throws RedirectError; what `ask` throws
 */
export async function followed<Answer extends Pick<OpenAnswer, 'status' | 'headers'>>(
  first: URL,
  ask: (at: URL) => Promise<Answer>,
  left: (answer: Answer) => void | Promise<void> = () => {},
): Promise<Answer> {
  for (let at = first, hops = 0; ; hops++) {
    const answer = await ask(at);
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.status) || location === undefined) return answer;
    await left(answer);
    if (hops === REDIRECTS_MAX) throw new RedirectError(`leads through more than ${REDIRECTS_MAX} others`);
    at = redirected(at, location);
  }
}

/** @throws RedirectError */
function redirected(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href)) throw new RedirectError('redirects to an invalid address');
  const to = new URL(location, from.href);
  to.hash = '';
  if (from.protocol === 'https:' && to.protocol !== 'https:') throw notHttps(to);
  return to;
}

const notHttps = (to: URL): RedirectError =>
  new RedirectError(
    `leads to ${withoutSecrets(to.href)}, which is not https`,
    'leads to an address that is not https',
  );

function credentialsOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

/** Sends one request, and collects its answer. */
async function collected(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  bytesMax: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { status, headers, body } = await openAnswer(pool, request, signal);
  const max = status === 200 || status === 206 ? bytesMax : OTHER_BYTES_MAX;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > max) return { status, headers, bytes: Buffer.concat(chunks), isComplete: false };
    chunks.push(chunk);
  }
  return { status, headers, bytes: Buffer.concat(chunks), isComplete: true };
}
