const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:[a-z0-9-]+\.)*localhost)$/;

/**
 * True if a Host header names this machine, or the address that the sandbox listens on. A web page that rebinds its own name
 * to this machine still sends its own name (DNS rebinding).
 */
export function isOwnHost(header: string | readonly string[] | undefined, host: string): boolean {
  const name = typeof header === 'string' ? header.replace(/:\d+$/, '').toLowerCase() : '';
  const own = host.includes(':') ? `[${host}]` : host;
  return LOOPBACK.test(name) || name === own.toLowerCase();
}
