import { readFileSync } from 'node:fs';
import { openTunnel } from '../../system/connections.ts';
import { type Environment, type HttpProxy, ProxyError, proxyFor } from '../../system/proxy.ts';
import { type Finding, fail, pass } from './finding.ts';
import { placeOf } from './network.ts';

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
  if (protocol === 'http:') return `${set} is not used: the address is plain http on this machine`;
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
