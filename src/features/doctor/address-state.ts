import { connectTo } from '../../system/connections.ts';

/** State of an address: it answers, its file is gone or its time is over, it needs a login, it is not asked, it is silent. */
export type AddressState = 'answers' | 'gone' | 'login' | 'refused' | 'silent';

const ANSWER_MS = 15_000;
const REDIRECTS_MAX = 5;
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/;
const GONE = new Set([403, 404, 410]);
const LOGIN = new Set([401, 407]);
/** Servers that do not know HEAD are asked for the first byte. */
const NO_HEAD = new Set([405, 501]);
const LOGIN_PAGE = /[/.](?:log-?in|sign-?in|sso|auth|oauth2?)(?:[/.?]|$)/i;

/** Asks an address by HEAD, over https, or http on this machine, and follows where it leads. Sends no credentials. */
export async function stateOfAddress(address: string, signal: AbortSignal): Promise<AddressState> {
  let url = URL.parse(address);
  for (let hop = 0; url && hop <= REDIRECTS_MAX; hop++) {
    if (!isAsked(url)) return 'refused';
    if (hop > 0 && LOGIN_PAGE.test(url.href)) return 'login';
    const answer = await askedOnce(url, signal);
    if (answer === undefined) return 'silent';
    const { status, location } = answer;
    if (status < 300 || status === 304) return 'answers';
    if (status >= 400) return GONE.has(status) ? 'gone' : LOGIN.has(status) ? 'login' : 'silent';
    url = location === undefined ? null : URL.parse(location, url.href);
  }
  return 'silent';
}

const isAsked = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));

type Answer = { readonly status: number; readonly location: string | undefined };

/** Undefined without an answer. */
async function askedOnce(url: URL, signal: AbortSignal): Promise<Answer | undefined> {
  const head = await asked('HEAD', url, signal);
  return head && NO_HEAD.has(head.status) ? await asked('GET', url, signal) : head;
}

async function asked(method: 'HEAD' | 'GET', url: URL, signal: AbortSignal): Promise<Answer | undefined> {
  try {
    const connection = connectTo(url.origin, { connections: 1 });
    try {
      const { statusCode, headers, body } = await connection.request({
        method,
        path: `${url.pathname}${url.search}`,
        ...(method === 'GET' ? { headers: { range: 'bytes=0-0' } } : {}),
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      // Nothing of the file is needed; a server that sends all of it is cut off with its connection.
      body.on('error', () => {}).destroy();
      const { location } = headers;
      return { status: statusCode, location: typeof location === 'string' ? location : undefined };
    } finally {
      await connection.destroy();
    }
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
