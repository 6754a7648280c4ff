import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { SandboxError } from '../../wire/api-error.ts';

type Address = { readonly address: string; readonly family: number };

/** Hosts that webhooks of all apps may be sent to. */
export type Network = {
  /** The hosts besides this machine, in lower case. */
  readonly hosts: readonly string[];
  /** Finds the addresses of a name; an address is found as itself. */
  readonly lookup: (host: string) => Promise<readonly Address[]>;
};

/** Addresses of a webhook, resolved once: the request connects to exactly these addresses. */
export type WebhookReceiver = {
  readonly addresses: readonly Address[];
  /** True if it is this machine. */
  readonly isLoopback: boolean;
};

/** Reads the hosts that webhooks may be sent to. Throws a SandboxError if one of the hosts is none. */
export function openNetwork(
  hosts: readonly string[] = [],
  lookup: Network['lookup'] = (host) => systemLookup(host, { all: true }),
): Network {
  return { hosts: hosts.map(asInUrl), lookup };
}

/** A host in the form that a URL gives it. */
function asInUrl(host: string): string {
  const text = `https://${isIP(host) === 6 ? `[${host}]` : host}/`;
  const url = /[\s/@?#\\]/.test(host) || !URL.canParse(text) ? undefined : new URL(text);
  if (url && url.port === '' && !/:\d*$/.test(isIP(host) === 6 ? '' : host)) return hostOf(url);
  throw new SandboxError('OPTION_INVALID', `webhook host "${host}": expected a name or an address, no port`);
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Addresses that no receiver can have: of this network alone, of groups of machines, and none at all. */
const NEVER = new BlockList();
NEVER.addSubnet('0.0.0.0', 8, 'ipv4');
NEVER.addSubnet('169.254.0.0', 16, 'ipv4');
NEVER.addSubnet('224.0.0.0', 3, 'ipv4');
NEVER.addAddress('::', 'ipv6');
NEVER.addSubnet('fe80::', 10, 'ipv6');
NEVER.addSubnet('ff00::', 8, 'ipv6');

const isIn = (list: BlockList, { address, family }: Address): boolean =>
  list.check(address, family === 6 ? 'ipv6' : 'ipv4');

const LOCAL_NAME = /^(?:[a-z0-9-]+\.)*localhost$/;

/** The host of a URL as a name or an address, without brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();

/** True if the host of a URL is this machine by its name or address alone. */
export function namesThisMachine(url: URL): boolean {
  const host = hostOf(url);
  const family = isIP(host);
  return family === 0 ? LOCAL_NAME.test(host) : isIn(LOOPBACK, { address: host, family });
}

/**
 * Finds the addresses of a receiver. Rejects with the reason if it is not this machine and none of the allowed
 * `hosts`, if a name leads elsewhere than it says, and when `signal` aborts. No other name is even looked up.
 */
export async function findReceiver(
  url: URL,
  { hosts, lookup }: Network,
  signal: AbortSignal,
): Promise<WebhookReceiver> {
  const host = hostOf(url);
  const isLocal = namesThisMachine(url);
  if (!isLocal && !hosts.includes(host)) {
    throw new Error(`${host} is not this machine; allow it with --webhook-hosts ${host}`);
  }
  // Names below localhost are this machine by definition, also where the resolver does not know that.
  const addresses = await orAborted(lookup(LOCAL_NAME.test(host) ? 'localhost' : host), signal);
  const isLoopback = addresses.length > 0 && addresses.every((one) => isIn(LOOPBACK, one));
  if (isLocal && !isLoopback) throw new Error(`${host} does not lead to this machine`);
  const bad = addresses.find((one) => isIn(NEVER, one));
  if (bad) throw new Error(`${host} leads to ${bad.address}, which is no address of a receiver`);
  if (url.protocol !== 'https:' && !isLoopback) throw new Error('http is for this machine only; use https');
  return { addresses, isLoopback };
}

/** A look-up cannot be ended, but nobody has to wait for it. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(new Error('the name was not found in time'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
