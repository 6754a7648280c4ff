import { type Check } from '../check.ts';
/** Checks of what all calls have in common: keys, paths, methods, bodies, envelopes, headers. */
export declare const protocolChecks: readonly Check[];
