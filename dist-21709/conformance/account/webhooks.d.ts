import type { Check } from '../check.ts';
/** Checks of the webhooks of an app, and of what they are told about. */
export declare const webhookChecks: readonly Check[];
