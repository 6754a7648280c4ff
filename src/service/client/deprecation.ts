import { type Endpoint, nameOf } from '../api/endpoint.ts';
import type { ApiResponse } from '../transport/transport.ts';

/** A call that the service is going to remove. */
export type Deprecation = {
  /** Method and path template of the call. */
  readonly call: string;
  /** The calls to make instead; empty if unknown. */
  readonly replacements: readonly string[];
  /** The `Deprecation` header of the response; absent if it had none. */
  readonly header?: string;
};

const warned = new Set<string>();

/** Emits a Node.js DeprecationWarning, once for each call in a process. */
export function warnOnce({ call, replacements }: Deprecation): void {
  if (warned.has(call)) return;
  warned.add(call);
  const instead = replacements.length ? `; use ${replacements.join(' or ')}` : '';
  process.emitWarning(`${call} is deprecated and will be removed from the service${instead}`, {
    type: 'DeprecationWarning',
    code: 'CHATFERRY_DEPRECATED_CALL',
  });
}

/** Watches each call and its answer, and reports each deprecated call once. */
export function deprecationWatch(
  onEvent: (deprecation: Deprecation) => void,
): (endpoint: Endpoint, response?: ApiResponse) => void {
  const reported = new Set<string>();
  return (endpoint, response) => {
    const value = response?.headers['deprecation'];
    const header = Array.isArray(value) ? value[0] : value;
    const call = nameOf(endpoint);
    const isDeprecated = endpoint.replacements !== undefined || (header !== undefined && header !== 'false');
    if (!isDeprecated || reported.has(call)) return;
    reported.add(call);
    onEvent({ call, replacements: endpoint.replacements ?? [], ...(header === undefined ? {} : { header }) });
  };
}
