import { BlockList, isIP } from 'node:net';

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy that the environment names. */
export type HttpProxy = {
  /** Source of it: a variable, or the option of a client. */
  readonly variable: string;
  /** The address without credentials, such as `http://proxy.example.com:3128`; what messages may show. */
  readonly origin: string;
  /** The value of `Proxy-Authorization`; absent without credentials. Never shown. */
  readonly authorization?: string;
};

/** Sends also what goes to this machine through the proxy. */
const LOOPBACK_TOO = 'CHATFERRY_PROXY_LOOPBACK';
const LOOPBACK_NAME = /(?:^|\.)localhost$/;
const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/**
 * The proxy for an address: `HTTPS_PROXY` for https, `HTTP_PROXY` for http, each also in lower case, which wins; none for a
 * host that `NO_PROXY` names, nor for this machine unless `CHATFERRY_PROXY_LOOPBACK=1`.
 * @throws ProxyError if the variable holds no address of a proxy; the message does not show it
 */
export function proxyFor({ protocol, hostname, port }: URL, env: Environment): HttpProxy | undefined {
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const variable = [name.toLowerCase(), name].find((one) => env[one]);
  if (variable === undefined) return undefined;
  const host = plainHost(hostname);
  if (isThisMachine(host) && env[LOOPBACK_TOO] !== '1') return undefined;
  const excluded = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  if (isExcluded(host, Number(port) || (PORTS[protocol] as number), excluded)) return undefined;
  return proxyOf(variable, env[variable] as string);
}

/** A host in lower case, without the brackets of IPv6 and the dot at the end of a full name. */
const plainHost = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(?<=.)\.$/, '');

const isThisMachine = (host: string): boolean =>
  LOOPBACK_NAME.test(host) || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** True if `NO_PROXY` names a host: names and what ends in them, addresses, networks (`10.0.0.0/8`), each with a port; `*` all. */
function isExcluded(host: string, port: number, list: string): boolean {
  return list
    .split(/[,\s]+/)
    .filter(Boolean)
    .some((entry) => {
      const [, bracketed, named = entry, onlyPort] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(entry) ?? [];
      if (onlyPort !== undefined && Number(onlyPort) !== port) return false;
      return isNamed(host, plainHost(bracketed ?? named));
    });
}

function isNamed(host: string, entry: string): boolean {
  if (entry === '*') return true;
  const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const [network = '', bits] = entry.split('/');
  if (bits !== undefined) {
    if (!isIP(network) || !isIP(host) || !/^\d{1,3}$/.test(bits) || Number(bits) > 128) return false;
    if (family(network) === 'ipv4' && Number(bits) > 32) return false;
    const block = new BlockList();
    block.addSubnet(network, Number(bits), family(network));
    return block.check(host, family(host));
  }
  const [isBelowOnly, name] = [entry.startsWith('*.'), entry.replace(/^\*?\./, '')];
  return name !== '' && ((host === name && !isBelowOnly) || (!isIP(host) && host.endsWith(`.${name}`)));
}

/**
 * A proxy by its address, with or without credentials.
 * @param variable what names it, for messages
 * @throws ProxyError if it is no address of a proxy; the message does not show it
 */
export function proxyOf(variable: string, value: string): HttpProxy {
  const text = value.includes('://') ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname || !(url.protocol in PORTS))
    throw new ProxyError(`${variable} is not the address of a proxy, such as http://proxy.example.com:3128`, {
      fatal: true,
    });
  const { username, password, origin } = url;
  if (username === '' && password === '') return { variable, origin };
  const credentials = `${decoded(username)}:${decoded(password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return { variable, origin, authorization };
}

/** A part of a URL as it was meant; one that was not encoded stays. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** There is no way through a proxy: nothing of the request was sent. Its message never shows credentials. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  /** True if another try would end in the same way. */
  readonly fatal: boolean;
  constructor(message: string, { fatal, cause }: { fatal: boolean; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause });
    this.fatal = fatal;
  }
}

/** True if the code of an error says that there is no trusted connection: TLS, or a certificate. */
export const isUntrusted = (code: string): boolean =>
  /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code);
