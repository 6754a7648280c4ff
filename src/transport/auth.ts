import { RunError } from '../errors.ts';
import type { Secret } from '../secret.ts';
import type { ApiResponse, Layer } from '../transport.ts';

/** The headers that this layer alone may set. */
const OWN = new Set(['apikey', 'key', 'secret']);

/**
 * Adds the `apikey` header. The http layer below knows one origin only, so the key reaches no second host. A refusal
 * that quotes the key ("The key … does not exist") comes back without it.
 */
export function auth(apiKey: Secret): Layer {
  return (next) => async (request, signal) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers ?? {}).filter(([name]) => !OWN.has(name.toLowerCase())),
    );
    try {
      const response = await next({ ...request, headers: { ...headers, apikey: apiKey.reveal() } }, signal);
      return response.status < 300 && response.text === undefined ? response : withoutKey(response, apiKey);
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      const { code, message, hint, where, cause } = error;
      throw new RunError(code, apiKey.scrub(message), { hint, cause, ...(where ? { where } : {}) });
    }
  };
}

function withoutKey(response: ApiResponse, apiKey: Secret): ApiResponse {
  const json = JSON.stringify(response.body);
  return {
    ...response,
    body: json === undefined ? undefined : JSON.parse(apiKey.scrub(json)),
    ...(response.text === undefined ? {} : { text: apiKey.scrub(response.text) }),
  };
}
