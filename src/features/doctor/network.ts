import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { connect, isIP } from 'node:net';
import { openTunnel } from '../../system/connections.ts';
import { type Environment, type HttpProxy, ProxyError, proxyFor } from '../../system/proxy.ts';
import { type Finding, fail, pass, skippedCheck } from './finding.ts';

const LOOKUP_MS = 10_000;
const CONNECT_MS = 10_000;
const LOCAL = /(?:^|\.)localhost\.?$/i;

/** The host name, IP address and port of a service. */
export type ServiceSocket = {
  readonly host: string;
  readonly ip: string;
  readonly port: number;
  /** The proxy that connects to it, and looks up its name. */
  readonly proxy?: HttpProxy | undefined;
};

/** The host of a URL without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** Host and port of an address, as a proxy is asked for it. */
const placeOf = (url: URL): string => `${url.hostname}:${portOf(url)}`;

/** Resolves the host of the address; behind a proxy, that does. */
export async function dns(
  url: URL,
  proxy: HttpProxy | undefined,
): Promise<{ readonly finding: Finding; readonly place?: ServiceSocket }> {
  const host = hostOf(url);
  const port = portOf(url);
  if (proxy)
    return {
      finding: skippedCheck('dns', 'the proxy looks up the name'),
      place: { host, ip: host, port, proxy },
    };
  if (isIP(host))
    return {
      finding: skippedCheck('dns', `${host} is an IP address, not a name`),
      place: { host, ip: host, port },
    };
  if (LOCAL.test(host))
    return { finding: pass('dns', `${host} is this machine`), place: { host, ip: '127.0.0.1', port } };
  try {
    const { address } = await answeredWithin(LOOKUP_MS, lookup(host));
    return { finding: pass('dns', `${host} is ${address}`), place: { host, ip: address, port } };
  } catch (error) {
    const next = 'check appId, region and serviceHost of the target, and the network';
    const message = `the name ${host} cannot be resolved: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`;
    return { finding: fail('dns', message, next, 'temporary') };
  }
}

/** Checks that the service accepts a connection. */
export async function connection({ host, ip, port, proxy }: ServiceSocket): Promise<Finding> {
  if (proxy) return skippedCheck('connection', 'the proxy connects');
  const startedAt = performance.now();
  const socket = connect({ host: ip, port });
  const opened = new Promise<void>((done, broken) => {
    socket.once('connect', done);
    socket.once('error', broken);
  });
  try {
    await answeredWithin(CONNECT_MS, opened);
    return pass('connection', `${host}:${port} answers in ${Math.round(performance.now() - startedAt)} ms`);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    const next = 'check the address and its port, a firewall, and whether the service is up';
    return fail('connection', `no answer at ${host}:${port}: ${code}`, next, 'temporary');
  } finally {
    socket.destroy();
  }
}

/** Rejects if the work takes longer than `ms` milliseconds. */
export async function answeredWithin<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, broken) => {
    timer = setTimeout(() => broken(new Error(`no answer within ${ms / 1_000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const CHECK = 'proxy';
const VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/** Names the proxy that requests to an address go through, and tries it. */
export async function proxy(
  url: URL,
  caFile: string | undefined,
  env: Environment,
): Promise<{ readonly finding: Finding; readonly proxy?: HttpProxy }> {
  try {
    const used = proxyFor(url, env);
    if (!used) return { finding: pass(CHECK, unusedText(url, env)) };
    const startedAt = performance.now();
    const place = placeOf(url);
    const socket = await openTunnel(used, place, trusting(caFile));
    socket.on('error', () => {}).destroy();
    const ms = Math.round(performance.now() - startedAt);
    const finding = pass(CHECK, `${used.origin} of ${used.variable} connects to ${place} in ${ms} ms`);
    return { finding, proxy: used };
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    const next = 'check HTTPS_PROXY and its credentials, or name the host in NO_PROXY';
    return { finding: fail(CHECK, error.message, next, error.fatal ? 'precondition' : 'temporary') };
  }
}

function unusedText({ protocol, hostname }: URL, env: Environment): string {
  const set = VARIABLES.find((name) => env[name]);
  if (set === undefined) return 'none is set';
  if (protocol === 'http:') return `${set} is not used, because the address is plain http on this machine`;
  return `${set} is not used for ${hostname}: it is this machine, or NO_PROXY names it`;
}

/** A file that cannot be read is told by the check of the certificate. */
function trusting(caFile: string | undefined): { readonly ca?: string } {
  try {
    return caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') };
  } catch {
    return {};
  }
}
