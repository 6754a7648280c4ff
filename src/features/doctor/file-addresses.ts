import type { Plan, Step } from '../../delivery/plan.ts';
import type { Data } from '../../input/entities/entity.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import { eachOf } from '../../service/each-of.ts';
import { connectTo } from '../../system/connections.ts';
import { caught, type Finding, pass, warn } from './finding.ts';

const CHECK = 'files';
/** Addresses that are asked; of more, as many in equal distances. */
const ASKED_MAX = 1_000;
const AT_ONCE = 8;
const SHOWN_MAX = 3;

/** The words after the number of addresses of a state. */
const WORDS: Readonly<Record<Exclude<AddressState, 'answers'>, string>> = {
  gone: 'are gone or have expired',
  login: 'need a login',
  refused: 'are not checked: only https is',
  silent: 'do not answer',
};

/**
 * Asks the addresses of the files of messages whether they answer, without the key of the service: the service does not copy
 * files, so an address that ends takes its file with it.
 */
export function fileAddresses(plan: Plan, signal: AbortSignal): Promise<Finding> {
  const look = async (): Promise<Finding> => {
    const { addresses, all } = await addressesOf(plan, signal);
    if (all === 0) return pass(CHECK, 'no message has files');
    const found = new Map<AddressState, string[]>();
    await eachOf(
      addresses,
      AT_ONCE,
      async (address) => {
        const state = await stateOfAddress(address, signal);
        found.set(state, [...(found.get(state) ?? []), address]);
      },
      signal,
    );
    return findingOf(found, addresses.length, all);
  };
  return caught(CHECK, look, signal);
}

function findingOf(found: ReadonlyMap<AddressState, readonly string[]>, asked: number, all: number): Finding {
  const of =
    all > asked ? `${asked} of ${all} addresses` : `${asked} ${asked === 1 ? 'address' : 'addresses'}`;
  const bad = Object.entries(WORDS).flatMap(([state, words]) => {
    const those = found.get(state as AddressState) ?? [];
    // What is signed in an address opens the file.
    const shown = those.slice(0, SHOWN_MAX).map((address) => address.replace(/[?#].*$/, '?…'));
    return those.length === 0 ? [] : [`${those.length} ${words} (${shown.join(', ')})`];
  });
  if (bad.length === 0) return pass(CHECK, `${of} of files: all answer`);
  return warn(
    CHECK,
    `${of} of files: ${bad.join('; ')}`,
    'publish these files permanently, and give the messages their new addresses (filesBase for an export)',
  );
}

type Addresses = { readonly addresses: readonly string[]; readonly all: number };

/** Addresses of files in messages, at most `ASKED_MAX`, in equal distances. */
async function addressesOf({ steps }: Plan, signal: AbortSignal): Promise<Addresses> {
  const step = steps.find(({ entity }) => entity.name === 'messages');
  let kept: string[] = [];
  let [every, all] = [1, 0];
  if (!step) return { addresses: kept, all };
  for await (const rows of readRows(step.sources, undefined, signal))
    for (const { fault, leftOut, values, file } of rows) {
      const mapping = step.mappings[file] as Mapping;
      if (fault || leftOut !== undefined || mapping.leftOut?.(values) !== undefined) continue;
      for (const { url } of attachmentsOf(step, mapping(values).fields)) {
        if (all++ % every === 0) kept.push(url);
        if (kept.length <= ASKED_MAX) continue;
        kept = kept.filter((_, at) => at % 2 === 0);
        every *= 2;
      }
    }
  return { addresses: [...new Set(kept)], all };
}

function attachmentsOf({ entity }: Step, fields: Data): readonly { readonly url: string }[] {
  const { data } = entity.schema().safeParse(entity.shape ? entity.shape(fields) : fields);
  return (data?.['data'] as { attachments?: readonly { url: string }[] } | undefined)?.attachments ?? [];
}

/** State of an address: it answers, its file is gone or its time is over, it needs a login, it is not asked, it is silent. */
type AddressState = 'answers' | 'gone' | 'login' | 'refused' | 'silent';

const ANSWER_MS = 15_000;
const REDIRECTS_MAX = 5;
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/;
const GONE = new Set([403, 404, 410]);
const LOGIN = new Set([401, 407]);
/** Servers that do not know HEAD are asked for the first byte. */
const NO_HEAD = new Set([405, 501]);
const LOGIN_PAGE = /[/.](?:log-?in|sign-?in|sso|auth|oauth2?)(?:[/.?]|$)/i;

/** Asks an address by HEAD, over https, or http on this machine, and follows where it leads. Sends no credentials. */
async function stateOfAddress(address: string, signal: AbortSignal): Promise<AddressState> {
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
