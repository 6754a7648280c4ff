import { isIP } from 'node:net';
import { isLoopback } from '../../../service/api/base-url.ts';
import { isLocalName, isLoopbackAddress, isPublicAddress } from '../../../system/blocked-addresses.ts';
import type { FilesSpec, HostRule } from '../files-spec.ts';

/** Which addresses are asked for files. Every address is judged, also those that others lead to. */

const PRIVATE = /^private\+(?=https?:)/i;

/** True if a reader of an export says that an address needs a login, or stops working. */
export const isPrivateAddress = (address: string): boolean => PRIVATE.test(address);

/** The address that a request would go to; undefined if the text is none. */
export function urlOf(address: string): URL | undefined {
  const url = URL.parse(address.trim().replace(PRIVATE, ''));
  if (!url) return undefined;
  url.hash = '';
  // The dot at the end of a full name: it is the same host, and rules and certificates name it without.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

const portOf = ({ protocol, port }: URL): number => Number(port) || (DEFAULT_PORTS[protocol] ?? 0);

/** True if a host of the pipeline, such as `*.example.com` or `10.0.0.7:8080`, is that of an address, with its port. */
function isHost(host: string, url: URL): boolean {
  const isBelow = host.startsWith('*.');
  const named = URL.parse(`https://${isBelow ? host.slice(2) : host}`);
  if (!named) return false;
  const [, port] = /:(\d{1,5})$/.exec(host) ?? [];
  const wanted = port === undefined ? DEFAULT_PORTS[url.protocol] : Number(port);
  if (portOf(url) !== wanted) return false;
  return isBelow ? url.hostname.endsWith(`.${named.hostname}`) : url.hostname === named.hostname;
}

/** The rule of `from` for an address: one that names the whole host before one that names those below it. */
export const ruleFor = (url: URL, from: readonly HostRule[]): HostRule | undefined =>
  from
    .filter(({ host }) => isHost(host, url))
    .sort((a, b) => Number(a.host.startsWith('*')) - Number(b.host.startsWith('*')))[0];

/** True if an address stays as it is: its host is one that the pipeline keeps, or it is that of a copy. */
export function isKeptAddress(
  address: string,
  { keep, publicUrl }: Pick<FilesSpec, 'keep' | 'publicUrl'>,
): boolean {
  if (address.startsWith(`${publicUrl}/`)) return true;
  const url = keep.length === 0 ? undefined : urlOf(address);
  return url !== undefined && keep.some((host) => isHost(host, url));
}

const IN_PRIVATE_NETWORK = 'it is in a private network';

/**
 * Why an address is not asked, as far as its text says; undefined if nothing is against it. Odd forms of addresses are those
 * that they stand for: `URL` has written them out.
 * @param byText true if its name is resolved elsewhere, by a proxy: then a name of a local network is refused as well
 */
export function textRefusal(url: URL, { from }: Pick<FilesSpec, 'from'>, byText = false): string | undefined {
  const { protocol, hostname, username, password } = url;
  const rule = ruleFor(url, from);
  if (protocol === 'http:' && !(rule?.allowPrivate && isLoopback(url.href))) return 'it is not https';
  if (protocol !== 'https:' && protocol !== 'http:') return 'it is not https';
  if (username !== '' || password !== '') return 'it has a user or a password';
  if (portOf(url) !== 443 && !rule) return `it has the port ${portOf(url)}`;
  if (rule?.allowPrivate) return undefined;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address)) return isPublicAddress(address) ? undefined : IN_PRIVATE_NETWORK;
  return isLoopback(url.href) || (byText && isLocalName(hostname)) ? IN_PRIVATE_NETWORK : undefined;
}

/** Why no connection is made to one of the addresses that a name stands for; undefined if it is made. */
export function connectRefusal(
  url: URL,
  address: string,
  { from }: Pick<FilesSpec, 'from'>,
): string | undefined {
  if (url.protocol === 'http:' && !isLoopbackAddress(address)) return 'it is not https';
  if (ruleFor(url, from)?.allowPrivate || isPublicAddress(address)) return undefined;
  return IN_PRIVATE_NETWORK;
}
