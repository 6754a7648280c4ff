import type { Secret } from '../secret.ts';
import type { Layer } from '../transport.ts';

/** The headers that this layer alone may set. */
const OWN = new Set(['apikey', 'key', 'secret']);

/** Adds the `apikey` header. The http layer below knows one origin only, so the key reaches no second host. */
export function auth(apiKey: Secret): Layer {
  return (next) => (request, signal) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers ?? {}).filter(([name]) => !OWN.has(name.toLowerCase())),
    );
    return next({ ...request, headers: { ...headers, apikey: apiKey.reveal() } }, signal);
  };
}
