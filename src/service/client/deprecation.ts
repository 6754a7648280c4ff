import { type Endpoint, nameOf } from '../api/endpoint.ts';
import type { ApiResponse } from '../transport/transport.ts';

/** A call that the service is going to remove. */
export type Deprecation = {
  /** Method and path template. */
  readonly call: string;
  /** What to call instead; empty where nobody has said. */
  readonly replacements: readonly string[];
  /** The answer's `Deprecation` header, where it was that which told. */
  readonly header?: string;
};

const warned = new Set<string>();

/** Tells Node.js once a process and call, as a DeprecationWarning. */
export function warnOnce({ call, replacements }: Deprecation): void {
  if (warned.has(call)) return;
  warned.add(call);
  const instead = replacements.length ? `; use ${replacements.join(' or ')}` : '';
  process.emitWarning(`${call} is deprecated and will be removed from the service${instead}`, {
    type: 'DeprecationWarning',
    code: 'CHATFERRY_DEPRECATED_CALL',
  });
}

/** Looks at each call and its answer, and tells of each deprecated call once. */
export function deprecationWatch(
  onEvent: (deprecation: Deprecation) => void,
): (endpoint: Endpoint, response?: ApiResponse) => void {
  const told = new Set<string>();
  return (endpoint, response) => {
    const said = response?.headers['deprecation'];
    const header = Array.isArray(said) ? said[0] : said;
    const call = nameOf(endpoint);
    const isDeprecated = endpoint.replacements !== undefined || (header !== undefined && header !== 'false');
    if (!isDeprecated || told.has(call)) return;
    told.add(call);
    onEvent({ call, replacements: endpoint.replacements ?? [], ...(header === undefined ? {} : { header }) });
  };
}
