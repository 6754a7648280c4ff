import type { Audit } from './audit.ts';
/**
 * Finds what needs all keys of an entity: repeated rows, and replies whose message is missing or later. Counts them, and
 * reads the few that are shown again from the sources.
 */
export declare function resolveRepeats(audit: Audit, signal: AbortSignal): Promise<void>;
