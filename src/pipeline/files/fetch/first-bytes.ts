import { eachOf } from '../../../service/each-of.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import { followed, RedirectError } from '../../remote/http-get.ts';
import { byteCountOf, rangeOf } from '../../remote/server-file.ts';
import { ruleFor, urlOf } from './address-rules.ts';
import { FileHosts, HOST_TIMES, RefusedError } from './file-hosts.ts';
import { type FetcherOptions, readHeaders } from './open-fetcher.ts';

/** An answer to one byte of a file: what became of it, and how large the file is. */
export type FirstByte = {
  readonly state: 'answers' | 'gone' | 'login' | 'denied' | 'refused' | 'silent';
  /** Bytes of the whole file, as its host says. */
  readonly bytes?: number | undefined;
};

const AT_ONCE = 8;
const ANSWER_MS = 15_000;

/**
 * Asks each address for its first byte, by the rules and with the headers of the pipeline. No file is stored, and nothing is asked
 * twice.
 * @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`; the reason of the signal
 */
export async function askFirstBytes(
  addresses: Iterable<string>,
  { spec, place }: Pick<FetcherOptions, 'spec' | 'place'>,
  access: Runtime & Pick<Stderr, 'err'>,
  onAnswer: (address: string, answer: FirstByte) => void,
): Promise<void> {
  const { system, env, signal } = access;
  const warn = (sentence: string): void => access.err(`warning: ${sentence}\n`);
  const options = { spec, system, place, access, warn };
  const secrets = await readHeaders(options);
  await using hosts = new FileHosts({ ...options, env, times: HOST_TIMES });
  const headersOf = (url: URL): Readonly<Record<string, string>> => {
    const rule = ruleFor(url, spec.from);
    const own = Object.entries((rule && secrets.get(rule)) ?? {});
    return Object.fromEntries(own.map(([name, secret]) => [name, secret.reveal()]));
  };
  await eachOf(
    addresses,
    AT_ONCE,
    async (address) => {
      const url = urlOf(address);
      onAnswer(address, url ? await firstByte(url, headersOf(url), hosts, signal) : { state: 'refused' });
    },
    signal,
  );
}

async function firstByte(
  url: URL,
  headers: Readonly<Record<string, string>>,
  hosts: FileHosts,
  signal: AbortSignal,
): Promise<FirstByte> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  let isThere = true;
  try {
    const answer = await followed(
      url,
      (at) => {
        isThere &&= at.origin === url.origin;
        return hosts.ask(at, { range: 'bytes=0-0', ...(isThere ? headers : {}) }, until);
      },
      ({ close }) => close(),
    );
    // A server that sends all of the file is cut off.
    answer.close();
    const { status } = answer;
    if (status >= 200 && status < 300) {
      if (isPage(answer.headers['content-type']) && !isPage(url.pathname)) return { state: 'login' };
      return {
        state: 'answers',
        bytes: status === 206 ? rangeOf(answer)?.total : byteCountOf(answer.headers['content-length']),
      };
    }
    if (status === 401 || status === 403)
      return { state: Object.keys(headers).length > 0 ? 'denied' : 'login' };
    return { state: status === 404 || status === 410 ? 'gone' : 'silent' };
  } catch (error) {
    signal.throwIfAborted();
    return {
      state: error instanceof RefusedError || error instanceof RedirectError ? 'refused' : 'silent',
    };
  }
}

/** True for the media type of web pages, or a path that is named as one. */
const isPage = (text = ''): boolean => /html/i.test(text);
