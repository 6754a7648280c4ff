import type { Check } from '../check.ts';
/** AI agents. */
export declare const agentChecks: readonly Check[];
